"""The ground of cards and panels: a box on the page, its look, its HTML."""
