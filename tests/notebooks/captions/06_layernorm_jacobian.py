"""The captions of lesson 06."""

import numpy as np

from course_lib.layers import LayerNorm
from parts.jacobian import ray_pictures as ray

X, EPS = np.array([1.0, 4.0, 10.0]), 2
CX = X - X.mean()
X_HAT = CX / np.sqrt(CX @ CX / 3 + EPS)
LENGTH, RADIUS = np.linalg.norm(CX), np.linalg.norm(X_HAT)
ACROSS = np.cross(CX, np.ones(3))


def moved(u, eps=EPS, h=1e-5):
    """Return by which part of a nudge along u x̂ moves; 1 / s is `across`."""
    layer, nudge = LayerNorm(3, eps=eps), h * u / np.linalg.norm(u)
    ends = layer.forward(np.array([X - nudge, X + nudge]))
    return np.linalg.norm(ends[1] - ends[0]) / (2 * h)


def width(eps):
    """Return how far s·Ju reaches along the ray, for a u of length 1."""
    return moved(CX, eps) / moved(ACROSS, eps)


def rho(length):
    return np.sqrt(3) * length / np.sqrt(length**2 + 3 * EPS)


def pulled(rate):
    """Return Cx before and after twenty steps of the layer's own dx."""
    x, layer, path = X, LayerNorm(3), [CX]
    for _ in range(20):
        layer.forward(x)
        x = x - rate * layer.backward(-TARGET)
        path.append(x - x.mean())
    return np.array(path)


TARGET = np.array([1.0, 0.0, -1.0])
SLOW, FAST = pulled(5), pulled(20)
LENGTHS = {k: np.linalg.norm(path, axis=1) for k, path in
           ((5, SLOW), (20, FAST))}  # fmt: skip


def off_the_target(path):
    """Return the angles between Cx and the target, in degrees."""
    along = path @ TARGET / np.linalg.norm(TARGET)
    return np.degrees(np.arccos(along / np.linalg.norm(path, axis=1)))


LEFT, RIGHT = ray.on_its_ray(X, EPS).axes
CURVE = RIGHT.lines[0].get_xydata()

CAPTIONS = {
    "ray-picture": [
        ("the plane orthogonal to 1:", "the vector of ones"),
        ("Left, the plane", "plane" in LEFT.get_title(loc="left")),
        ("Cx = ({}, {}, {}) and x̂ lie on one ray from {}",
         *CX, 0, np.allclose(np.cross(CX, X_HAT), 0), CX @ X_HAT > 0),
        ("Cx at distance {}, x̂ at {}, just inside the circle of radius √{}.",
         LENGTH, RADIUS, 3, 0.9 * 3**0.5 < RADIUS < 3**0.5),
        ("Right, the distance ρ of x̂ against the distance ℓ of Cx: the curve "
         "rises steeply at first, then bends and creeps up to √{}.",
         3, np.allclose(CURVE[:, 1], rho(CURVE[:, 0])),
         rho(1) > 2 * (rho(3) - rho(2)) > 20 * (rho(10) - rho(9)),
         1.65 < rho(10) < 3**0.5),
    ],
    "three-nudges-numbers": [
        ("Left, a nudge of Cx across its ray, and the move of x̂ that it "
         "causes: {} triangles with one angle at {}", 2, 0),
        ("the move is {}/{} = {}/{} of the nudge",
         RADIUS, LENGTH, 1, 1 / moved(ACROSS)),
        ("Right, the curve ρ(ℓ) with {} lines: from {} to the point of our "
         "token with slope ρ/ℓ = {}/{}", 2, 0, 1, LENGTH / RADIUS),
        ("along the curve there with slope {}/{}, almost flat",
         1, 1 / moved(CX), moved(CX) < 0.05),
    ],
    "rectangle": [
        ("A rectangle of {} by {} grows to {} by {} (drawn larger)",
         3, 2, 3 + 0.02, 2 + 0.05),
        ("It gains a strip of {} × {} at its side, one of {} × {} on top, and "
         "a tiny corner of {} × {} between them",
         0.02, 2, 3, 0.05, 0.02, 0.05,
         np.isclose(3.02 * 2.05 - 3 * 2, 0.02 * 2 + 3 * 0.05 + 0.02 * 0.05),
         min(0.02 * 2, 3 * 0.05) / 10 > 0.02 * 0.05),
    ],
    "plane-picture": [
        ("{} panels with the circle of all nudges u of length {}.", 3, 1),
        ("s·Ju keeps their height, across the ray, and shrinks their width, "
         "along it", np.isclose(moved(ACROSS) * np.sqrt(X.var() + EPS), 1),
         width(EPS) < 1),
        ("to one {} at ε = {}, to one {} at ε = {}, to nothing at ε = {}, "
         "where a line is left",
         round(width(14), 6), 14, round(width(2), 6), 2, 0,
         width(0) < 1e-6),
    ],
    "gradient-picture": [
        ("Left, the way of Cx in its plane over {} steps", len(SLOW) - 1),
        ("with the rate {} it winds slowly out of the circle on which it "
         "started, with the rate {} in larger steps and farther out",
         5, 20, LENGTHS[20][-1] > LENGTHS[5][-1],
         np.linalg.norm(FAST[1] - CX) > np.linalg.norm(SLOW[1] - CX)),
        ("Both approach the line on which the target lies; rate {} is not "
         "there yet", 5,
         *((np.diff(off_the_target(each)) < 1e-3).all()
           for each in (SLOW, FAST)),
         off_the_target(SLOW)[-1] > 5 > 1 > off_the_target(FAST)[-1]),
        ("Right, the distance of Cx from {}: it never falls", 0,
         *((np.diff(each) > -1e-12).all() for each in LENGTHS.values())),
        ("It goes from {} to {} with the rate {}, and to {} with the rate "
         "{}, where it stays from step {} on",
         LENGTH, LENGTHS[5][-1], 5, LENGTHS[20][-1], 20, 10,
         np.ptp(LENGTHS[20][10:]) < 0.05, np.ptp(LENGTHS[20][5:]) > 0.05),
    ],
}  # fmt: skip
