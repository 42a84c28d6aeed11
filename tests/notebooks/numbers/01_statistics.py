"""The numbers in the prose of lesson 01."""

import math

import numpy as np

from parts.statistics.explorers import SHAPES
from parts.statistics.token_row import token_row

X, ROW = np.array([2, 4, 6, 8, 10]), token_row()
MOVED = np.array([2, 4, 6, 8, 20])
LARGE, REST = ROW.argmax(), np.delete(ROW, ROW.argmax())
DIE = np.arange(1, 7).var()


def standardized(x):
    return (x - x.mean()) / x.std()


def quotient(x):
    """Divide the standard deviation by the average distance."""
    return x.std() / np.abs(x - x.mean()).mean()


def percent(shape):
    return 100 * np.mean(abs(SHAPES[shape]) <= 1)


HAT, ALONE = standardized(ROW), standardized(REST)
SMALL = np.delete(HAT, LARGE)

NUMBERS = [
    ("(2 + 4 + 6 + 8 + 10) / 5 = {} / 5 = **{}**", (X.sum(), X.mean())),
    (
        "{}, {}, {}, {}, {}, **{}**, {}, {} One of them is far larger",
        tuple(ROW),
    ),
    ("the last weight to the right, from {} on, until", X[-1]),
    ("the beam balances at {}. Where does", MOVED.mean()),
    (
        "At {}. The mean grows by {}, so the sum must grow by 5 · {} = {}. "
        "One long arm of {} now holds the balance against three arms of "
        "{}, {} and {}.",
        (
            MOVED[-1],
            *[MOVED.mean() - X.mean()] * 2,
            MOVED.sum() - X.sum(),
            MOVED[-1] - MOVED.mean(),
            *(MOVED.mean() - MOVED)[:3],
        ),
    ),
    ("{}, {}, {}, {}, {}, {}, {}, {} **Predict.** How many", tuple(ROW)),
    ("0.75 and 0.74 are a little more than the mean, {}.", ROW.mean()),
    ("(16 + 4 + 0 + 4 + 16) / 5 = 40 / 5 = **{}**", X.var()),
    (
        "average is 12/5 = {}, but σ is √8 = {}.",
        (abs(X - 6).mean(), X.std()),
    ),
    ("here σ is {} times the average", quotient(X)),
    (
        "Larger: {} / {} = {}.",
        (ROW.std(), np.abs(ROW - ROW.mean()).mean(), quotient(ROW)),
    ),
    ("six faces of a die have variance 35/12 = {}", DIE),
    ("Less: {}, two thirds of {}.", (2 * DIE / 3, DIE)),
    ("So 3 · {} / 9 = {} / 3 = {} is missing", (DIE, DIE, DIE / 3)),
    ("variance of the eight features is {}. Leave", ROW.var()),
    ("About {}, less than a tenth", REST.var()),
    (
        "from {} to {}. The mean falls from {} to {}",
        (ROW.var(), REST.var(), ROW.mean(), REST.mean()),
    ),
    (
        "{} % for the two heaps, {} % for the lopsided list",
        (percent("two heaps"), percent("lopsided")),
    ),
    ("The same as that of the 4, {}, and", -2 / math.sqrt(8)),
    ("2 becomes (2 − 6) / {} = {}", (X.std(), -4 / math.sqrt(8))),
    (
        "far out: at {}, where the next one stands at {}.",
        (HAT[LARGE], SMALL.max()),
    ),
    (
        "You know the two variances, {} and {}.",
        (ROW.var(), REST.var()),
    ),
    (
        "Alone: there they lie {} apart, from {} to {}.",
        (np.ptp(ALONE), ALONE.min(), ALONE.max()),
    ),
    ("they lie only {} apart", np.ptp(SMALL)),
    (
        "{} / {} = {}, because every feature",
        (ROW.std(), REST.std(), ROW.std() / REST.std()),
    ),
]
