"""What lesson 00 says of a deep stack."""

import numpy as np

from course_lib.layers import Stack


def largest(norm):
    """Return the largest number of a token behind twelve blocks."""
    token = np.random.default_rng(0).normal(size=64)
    for block in Stack(12, 64, 128, rng=1, norm=False).blocks:
        token = token + block.feed_forward.forward(token)
        if norm:
            token = (token - token.mean()) / np.sqrt(token.var() + 1e-5)
    return abs(token).max()


START = abs(np.random.default_rng(0).normal(size=64)).max()
GROWN = largest(norm=False) / START
NUMBERS = {
    "map-text": {
        "131.5": largest(norm=False),
        "60": round(GROWN, -1),
        "2.7": largest(norm=True),
    },
}
