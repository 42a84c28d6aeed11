"""What lesson 03 says in words."""

import numpy as np
from slopes import slopes

from course_lib.evidence.gradient_check import check_gradients

rng = np.random.default_rng(3)


class Doubled:
    """A layer that was to return x, and whose two passes agree."""

    def forward(self, x):
        return 2 * x

    def backward(self, dy):
        return 2 * dy


def forward(f, x, h):
    return (f(x + h) - f(x)) / h


def central(f, x, h):
    return (f(x + h) - f(x - h)) / (2 * h)


def cube(x):
    return x**3


def off(x, h, f=cube, slope=None):
    return abs(central(f, x, h) - (3 * x**2 if slope is None else slope))


def best(kind):
    """Return the step whose slope of x³ is nearest, in this kind of float."""
    at = kind(1.3)
    hs = [kind(2.0**-n) for n in range(1, 50) if at + kind(2.0**-n) > at]
    return min(hs, key=lambda h: abs(float(central(cube, at, h)) - 5.07))


BOWL = slopes(lambda v: v[0] ** 2 + v[1] ** 2, [1, 0.5])
AROUND = [np.array([np.cos(a), np.sin(a)]) for a in np.linspace(0, 6.283, 999)]
BEST = max(AROUND, key=lambda e: BOWL @ e)
x, dy = rng.normal(size=(2, 4))
gamma, beta = rng.uniform(0.5, 2, 4), rng.normal(size=4)
C = np.eye(4) - np.ones((4, 4)) / 4
H, AT = 0.1, 1.3

CLAIMS = {
    "random γ, β and dy, several features, tokens and sentences, shapes "
    "first": np.allclose(np.ones((1, 8)), np.ones(8)),
    "It never tests the forward pass, and a falling loss is no check at all": (
        bool(check_gradients(Doubled(), np.eye(3)))
    ),
    "It is 0 at the bottom of the curve and negative to the left of it, "
    "where the curve falls": (
        abs(central(np.square, 0, H)) < 1e-12 > central(np.square, -1, H)
    ),
    "0° is straight along x, and 90° is straight along y": np.allclose(
        BOWL, [2, 1]
    ),
    "it is largest for the one that points the same way": (
        np.allclose(BEST, BOWL / np.linalg.norm(BOWL), atol=0.01)
    ),
    "There the slope is the gradient's length, √(4 + 1) = √5": np.isclose(
        BOWL @ BEST, 5**0.5, rtol=1e-4
    ),
    "so it moves against the gradient": (
        (np.array([1, 0.5]) - 0.1 * BOWL) @ (np.array([1, 0.5]) - 0.1 * BOWL)
        < 1.25
    ),
    "along a path multiply the slopes, and where paths meet add what "
    "arrives": np.isclose(
        slopes(lambda v: (2 * v[0] + v[0]) ** 2, [1.0])[0], 2 * 3 * (2 + 1)
    ),
    "| $3x^2 + 3xh + h^2$ |": np.isclose(
        forward(cube, AT, H), 3 * AT**2 + 3 * AT * H + H**2
    ),
    "| $(f(x+h) - f(x-h)) / (2h)$ | $3x^2 + h^2$ |": np.isclose(
        central(cube, AT, H), 3 * AT**2 + H**2
    ),
    "imaginary part of $f(x+ih)$, over h | $3x^2 - h^2$ |": np.isclose(
        cube(AT + H * 1j).imag / H, 3 * AT**2 - H**2
    ),
    "multiply by γ first, then centre": np.allclose(
        slopes(lambda v: dy @ (gamma * (v @ C) + beta), x), (dy * gamma) @ C
    ),
    "β is added to every token, so its gradient is the sum of `dy` over the "
    "tokens": np.allclose(
        slopes(lambda b: (np.ones((3, 4)) * dy * b).sum(), beta), 3 * dy
    ),
    "that makes γ times the right gradient, plus β times dβ": np.allclose(
        dy * (gamma * (x @ C) + beta), gamma * (dy * (x @ C)) + beta * dy
    ),
    "h near 10⁻⁵ times the distance over which f bends": (
        off(1e5, 1.0) < off(1e5, 1e-5)
    ),
    "and in float32 with a larger one": best(np.float32) > best(np.float64),
}
