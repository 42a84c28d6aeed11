"""The numbers in the prose of lesson 00."""

import numpy as np

from course_lib.layers import Stack
from parts.statistics.token_row import token_row


def largest(norm):
    """Return the largest number of a token behind each of twelve blocks.

    The blocks are the course's feed-forward layers; the rest is written out.
    """
    token = np.random.default_rng(0).normal(size=64)
    found = []
    for block in Stack(12, 64, 128, rng=1, norm=False).blocks:
        token = token + block.feed_forward.forward(token)
        if norm:
            away = token - token.mean()
            token = away / np.sqrt((away**2).mean() + 1e-5)
        found.append(abs(token).max())
    return found


river = sorted(token_row())
NUMBERS = [
    ("between {} and {}, and one is {}.", (river[0], river[-2], river[-1])),
    ("Without a norm it is {}. Each", largest(norm=False)[-1]),
    ("With a LayerNorm it\nis {}, hardly", largest(norm=True)[-1]),
    ("lesson 04 finds it, about {}.", 2**0.5),
]
