"""Training on the digits: the loop."""
