"""What the page on the printed loss says in words."""

import numpy as np
from slopes import slopes

from course_lib.layers import softmax

y, T = np.array([0.3, 1.2, 0.9]), np.array([0.2, 0.7, 0.5])


def printed(y):
    """Return the cross entropy of an output that no softmax bounds."""
    return -np.mean(T * np.log(y))


def row_loss(q):
    return -0.5 * np.log(q) - 0.5 * np.log(1 - q)


CLAIMS = {
    "if you double all outputs, it falls by ln 2 times the mean target": (
        np.isclose(printed(y) - printed(2 * y), np.log(2) * T.mean())
    ),
    "can never be negative": ((y - T) ** 2).min() >= 0,
    "It turns each row into positive numbers that sum to 1, so that one of "
    "them can grow only if others shrink": (
        np.isclose(softmax(y[None]).sum(), 1)
        and (softmax((y + [1, 0, 0])[None]) < softmax(y[None]))[0, 1:].all()
    ),
    "It is 0 at q = ½, negative before and positive after, so that is the "
    "lowest point": (
        slopes(lambda q: row_loss(q[0]), [0.3])[0]
        < 0
        < slopes(lambda q: row_loss(q[0]), [0.7])[0]
        and row_loss(0.5) < min(row_loss(0.4), row_loss(0.6))
    ),
}
