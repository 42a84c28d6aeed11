"""What lesson 07 says of three wrong backward passes and a right one."""

import numpy as np

from course_lib.layers import LayerNorm
from lesson_parts.add_norm_backward.wrong_backwards import SLIPS


def handed(kind):
    """Return the dx of (1, 1, 3, 3) that a layer gives back."""
    layer = kind(4, eps=1e-12)
    layer.gamma = np.array([2.0, 1, 1, 2])
    layer.forward(np.array([1.0, 1, 3, 3]))
    return layer.backward(np.array([3.0, 2, 8, 2]))


NUMBERS = {
    "four-text": {
        "7 3 7 3": handed(SLIPS["dx without the mean's term"]),
        "1 −3 3 −1": handed(SLIPS["dx without the variance's term"]),
        "2 −2 2 −2": handed(LayerNorm),
        "0.5 −0.5 3 −3": handed(SLIPS["dx without γ"]),
    },
}
