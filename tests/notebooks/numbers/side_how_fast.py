"""The numbers in the prose of the side page on speed."""

import numpy as np

from course_lib.layers.blocks import BLOCK
from parts.how_fast import speed

COUNT = speed.count_passes()
(TOKENS, N), SECONDS = speed.SHAPE, speed.stored()
SMALL, LARGER = speed.PRODUCTS.values()
ROWS = BLOCK // N
BYTES = 4 * LARGER[1] * LARGER[2]
IN_CACHE = sum(COUNT["in place"]) - sum(COUNT["in blocks"])


def times(slow, fast):
    """Return how many times as fast the stored measurement says."""
    return np.median(np.array(SECONDS[slow]) / np.array(SECONDS[fast]))


NUMBERS = [
    (
        "That is {}, and it buys a second centring. Backward makes {}.",
        COUNT["in place"],
    ),
    ("blocks of {} numbers, {} tokens of {} features", (ROWS * N, ROWS, N)),
    ("and the other {} are passes over the cache", IN_CACHE),
    ("pay for {} passes over the cache", IN_CACHE),
    ("on {} tokens of {} features in float32", (TOKENS, N)),
    ("text B's {} tokens, {} features, {} hidden ones", SMALL),
    ("W has {} rows and {} columns", LARGER[1:]),
    ("if {} tokens each fetch it", LARGER[0]),
    (
        "{} · {} · 4 bytes = {} MB. {} times that is {} MB.",
        (*LARGER[1:], BYTES / 1e6, LARGER[0], LARGER[0] * BYTES / 1e6),
    ),
    ("and at {} tokens with the W above", LARGER[0]),
    ("BLAS is {} times as fast as the loops", times("loops", "BLAS")),
    (
        "text B's size and {} times at the larger one",
        times("loops, larger", "BLAS, larger"),
    ),
    (
        "at the larger size BLAS is {} times",
        times("swapped, larger", "BLAS, larger"),
    ),
]
