"""The numbers in the prose of lesson 01."""

import math

import numpy as np

X = np.array([2, 4, 6, 8, 10])

NUMBERS = [
    ("(2 + 4 + 6 + 8 + 10) / 5 = {} / 5 = **{}**", (X.sum(), X.mean())),
    ("(16 + 4 + 0 + 4 + 16) / 5 = 40 / 5 = **{}**", X.var()),
    ("six faces have variance 35/12 = {}", np.arange(1, 7).var()),
    ("Derived by hand:* 2 becomes (2 − 6) / {} = {}",
     (X.std(), -4 / math.sqrt(8))),
]  # fmt: skip
