"""The numbers in the prose of lesson 03."""

import numpy as np

from course_lib.data.token_row import token_row
from parts.derivatives.two_runs import TURNED, backward_b, train

TABLE = np.array([[3, 2], [1, 1], [0, 6]])
RIVER = token_row()
FARTHEST = RIVER[np.argmax(abs(RIVER - RIVER.mean()))]

NUMBERS = [
    ("dx holds the sums of the columns, {} and {}.",
     tuple(TABLE.sum(axis=0))),
    ("q = w·x = {}, y = q + x = {}, e = y − t = {} and L = e² = {}",
     (3 * 2, 3 * 2 + 2, 3 * 2 + 2 - 7, (3 * 2 + 2 - 7) ** 2)),
    ("x_0 x_1$ moves with slope $x_1 = {}$", 3),
    ("Column 0 is $(x_1, 1, 0) = ({}, {}, {})$", (4, 1, 0)),
    ("$(x_0, 1, 2x_1) = ({}, {}, {})$", (1, 1, 8)),
    ("slope of L with respect to w is x · 1 · 1 · 2e = {}.", 2 * 2 * 1),
    ("dx is {}. Through q arrives 2e·w = {}, and from the sum directly "
     "2e = {}.", (2 * 3 + 2, 2 * 3, 2)),
    ("a sine goes up and down once every {}", 2 * np.pi),
    ("the eight features of lesson 01, whose mean is {}.", RIVER.mean()),
    ("With respect to the {}, because it is farthest", FARTHEST),
    ("A arrives and B stops at about {}.",
     train(backward_b, TURNED, 300)[-1]),
]  # fmt: skip
