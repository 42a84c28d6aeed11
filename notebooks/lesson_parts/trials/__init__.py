"""Three trials under a second plan: gate and last norm, slopes, a weight."""
