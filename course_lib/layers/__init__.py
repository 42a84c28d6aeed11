"""The layers, in NumPy alone."""
