"""Slider panels: a picture that moves, and a sentence that reads it."""
