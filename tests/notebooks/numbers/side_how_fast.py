"""What the side page on speed says of its count and its measurement."""

from course_lib.layers.blocks import BLOCK
from parts.how_fast import speed

COUNT = speed.count_passes()
(TOKENS, N), SECONDS = speed.SHAPE, speed.stored()
SMALL, LARGER = speed.PRODUCTS.values()
ROWS = BLOCK // N
BYTES = 4 * LARGER[1] * LARGER[2]
ALL = {way: sum(passes) for way, passes in COUNT.items()}
IN_CACHE = ALL["in place"] - ALL["in blocks"]


def times(slow, fast):
    """Return how many times as fast the stored measurement says."""
    return speed.times(SECONDS, slow, fast)


NUMBERS = {
    "passes-course": {"15": COUNT["usual"][0], "21": COUNT["usual"][1]},
    "passes-in-place": {
        "13": COUNT["in place"][0],
        "19": COUNT["in place"][1],
        "65,280 85 768": (ROWS * N, ROWS, N),
        "26": IN_CACHE,
    },
    "measure": {"4,096 768": (TOKENS, N)},
    "verdict-text": {
        "2.5": times("in blocks", "compiled"),
        "26": IN_CACHE,
        "8 200 800": SMALL,
    },
    "loops-why": {
        "512 2,048": LARGER[1:],
        "4.2": BYTES / 1e6,
        "64": LARGER[0],
        "268": LARGER[0] * BYTES / 1e6,
    },
    "closing": {
        "16": times("loops", "BLAS"),
        "124": times("loops, larger", "BLAS, larger"),
        "2.4": times("swapped, larger", "BLAS, larger"),
    },
}
