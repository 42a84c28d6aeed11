"""The numbers in the prose of lesson 05."""

import numpy as np

X = np.array([3.16, 0.61, 1.87])
INDIA = np.array([0.6, 2.3, 1.2, 2.7])
away, first = X - X.mean(), INDIA[0] - INDIA.mean()

NUMBERS = [
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
    ("against √ε = {}", 1e-5**0.5),
    ("so σ about {}. In float32", round((1e-5 / 1e-16) ** 0.5, -5)),
    ("σ² is about 100, so σ about {}", (1e-5 / 1e-7) ** 0.5),
    ("x̂ = [{}, 0, {}]", (-(1.5**0.5), 1.5**0.5)),
]
