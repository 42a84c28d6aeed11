"""The numbers in the prose of lesson 05."""

import numpy as np

from course_lib.layers import Stack

X = np.array([3.16, 0.61, 1.87])
INDIA = np.array([0.6, 2.3, 1.2, 2.7])
away, VAR = X - X.mean(), INDIA.var()


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
DRAWS = 300
OTHERS = np.array(
    [likeness(draw + 1, draw + 2)[1] for draw in range(1, DRAWS + 1)]
)
HUNDREDTH = VAR * 1e-4, VAR * 10, VAR * 10, VAR * 10 / (VAR * 10 + 1)
assert AT_FIRST.min() > -0.2 and AT_FIRST.max() < 0
# "Most" are more than a half, "a few" fewer than one in twenty.
assert (OTHERS > 0.9).mean() > 0.6 and 0 < (OTHERS < 0.7).mean() < 0.05

NUMBERS = [
    ("draw they are {} to {}. With", (AT_LAST.min(), AT_LAST.max())),
    (
        "With other tokens and other weights, most are above 0.9, and a few "
        "fall below 0.7 ({} draws)",
        DRAWS,
    ),
    ("[0.6, 2.3, 1.2, 2.7], has σ² = {}.", VAR),
    ("of the variance, {}, and {}/({} + 1) = {} is left", HUNDREDTH),
    ("of a thousandth it is {}.", VAR * 1e-6 / (VAR * 1e-6 + 1e-5)),
    ("About 2³² = {}", 2**32),
    ("= {} / 3 = {}", (X.sum(), X.mean())),
    ("{}, {}, {} (they sum to 0)", tuple(away)),
    ("| their squares | {}, {}, {} |", tuple(away**2)),
    ("the mean square | {} / 3 = {}", (np.sum(away**2), X.var())),
    ("√1.0838 = {}", X.std()),
    ("deviation / standard deviation | {}, {}, {}", tuple(away / X.std())),
    ("σ beside √ε = {}, and", 1e-5**0.5),
    ("so σ about {}. In float32", round((1e-5 / 1e-16) ** 0.5, -5)),
    ("σ² is about 100, so σ about {}", (1e-5 / 1e-7) ** 0.5),
    ("x̂ = [{}, 0, {}]", (-(1.5**0.5), 1.5**0.5)),
]
