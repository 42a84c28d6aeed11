"""What every panel in a notebook shares: look, life, progress bar."""
