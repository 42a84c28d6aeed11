"""The captions of lesson 01."""

import numpy as np

from parts.statistics import pictures
from parts.statistics.token_row import token_row

X, MOVED = np.array([2, 4, 6, 8, 10]), np.array([2, 4, 6, 8, 20])
AWAY, MOVED_AWAY = X - X.mean(), MOVED - MOVED.mean()
AREAS = AWAY**2
VAR, AVERAGE = AREAS.mean(), abs(AWAY).mean()
ROW = token_row()


def standardized(x):
    return (x - x.mean()) / x.std()


ALONE = standardized(np.delete(ROW, ROW.argmax()))
HAT = standardized(ROW)


def float32_errors(method):
    """Return the error of a variance in float32 at the means 1 to 10⁶."""
    noise = np.random.default_rng(0).normal(size=(20, 1000))
    blocks = [(noise + 10.0**k).astype(np.float32) for k in range(7)]
    return np.array(
        [max(abs(method(x) - x.var(dtype=float)) for x in b) for b in blocks]
    )


ONE = float32_errors(lambda x: (x * x).mean() - x.mean() ** 2)
TWO = float32_errors(lambda x: ((x - x.mean()) ** 2).mean())
CENTRED = float32_errors(
    lambda x: ((x - x.mean() - (x - x.mean()).mean()) ** 2).mean()
)
PASSES_IT = int(np.argmax(ONE > 1))
DRAWN = pictures.variance_error(10.0 ** np.arange(7), ONE, TWO, CENTRED).axes[
    0
]
GROWTH = (ONE[-1] / ONE[1]) ** (1 / 5)  # with each digit, from a mean of 10 on

CAPTIONS = {
    "balance-picture": [
        ("below it, their lever arms", "tests/parts/statistics has places"),
        ("{} beams, each with {} weights", len([X, MOVED]), len(X)),
        ("With {}, {}, {}, {}, {} the support stands at the mean, {}: arms "
         "of {} and {} on either side",
         *X, X.mean(), *np.unique(abs(AWAY))[:0:-1],
         sorted(AWAY) == sorted(-AWAY)),
        ("When the last weight moves by {}, to {}, the support moves by "
         "{}/{} = {}, to {}",
         (MOVED - X)[-1], MOVED[-1], (MOVED - X)[-1], len(X),
         MOVED.mean() - X.mean(), MOVED.mean()),
        ("arms of {}, {} and {} on the left, and one of {} on the right",
         *-MOVED_AWAY[MOVED_AWAY < 0], *MOVED_AWAY[MOVED_AWAY > 0]),
    ],
    "std-against-average": [
        ("The numbers {}, {}, {}, {}, {} on a line, and over each distance "
         "from the mean, {},", *X, X.mean()),
        ("areas {} and {} on the left, {} and {} on the right",
         *AREAS[AWAY < 0], *AREAS[AWAY > 0]),
        ("mean area, {} (the square of the {} itself has area {})",
         VAR, X[2], AREAS[2]),
        ("Its side, {}, is the standard deviation; below the line it is laid "
         "off from the mean", VAR**0.5),
        ("average distance, {}, is shorter", AVERAGE, X.std() > AVERAGE),
    ],
    "error-picture": [
        ("Error of the variance in float32 against the mean of the data, "
         "both on logarithmic axes",
         (DRAWN.get_xlabel(), DRAWN.get_ylabel())
         == ("mean of the data", "error of the variance"),
         DRAWN.get_xscale() == DRAWN.get_yscale() == "log"),
        ("the error grows about a {} with every further digit",
         round(GROWTH, -2), 50 < GROWTH < 200, (np.diff(ONE) > 0).all()),
        ("passes the variance itself between {} and {}.",
         10.0 ** (PASSES_IT - 1), 10.0**PASSES_IT),
        ("{} passes: from a mean of {} on it stays far below, but beyond {} "
         "it grows too",
         2, 10, 1000, max(TWO[1:4]) < 1e-5, ONE[1] > 10 * TWO[1],
         (np.diff(TWO[3:]) > 0).all(), 1e-4 < TWO[-1] < ONE[-1] / 100),
        ("Centred {}: it stays near {}.",
         2, np.median(CENTRED), max(CENTRED) < 1e-6),
    ],
    "large": [
        ("{} lines of dots. On the first the row of the token river: {} "
         "small features and a large one at {}.",
         3, (ROW.max() / 4 > ROW).sum(), ROW.max()),
        ("On the second the same row standardized: the large one at {}, the "
         "others between {} and {}",
         HAT.max(), HAT.min(), np.sort(HAT)[-2]),
        ("On the third the {} standardized without the large one: they lie "
         "between {} and {}.", len(ALONE), ALONE.min(), ALONE.max()),
    ],
}  # fmt: skip
