"""The numbers in the prose of lesson 06."""

import numpy as np

X = np.array([1.0, 4.0, 10.0])
DEVIATION = X - X.mean()
VAR = (DEVIATION**2).mean()
S = np.sqrt(VAR + 2)
X_HAT = DEVIATION / S
J = (np.eye(3) - 1 / 3 - np.outer(X_HAT, X_HAT) / 3) / S
A, B, EPS = 3, 7, 1e-5  # the two features of SymPy's slope
SLOPE = 4 * EPS / ((A - B) ** 2 + 4 * EPS) ** 1.5
V = np.array([2, -3, 1])


def two(a, b):
    """Return mean, deviations and s of two features at ε = 0."""
    mean = (a + b) / 2
    return mean, a - mean, b - mean, abs(a - b) / 2


NUMBERS = [
    ("The mean is {}, the deviations are {} and {}, s is {}, so", two(3, 7)),
    ("Now nudge 7 to 9: mean {}, deviations {} and {}, s = {}.", two(3, 9)),
    ("and ε = 10⁻⁵ it is {}.", SLOPE),
    ("| μ | {} / {} = {} |", (X.sum(), X.size, X.mean())),
    ("| x − μ | {}, {}, {} |", tuple(DEVIATION)),
    ("| σ² | ({} + {} + {}) / 3 = {} |", (*DEVIATION**2, VAR)),
    ("| s | √({} + 2) = {} |", (VAR, S)),
    ("| x̂ | {}, {}/4, {}/4 |", tuple(X_HAT * (1, 4, 4))),
    ("Here: {}/3, {}/3, {}/3.", tuple(2 * DEVIATION)),
    ("Here: {}/3, {}/12, {}/12.", tuple(X_HAT / 3 * (3, 12, 12))),
    (
        "x̂₀·x̂₂ = {}/4. So (0 − 1/3 + {}/12) / {} = ({}/12) / 4 = {}/48.",
        (
            4 * X_HAT[0] * X_HAT[2],
            -12 * X_HAT[0] * X_HAT[2] / 3,
            S,
            12 * S * J[0, 2],
            48 * J[0, 2],
        ),
    ),
    ("For our token N·s = {}.", 3 * S),
    (
        "3 − 1 − 1 = {}, then −1 − 1/4 = {}/4, then −1 + 5/4 = {}/4.",
        tuple(12 * J[0] * (1, 4, 4)),
    ),
    ("At N = {}, J has {} entries.", (512, 512**2)),
    ("For our token s = {} and σ² = {}.", (S, VAR)),
    (
        "Here the factors are 0, 1/{} and 1/{}.",
        (X_HAT[0] / (J @ X_HAT)[0], V[0] / (J @ V)[0]),
    ),
    ("at ε = 14, where s² = {}, at ε = 2", VAR + 14),
    ("The width is ε/s²: 14/{}, 2/{} and 0.", (VAR + 14, VAR + 2)),
]
