"""The numbers in the prose of lesson 05."""

import numpy as np

from course_lib.layers import Stack

X = np.array([3.16, 0.61, 1.87])
INDIA = np.array([0.6, 2.3, 1.2, 2.7])
SIZES = np.array([1e-6, 1e-5])
away, first = X - X.mean(), INDIA[0] - INDIA.mean()
INSIDE = first / np.sqrt(INDIA.var() + SIZES)
ADDED = first / (INDIA.std() + SIZES)


def likeness(tokens=0, layers=1):
    """Return the correlations of three tokens, at first and at last.

    In between stand 32 blocks, with a norm after each addition.
    """
    x = np.random.default_rng(tokens).normal(size=(3, 64))
    found = [np.corrcoef(x)[[0, 0, 1], [1, 2, 2]]]
    for block in Stack(32, 64, 128, rng=layers, norm=False).blocks:
        x = x + block.feed_forward.forward(x)
        x = (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)
    return *found, np.corrcoef(x)[[0, 0, 1], [1, 2, 2]]


AT_FIRST, AT_LAST = likeness()
OTHERS = [likeness(draw + 1, draw + 2)[1] for draw in range(1, 61)]
assert AT_FIRST.min() > -0.2 and AT_FIRST.max() < 0

NUMBERS = [
    ("draw they are {} to {}; 60", (AT_LAST.min(), AT_LAST.max())),
    ("60 other draws give {} to {}.", (np.min(OTHERS), np.max(OTHERS))),
    ("the mean is {} and σ² = {}.", (INDIA.mean(), INDIA.var())),
    ("About 2³² = {}", 2**32),
    ("= {} / 3 = {}", (X.sum(), X.mean())),
    ("{}, {}, {} (they sum to 0)", tuple(away)),
    ("| their squares | {}, {}, {} |", tuple(away**2)),
    ("the mean square | {} / 3 = {}", (np.sum(away**2), X.var())),
    ("√1.0838 = {}", X.std()),
    ("deviation / standard deviation | {}, {}, {}", tuple(away / X.std())),
    ("√(7/8) = {}", (7 / 8) ** 0.5),
    ("is printed as {}", first / (INDIA.std() + 1e-6)),
    ("inside the root it is {}", first / np.sqrt(INDIA.var() + 1e-5)),
    ("the entry by {}, at 10⁻⁵ by {}.", tuple(np.abs(INSIDE - ADDED))),
    (
        "by {} inside the root and by {} added to σ",
        (np.ptp(INSIDE), np.ptp(ADDED)),
    ),
    ("against √ε = {}", 1e-5**0.5),
    ("so σ about {}. In float32", round((1e-5 / 1e-16) ** 0.5, -5)),
    ("σ² is about 100, so σ about {}", (1e-5 / 1e-7) ** 0.5),
    ("x̂ = [{}, 0, {}]", (-(1.5**0.5), 1.5**0.5)),
]
