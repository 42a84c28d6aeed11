"""Data sets and stored results that ship with the course."""
