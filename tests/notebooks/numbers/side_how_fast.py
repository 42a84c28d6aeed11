"""The numbers in the prose of the side page on speed."""

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
    return speed.times(SECONDS, slow, fast)


NUMBERS = [
    (
        "That is {}, although it also centres a second time. "
        "Backward makes {}.",
        COUNT["in place"],
    ),
    ("Forward makes {}:", COUNT["usual"][0]),
    ("in the same way, backward makes {}", COUNT["usual"][1]),
    (
        "In place {} of {} passes are left, which is {}",
        (
            sum(COUNT["in place"]),
            sum(COUNT["usual"]),
            sum(COUNT["in place"]) / sum(COUNT["usual"]),
        ),
    ),
    (
        "In blocks and compiled {} of {} are left, which is {}",
        (
            sum(COUNT["in blocks"]),
            sum(COUNT["usual"]),
            sum(COUNT["in blocks"]) / sum(COUNT["usual"]),
        ),
    ),
    (
        "stands higher and is {} times as fast",
        times("in blocks", "compiled"),
    ),
    ("blocks of {} numbers, {} tokens of {} features", (ROWS * N, ROWS, N)),
    ("The other {} passes are passes over the cache", IN_CACHE),
    ("have to pay for {} passes over the cache", IN_CACHE),
    ("on {} tokens of {} features in float32", (TOKENS, N)),
    ("has {} tokens, {} features and {} hidden units", SMALL),
    ("W has {} rows and {} columns", LARGER[1:]),
    ("if each of {} tokens fetches W again", LARGER[0]),
    (
        "{} · {} · 4 bytes = {} MB. {} times that is {} MB.",
        (*LARGER[1:], BYTES / 1e6, LARGER[0], LARGER[0] * BYTES / 1e6),
    ),
    ("and at {} tokens with the W above", LARGER[0]),
    ("BLAS is {} times as fast as the loops", times("loops", "BLAS")),
    (
        "text B's size, and {} times at the larger size",
        times("loops, larger", "BLAS, larger"),
    ),
    (
        "At the larger size BLAS is {} times",
        times("swapped, larger", "BLAS, larger"),
    ),
]
