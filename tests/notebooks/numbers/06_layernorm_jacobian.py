"""What lesson 06 says of steps down the layer's own gradient."""

import numpy as np

from course_lib.layers import LayerNorm

TARGET = np.array([1, 0, -1])


def end_of_the_way(rate):
    """Return the length of Cx after twenty steps."""
    x, layer = np.array([1.0, 4.0, 10.0]), LayerNorm(3)
    for _ in range(20):
        layer.forward(x)
        x = x - rate * layer.backward(-TARGET)
    return np.linalg.norm(x - x.mean())


NUMBERS = {
    "gradient-why": {
        "5 8.13": (5, end_of_the_way(5)),
        "20 11.94": (20, end_of_the_way(20)),
    },
}
