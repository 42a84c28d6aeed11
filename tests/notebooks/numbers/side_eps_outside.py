"""The numbers in the prose of the side page on ε outside the root."""

import numpy as np

from parts.statistics.token_row import token_row

INDIA = np.array([0.6, 2.3, 1.2, 2.7])
PRINTED = (INDIA - INDIA.mean()) / (INDIA.std() + 1e-6)
VAR = token_row().var()
SIZES, first = np.array([1e-6, 1e-5]), INDIA[0] - INDIA.mean()
INSIDE = first / np.sqrt(INDIA.var() + SIZES)
ADDED = first / (INDIA.std() + SIZES)
SIGMA, EPS = 1e-6, 1e-8

NUMBERS = [
    ("printed to eight decimals: {}, {}, {}, {}.", tuple(PRINTED)),
    ("is not {} but {}.", (ADDED[0], INSIDE[1])),
    ("the mean is {} and σ² = {}.", (INDIA.mean(), INDIA.var())),
    ("the entry by {}, at 10⁻⁵ by {}.", tuple(np.abs(INSIDE - ADDED))),
    (
        "by {} inside the root and by {} added to σ",
        (np.ptp(INSIDE), np.ptp(ADDED)),
    ),
    ("against √ε = {}", 1e-5**0.5),
    ("At σ = {}, halfway", EPS**0.75),
    (
        "almost whole, at {}, and the other one leaves {} of it",
        (SIGMA / (SIGMA + EPS), SIGMA / np.sqrt(SIGMA**2 + EPS)),
    ),
    ("It has the variance {}, and ε", VAR),
    ("{} for the row itself", VAR / (VAR + 1e-5)),
    ("millionth of the variance, {}.", VAR * 1e-6),
    (
        "{}/({} + 10) = {} is left",
        (VAR, VAR, VAR / (VAR + 10)),
    ),
    (
        "row 0 of this is ({}, {}, {}, {}) for ε = 0.01",
        tuple((np.eye(4) - 1 / 4)[0] / 0.01),
    ),
]
