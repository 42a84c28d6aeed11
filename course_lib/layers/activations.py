"""SiLU, a smooth relative of the ReLU, and its slope.

Sources: Hendrycks and Gimpel, "Gaussian Error Linear Units" (2016),
arXiv:1606.08415; Ramachandran, Zoph and Le, "Searching for
Activation Functions" (2017), arXiv:1710.05941, call it Swish.
"""

import numpy as np


def sigmoid(m):
    """Return 1 / (1 + exp(-m)); exp gets no positive number to overflow on."""
    small = np.exp(-np.abs(m))
    return np.where(m < 0, small, 1) / (1 + small)


def silu(m):
    """Return m sigmoid(m)."""
    return m * sigmoid(m)


def silu_slope(m):
    """Return the derivative of silu, sigmoid(m) (1 + m sigmoid(-m)).

    sigmoid(-m) is 1 - sigmoid(m) without its rounding error.
    """
    return sigmoid(m) * (1 + m * sigmoid(-m))
