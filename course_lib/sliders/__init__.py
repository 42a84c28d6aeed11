"""Slider panels and pictures: what the explorers of all lessons share."""
