"""What every panel in a notebook shares: look, closing, progress bar."""
