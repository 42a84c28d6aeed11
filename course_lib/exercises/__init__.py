"""Exercises that name the mistake."""
