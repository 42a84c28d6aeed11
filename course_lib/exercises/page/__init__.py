"""What every panel in a notebook shares: look, life, words as HTML."""
