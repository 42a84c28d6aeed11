"""The numbers in the prose of lesson 03."""

import numpy as np

from parts.derivatives.pictures import cube_slope
from parts.derivatives.two_runs import TURNED, backward_b, train
from parts.statistics.token_row import token_row

TABLE = np.array([[3, 2], [1, 1], [0, 6]])
RIVER = token_row()
FARTHEST = RIVER[np.argmax(abs(RIVER - RIVER.mean()))]


def error(kind, h):
    """Return the relative error of the slope of x³ at 1.3."""
    slope = cube_slope("central difference", kind(1.3), kind(h))
    return abs(float(slope) / (3 * 1.3**2) - 1)


def power_of_ten(value):
    return 10.0 ** round(np.log10(value))


def error_far_out(h, x=1e6):
    """Return the relative error of the slope of x³ at a million."""
    slope = ((x + h) ** 3 - (x - h) ** 3) / (2 * h)
    return abs(slope / (3 * x**2) - 1)


SLIDER = [float(f"{h:.3g}") for h in 10.0 ** np.arange(-16, 0.1, 0.25)]
BEST = {
    kind: min(SLIDER, key=lambda h, kind=kind: error(kind, h))
    for kind in (np.float32, np.float64)
}
COMMON = int(-np.log10(((1.3 + 1e-12) / (1.3 - 1e-12)) ** 3 - 1))

NUMBERS = [
    ("dx holds the sums of the columns, {} and {}.",
     tuple(TABLE.sum(axis=0))),
    ("q = w·x = {}, y = q + x = {}, e = y − t = {} and L = e² = {}",
     (3 * 2, 3 * 2 + 2, 3 * 2 + 2 - 7, (3 * 2 + 2 - 7) ** 2)),
    ("x_0 x_1$ moves with slope $x_1 = {}$", 3),
    ("Column 0 is $(x_1, 1, 0) = ({}, {}, {})$", (4, 1, 0)),
    ("$(x_0, 1, 2x_1) = ({}, {}, {})$", (1, 1, 8)),
    ("slope of L with respect to w is x · 1 · 1 · 2e = {}.", 2 * 2 * 1),
    ("dx is {}. The path through q brings 2e·w = {}, and the direct one "
     "2e = {}.", (2 * 3 + 2, 2 * 3, 2)),
    ("At (1, 0.5) they are {} and {}.", (2 * 1, 2 * 0.5)),
    ("and the one with respect to y is {}.", 2 * 3),
    ("have about the first {} of their {} digits in common", (COMMON, 16)),
    ("In float32 the best h of the slider is about {}, and in float64 about "
     "{}. That is a factor of about {}:",
     (BEST[np.float32], BEST[np.float64],
      round(BEST[np.float32] / BEST[np.float64], -1))),
    ("the slope of x³ is {} with h = 10, and {} with h = 0.0001.",
     tuple(error_far_out(h) for h in (10, 1e-4))),
    ("leaves the slope of x³ an error of about {} with this step",
     power_of_ten(error(np.float32, 1e-5))),
    ("and about {} with the best one.",
     power_of_ten(error(np.float32, 3e-3))),
    ("a sine goes up and down once every {}", 2 * np.pi),
    ("on \"river\", whose mean is {}.", RIVER.mean()),
    ("With respect to the {}, because it is farthest", FARTHEST),
    ("A arrives and B stops at about {}.",
     train(backward_b, TURNED, 300)[-1]),
]  # fmt: skip
