"""The caption of the side page on ε outside the root."""

import numpy as np

EPS = 1e-8
STD = np.geomspace(1e-12, 1, 1201)
ADDED, INSIDE = STD / (STD + EPS), STD / np.sqrt(STD**2 + EPS)


def middle(heights):
    """Return where a curve that rises from 0 to 1 is half of the way up."""
    return STD[np.argmax(heights > 0.5)]


CAPTIONS = {
    "widest-gap": [
        ("Standard deviation of x̂ against that of the token, from {} to {}, "
         "for ε = {}.",
         STD[0], STD[-1], EPS),
        ("With ε added to σ it rises from {} to {} around σ = {}, with ε "
         "inside the root around σ = {}.",
         ADDED[0], ADDED[-1], middle(ADDED), middle(INSIDE),
         (np.diff(ADDED) > 0).all(), (np.diff(INSIDE) > 0).all()),
        ("In between one curve is near {} and the other near {}.",
         *(each[np.argmin(abs(STD - 1e-6))] for each in (ADDED, INSIDE))),
    ],
}  # fmt: skip
