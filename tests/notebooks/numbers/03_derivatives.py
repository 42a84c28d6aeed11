"""The numbers in the prose of lesson 03."""

import numpy as np

TABLE = np.array([[3, 2], [1, 1], [0, 6]])

NUMBERS = [
    ("Then dx holds the sums of the columns, {} and {}.",
     tuple(TABLE.sum(axis=0))),
    ("q = w·x = {}, y = q + x = {}, e = y − t = {}, L = e² = {}",
     (3 * 2, 3 * 2 + 2, 3 * 2 + 2 - 7, (3 * 2 + 2 - 7) ** 2)),
    ("x_0 x_1$ moves with slope $x_1 = {}$", 3),
]  # fmt: skip
