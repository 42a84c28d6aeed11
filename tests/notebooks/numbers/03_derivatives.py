"""What lesson 03 says of its steps, its row and its two runs."""

import numpy as np

from lesson_parts.derivatives.pictures import cube_slope
from lesson_parts.derivatives.two_runs import (
    TURNED,
    backward_a,
    backward_b,
    train,
)
from lesson_parts.statistics.token_row import token_row

ROW, X = token_row(), 1.3
SLOPE = 2 * (1 * 2 - 6) * 2  # of the first loss
APART = 1 - np.divide(train(backward_b), train(backward_a))
UPDATED, HALF = 1 - 0.1 * SLOPE, 1 - 0.1 * SLOPE / 2


def error(kind, h):
    """Return the relative error of the slope of x³."""
    slope = cube_slope("central difference", kind(X), kind(h))
    return abs(float(slope) / (3 * X**2) - 1)


def best(kind):
    """Return the h with the least error, of four in each power of ten."""
    steps = [float(f"{h:.3g}") for h in 10.0 ** np.arange(-16, 0.1, 0.25)]
    return min(steps, key=lambda h: error(kind, h))


NUMBERS = {
    "fewer-bits": {
        "5": [-np.log10(error(np.float32, best(np.float32))), 3 * X**2],
        "3·10⁻³ 6·10⁻⁶": (best(np.float32), best(np.float64)),
    },
    "two-runs": {
        "2.02 15.84": (1.01 * 2, (1.01 * 2 - 6) ** 2),
        "2.6": UPDATED,
        "5.2 0.64": (UPDATED * 2, (UPDATED * 2 - 6) ** 2),
        "1.8 3.6 5.76": (HALF, HALF * 2, (HALF * 2 - 6) ** 2),
    },
    "river": {"0.74 3.78 −0.13 0.13 0.64": (*ROW[4:], ROW.mean())},
    "which-check": {"1.6·10⁻⁷": 1 / (8 * 1024 * 768)},
    "verdict-why": {"3": 100 * max(APART)},
    "check_in_float32": {"1.3 0.008": (X, 3 * X**2 * error(np.float32, 1e-5))},
    "closing": {
        "0.4": train(backward_b, TURNED, 300)[-1],
    },
}
