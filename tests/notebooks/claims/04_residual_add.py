"""What lesson 04 says in words."""

import numpy as np
from slopes import slopes
from stored_runs import BOTH, mean

from course_lib.layers import LayerNorm
from parts.training.signal_stack import SignalStack

rng = np.random.default_rng(4)
W = rng.normal(size=(4, 4))
x, dy = rng.normal(size=(2, 4))


def f(x):
    return np.tanh(x @ W)


def angle(n):
    """Return how far from a right angle two random vectors lie, in degrees."""
    a, b = rng.normal(size=(2, 300, n))
    cosines = (a * b).sum(1) / np.sqrt((a**2).sum(1) * (b**2).sum(1))
    return np.std(np.degrees(np.arccos(cosines)))


def let_through(variant, depth):
    """Return how much of a gradient's length a fresh stack lets through."""
    stack = SignalStack(variant, depth, rng=1).layers["stack"]
    x, dy = np.random.default_rng(4).normal(size=(2, 200, 40))
    stack.forward(x)
    return np.linalg.norm(stack.backward(dy)) / np.linalg.norm(dy)


hat = LayerNorm(4, eps=0).forward

CLAIMS = {
    "if the input of a layer rises by a little, its output rises by half "
    "as much": (0.5 * (3 + 0.2) - 0.5 * 3 < 0.2),
    "the slope of every layer from near 0 to near 1": (
        abs(1 + 0.05 - 1) < 0.1 and abs(0.05) < 0.1
    ),
    "If one of the two terms rises by 1 while the other stands still, y "
    "rises by 1": (3 + 1) + 4 - (3 + 4) == 1,
    "so its slope with respect to $x_j$ is $W_{ji}$": np.allclose(
        slopes(lambda x: x @ W, x), W.T
    ),
    "1 (both shortcuts), 0.5, −0.2, and 0.5 · (−0.2) = −0.1": (
        0.5 * -0.2 == -0.1
    ),
    "(1 + a)(1 + b) = 1 + a + b + ab = 1.5 · 0.8": np.isclose(
        1 + 0.5 - 0.2 + 0.5 * -0.2, 1.5 * 0.8
    ),
    "Each layer doubles the number of paths, so ten have 2¹⁰ = 1024": (
        2**10 == 1024
    ),
    "With the shortcut the rule says 1.25⁵ = 3.1": round(1.25**5, 1) == 3.1,
    "by the rule it would be 2¹⁶ = 65,536": np.isclose(
        np.hypot(1, 1) ** 32, 65536
    ),
    "the rule gives 2¹⁰ = 1024 and 1.25¹⁰ = 9.3": round(1.25**10, 1) == 9.3,
    "y = x + f(x) has slope 1 + f′(x), with vectors $I + J_f$": np.allclose(
        slopes(lambda x: x + f(x), x), np.eye(4) + slopes(f, x)
    ),
    "(1 − 1)²⁰ = 0": (1 - 1) ** 20 == 0,
    "0.1³⁰ = 10⁻³⁰": np.isclose(0.1**30, 1e-30, atol=0),
    "each layer multiplies by √1.01 ≈ 1.005, so about 1.005³⁰ ≈ 1.16": (
        round(1.01**0.5, 3) == 1.005 and round(1.005**30, 2) == 1.16
    ),
    "But a good length is not all that training needs": all(
        1 / 4 < let_through("no shortcut", depth) < 4
        and mean("no shortcut", depth, optimizer)
        < mean("post-norm", depth, optimizer) - 0.03
        for depth in (4, 16)
        for optimizer in BOTH
    ),
}
