"""The numbers in the prose of lesson 06."""

import numpy as np

from course_lib.layers import LayerNorm

X = np.array([1.0, 4.0, 10.0])
DEVIATION = X - X.mean()
VAR = (DEVIATION**2).mean()
S = np.sqrt(VAR + 2)
X_HAT = DEVIATION / S
J = (np.eye(3) - 1 / 3 - np.outer(X_HAT, X_HAT) / 3) / S
LENGTH, RADIUS = np.linalg.norm(DEVIATION), np.linalg.norm(X_HAT)
V = np.array([2, -3, 1])
ALONG, ACROSS = (J @ X_HAT / X_HAT)[0], (J @ V / V)[0]
SQUARES, TAKEN = X_HAT @ X_HAT, VAR / S**2  # x̂ᵀx̂ and σ²/s²
NUDGED = X + [0.1, 0, 0]
TARGET, RATES = np.array([1, 0, -1]), (5, 20)


def two(a, b, eps=0):
    """Return mean, deviations, s and x̂ of two features."""
    mean = (a + b) / 2
    s = np.sqrt(((a - b) / 2) ** 2 + eps)
    return mean, a - mean, b - mean, s, (a - mean) / s, (b - mean) / s


def entry_of_two(a, b, eps):
    """Return how fast x̂ of the first moves with it, by a difference."""
    low, high = (two(a + h, b, eps)[4] for h in (-1e-4, 1e-4))
    return (high - low) / 2e-4


def end_of_the_way(rate):
    """Return the length of Cx after twenty steps of the layer's own dx."""
    x, layer = X, LayerNorm(3)
    for _ in range(20):
        layer.forward(x)
        x = x - rate * layer.backward(-TARGET)
    return np.linalg.norm(x - x.mean())


NUMBERS = [
    (
        "A token of {} features has a Jacobian of {} · {} = {} entries,",
        (768, 768, 768, 768**2),
    ),
    ("| μ | {} / {} = {} |", (X.sum(), X.size, X.mean())),
    ("| x − μ | {}, {}, {} |", tuple(DEVIATION)),
    ("| σ² | ({} + {} + {}) / 3 = {} |", (*DEVIATION**2, VAR)),
    ("| s | √({} + 2) = {} |", (VAR, S)),
    ("| x̂ | {}, {}/4, {}/4 |", tuple(X_HAT * (1, 4, 4))),
    (
        "ℓ² = {} + {} + {} = {}, so ℓ = {} and ρ = {}/{} = {}.",
        (*DEVIATION**2, LENGTH**2, LENGTH, LENGTH, S, RADIUS),
    ),
    ("would end at ρ = √3 = {}:", np.sqrt(3)),
    (
        "falls from 5 to {}, because",
        NUDGED[2] - NUDGED.mean(),
    ),
    ("from 4 to {}, and that", np.sqrt(NUDGED.var() + 2)),
    ("the direction of Cx = ({}, {}, {}).", tuple(DEVIATION)),
    ("x̂ moves 1/{} as far. Cx and x̂ turn", 1 / ACROSS),
    ("x̂ is s = {} times nearer", S),
    ("x̂ moves 1/{} as far. It can only", 1 / ALONG),
    (
        "0.02 × 2 = {} at the side, one of 3 × 0.05 = {} on top, and a "
        "corner of 0.02 × 0.05 = {}.",
        (0.02 * 2, 3 * 0.05, 3.02 * 2.05 - 6 - 0.04 - 0.15),
    ),
    ("ρ′ from the second. For our token you should get 1/{}.", 1 / ALONG),
    ("For our token 2/4³ = 1/{}.", 1 / ALONG),
    ("For our token σ² = {}, s² = {} and x̂", (VAR, S**2)),
    (
        "x̂ᵀx̂ = {}/16, and {}/16 divided by {}/16 is {}/{} = {}.",
        (
            16 * SQUARES,
            16 * SQUARES,
            16 * TAKEN,
            16 * SQUARES,
            16 * TAKEN,
            SQUARES / TAKEN,
        ),
    ),
    ("At ε = 2 that is 2/{} = 1/{}.", (VAR + 2, (VAR + 2) / 2)),
    ("half of s² = 14 + ε, so at ε = {}, which", VAR),
    ("Our token lies {} to the right", LENGTH),
    (
        "The mean is {}, the deviations are {} and {}, s is {}, so x̂ = "
        "({}, {}).",
        two(3, 7),
    ),
    (
        "ε = 10⁻⁵ no entry of J is larger than {}.",
        entry_of_two(3, 7, 1e-5),
    ),
    ("(At ε = 2 the entries are ±{};", entry_of_two(3, 7, 2)),
    ("$? For our token you should get 1/{}.", X.size),
    ("get {}/3 where i = j, and {}/3 where not.", (2, -1)),
    ("you should get {}/3, {}/3, {}/3: to", tuple(2 * DEVIATION)),
    ("You should get {}/3, {}/12, {}/12.", tuple(X_HAT / 3 * (3, 12, 12))),
    ("j = 2 you should get {}/192.", 192 * J[1, 2]),
    (
        "(0 − 1/3 + {}/48) / {} = ({}/48) / 4 = {}/192.",
        (-16 * X_HAT[1] * X_HAT[2], S, 48 * S * J[1, 2], 192 * J[1, 2]),
    ),
    ("For our token N·s = {}.", 3 * S),
    (
        "begins with 3 − 1 − 1 = {} and −1 − 1/4 = {}/4.",
        tuple(12 * J[0, :2] * (1, 4)),
    ),
    ("The third number is {}/4, because", 4 * 12 * J[0, 2]),
    ("rows begin with {}/4 and {}/4:", tuple(4 * 12 * J[1:, 0])),
    ("Cx starts {} away from 0", LENGTH),
    (
        "at the rate 5 it ends {} away from 0, at the rate 20 it ends {} away",
        tuple(end_of_the_way(rate) for rate in RATES),
    ),
    (
        "(their cosine is {})",
        TARGET @ DEVIATION / np.linalg.norm(TARGET) / LENGTH,
    ),
    ("At N = {}, J has {} entries.", (512, 512**2)),
]
