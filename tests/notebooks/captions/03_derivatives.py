"""The captions of lesson 03."""

import numpy as np
from matplotlib.quiver import Quiver

from parts.derivatives import pictures
from parts.derivatives.two_runs import TURNED, backward_a, backward_b, train

A, B = train(backward_a), train(backward_b)
TURNED_A, TURNED_B = (
    np.array(train(each, TURNED, 300)) for each in (backward_a, backward_b)
)
FALLS = [(np.diff(run) < 0).all() for run in (A, B)]
CURVE, SLOPES = pictures.derivative(3).axes
MAP, CUTS = pictures.partial_derivatives(1, 0.5).axes
ARROWS = [
    each
    for each in pictures.gradient(at=(1, 0.5)).axes[0].collections
    if isinstance(each, Quiver)
]

U = pictures.u_curve(np.array([0.1, 1]), {"complex step": np.ones(2)}).axes[0]


def slope(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)


def loss(x, other, w=3, t=7):
    """Return L, where x enters by the product and `other` by the sum."""
    return (w * x + other - t) ** 2


STEPS = 10.0 ** np.arange(-16, 1)
CUBE = {
    "forward": ((1.3 + STEPS) ** 3 - 1.3**3) / STEPS,
    "central": ((1.3 + STEPS) ** 3 - (1.3 - STEPS) ** 3) / (2 * STEPS),
    "complex": ((1.3 + 1j * STEPS) ** 3).imag / STEPS,
}
ERRORS = {k: abs(v / (3 * 1.3**2) - 1) for k, v in CUBE.items()}
BEST = {name: STEPS[each.argmin()] for name, each in ERRORS.items()}


def has_two_sides(name):
    """Whether the error is far larger at both ends than at the best step."""
    return min(ERRORS[name][[0, -1]]) > 1e4 * min(ERRORS[name])


CAPTIONS = {
    "two-runs-picture": [
        ("{} losses against updates", len([A, B])),
        ("Both fall without a pause, from {} to {} after {} updates",
         A[0], A[-1], len(A) - 1, *FALLS,
         B[0] == A[0], round(B[-1], 3) == round(A[-1], 3)),
        ("The {} lines lie almost on one another: B is never more than {} % "
         "from A", 2, np.ceil(100 * max(abs(np.divide(B, A) - 1)))),
    ],
    "turned-picture": [
        ("{} losses against updates", len([TURNED_A, TURNED_B])),
        ("A falls steadily, below {} after {} updates", 0.001, 300,
         TURNED_A[300] < 0.001, (np.diff(TURNED_A) < 0).all()),
        ("B falls more slowly,", (TURNED_B[2:] > TURNED_A[2:]).all()),
        ("from about update {} on it stays near {} for good",
         100, TURNED_B[-1], np.ptp(TURNED_B[100:]) < 0.02,
         TURNED_B[50] - TURNED_B[-1] > 0.02),
    ],
    "derivative-picture": [
        ("Left: the curve x² with its tangent at x = {}, which rises {} for "
         "each unit to the right",
         3, slope(np.square, 3), CURVE.lines[-1].get_xydata()[0, 1] == 9),
        ("The line through the points at {} and {} is steeper, {};",
         3, 4, 4**2 - 3**2, slope(np.square, 3) < 4**2 - 3**2),
        ("through those at {} and {} has slope {} and is parallel",
         2, 4, (4**2 - 2**2) / 2, np.isclose(6, slope(np.square, 3))),
        ("Right: the derivative 2x",
         "1/2" not in SLOPES.get_title(loc="left"),
         np.allclose(SLOPES.lines[1].get_ydata(),
                     2 * SLOPES.lines[1].get_xdata())),
        ("a straight line through {} at x = {} and through {} where the curve "
         "is flat", slope(np.square, 3), 3, slope(np.square, 0)),
    ],
    "partials": [
        ("Left: the bowl as a map, with circles of equal height and {} "
         "straight paths through ({}, {}).",
         2, *MAP.lines[-1].get_xydata()[0], len(MAP.lines) == 3),
        ("Right: the height along each path",
         all(x @ x == y for x, y in zip(
             [np.array([1, 0.5])] * 2,
             [CUTS.lines[k].get_ydata()[0] for k in (2, 5)]))),
        ("its tangent has slope {} if x moves, and slope {} if y moves",
         slope(lambda x: x**2 + 0.5**2, 1), slope(lambda y: 1 + y**2, 0.5)),
    ],
    "steepest": [
        ("each drawn at one {} of its length", 1 / 8,
         all(each.scale == 8 for each in ARROWS)),
        ("at right angles by arrows",
         np.allclose(ARROWS[0].U * ARROWS[0].Y, ARROWS[0].V * ARROWS[0].X)),
        ("the one from ({}, {}) is the gradient ({}, {})",
         1, 0.5, slope(lambda x: x**2 + 0.5**2, 1),
         slope(lambda y: 1 + y**2, 0.5)),
        ("around the bottom of the bowl", slope(np.square, 0) == 0),
        ("The arrows grow towards the rim, where the bowl is steeper",
         np.allclose(np.hypot(ARROWS[0].U, ARROWS[0].V),
                     2 * np.hypot(ARROWS[0].X, ARROWS[0].Y))),
    ],
    "chain-by-hand": [
        ("Values run forward. Gradients run back",
         sorted(pictures.EDGES)
         == sorted(["wq", "xq", "xy", "qy", "ye", "te", "eL"])),
        ("x collects {} through w·x and {} straight from the sum, {} in all",
         slope(lambda x: loss(x, 2), 2), slope(lambda x: loss(2, x), 2),
         slope(lambda x: loss(x, x), 2)),
        ("The target t receives {}.", slope(lambda t: loss(2, 2, t=t), 7)),
    ],
    "u-curve": [
        ("Relative error against step size, both on log scales",
         U.get_xscale() == U.get_yscale() == "log"),
        ("Forward and central differences make a U: the error falls until "
         "about h = {} and {}, then rises again",
         BEST["forward"], BEST["central"],
         has_two_sides("forward"), has_two_sides("central")),
        ("The complex step falls to the last digit and stays there",
         ERRORS["complex"][STEPS < 1e-8].max() < 3e-16,
         ERRORS["complex"][-1] > 0.1),
        ("an error of 0 is drawn near the bottom edge",
         "test_every_picture has the floor"),
    ],
}  # fmt: skip
