"""Training a stack on the digits, and the grid of finished runs."""
