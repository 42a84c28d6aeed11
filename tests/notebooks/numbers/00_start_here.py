"""What lesson 00 says of a deep stack and of its row."""

import numpy as np

from course_lib.layers import Stack
from lesson_parts.statistics.token_row import token_row


def largest(norm):
    """Return the largest number of a token behind twelve blocks."""
    token = np.random.default_rng(0).normal(size=64)
    for block in Stack(12, 64, 128, rng=1, norm=False).blocks:
        token = token + block.feed_forward.forward(token)
        if norm:
            token = (token - token.mean()) / np.sqrt(token.var() + 1e-5)
    return abs(token).max()


river = sorted(token_row())
NUMBERS = {
    "map-text": {"131.5": largest(norm=False), "2.7": largest(norm=True)},
    "closing": {"−0.13 0.75 3.78": (river[0], river[-2], river[-1])},
}
