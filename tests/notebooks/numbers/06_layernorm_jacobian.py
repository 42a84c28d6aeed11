"""What lesson 06 says of steps down the layer's own gradient."""

import numpy as np

from course_lib.layers import LayerNorm

TARGET = np.array([1, 0, -1])


def lengths(rate):
    """Return the lengths of Cx over twenty steps."""
    x, layer, found = np.array([1.0, 4.0, 10.0]), LayerNorm(3, eps=1e-5), []
    for _ in range(20):
        layer.forward(x)
        x = x - rate * layer.backward(-TARGET)
        found.append(np.linalg.norm(x - x.mean()))
    return found


def comes_through(feature, token):
    """Return how much of a pull at one feature comes through, but for s."""
    layer, pull = LayerNorm(token.size), np.eye(token.size)[feature]
    layer.forward(token)
    return np.linalg.norm(layer.backward(pull) / layer.rstd)


TOKEN = np.random.default_rng(6).normal(size=768)
TOKEN[99] = 100

FIRST, ALONG = np.array([1.0, 4, 10]), np.array([0.0, 4, 8])
SMALL = LayerNorm(3, eps=2.0)
SMALL.forward(FIRST)
HAT = np.ravel(SMALL.x_hat)
MOVED = SMALL.backward(ALONG)  # J is symmetric

NUMBERS = {
    "three-routes": {
        "15 3 5 −4 −1 5": (sum(FIRST), 3, FIRST.mean(), *FIRST - FIRST.mean()),
        "−1 −1 4 5 4": (HAT[0], 4 * HAT[1], 4, 4 * HAT[2], 4),  # −1/4, 5/4
    },
    "one-line": {
        "1 4 2 3 3 −4 3 1 16": (
            *(1, ALONG.mean(), 2, (SMALL.x_hat * ALONG).mean()),
            *(3, *16 * MOVED, 16),
        )
    },
    "eigenvectors-why": {"26.72": "realistic-token"},
    "realistic-why": {
        "0.999": "realistic-token",
        "0.26": 2 * [comes_through(99, TOKEN)],
    },
    "gradient-why": {
        "5 8.13": (5, lengths(5)[-1]),
        "100 26.29": (100, lengths(100)[-1]),
    },
}
