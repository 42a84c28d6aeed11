"""The numbers in the prose of the side page on one printed example."""

import numpy as np

SUMS = [-0.2354, 1.4278, 0.6270, -2.6982, -1.6530, -0.2670, 0.7659, 0.0280]
PRINTED = [
    [0.0121, 1.3344, 0.6977, -1.9460],
    [-1.1150, -0.0131, 0.8082, 0.2215],
]


def hat(x):
    """Return x̂ of rows x, with ε = 10⁻⁵."""
    away = x - x.mean(axis=-1, keepdims=True)
    return away / np.sqrt((away**2).mean(axis=-1, keepdims=True) + 1e-5)


found = hat(np.array(SUMS))
missed = np.abs(found - np.ravel(PRINTED)).max()
# By how much four decimals may change x̂, and four more in what is printed.
rounded = np.random.default_rng(0).uniform(-5e-5, 5e-5, (2000, 8))
assert missed < 5e-5 + np.abs(hat(SUMS + rounded) - found).max()
# Lesson 05: seven of the eight come out as printed, one by a unit beside it.
digits = np.round(found * 1e4) - np.round(np.ravel(PRINTED) * 1e4)
assert sorted(np.abs(digits)) == [0] * 7 + [1]

NUMBERS = [
    ("√(7/8) = {}", (7 / 8) ** 0.5),
    ("The {} that is left is rounding", missed),
]
