"""Tokens of two features, of which the first is 3."""

import numpy as np

from course_lib.layers import LayerNorm

TRIED = 7, 9, 1000, 3.001, 3, -5


def x_hat_beside_3(last):
    """Return x̂ of (3, last) at ε = 0, without a warning where it is 0 / 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return LayerNorm(2, eps=0).forward([3.0, last]).round(12)
