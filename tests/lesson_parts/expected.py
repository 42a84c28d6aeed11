"""What each explorer says, computed a second time.

A function for every explorer has its name: from the values of the controls it
returns the numbers of the sentence, in order. Explorers that only look up
what was measured have none: the tests of the real model measure it anew.
"""

import numpy as np

from course_lib.evidence import complex_step, textbook
from lesson_parts.feed_forward import explorers as feed_forward
from lesson_parts.layernorm import shared_axes
from lesson_parts.residual_add.explorers import turns_and_dy
from lesson_parts.statistics.explorers import SHAPES
from lesson_parts.todays_layers import explorers as rms_norm
from lesson_parts.vectors.sphere_pictures import POINTS

LOOKED_UP = "LeaveOut", "OwnSentences", "TwoSigmas"


def MeanFollows(third):
    return [2, 4, third, (2 + 4 + third) / 3]


def CentreAndSpread(centre, spread, shape):
    share = 100 * np.mean(abs(SHAPES[shape]) <= 1)
    ends = centre - spread, centre + spread
    return [centre, spread, centre, spread, *ends, share]


def TurningVector(angle, length):
    v = length * np.exp(1j * np.radians(45 + angle))
    mean = (v.real + v.imag) / 2
    told = [1, 2 * mean, mean, 1, mean, mean, 1]
    return [angle, 1, length, v.real, v.imag, *told]


def SphereFromAllSides(tilt, turn):
    centred = POINTS - POINTS.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(centred, axis=1)
    view = [1] if tilt == 90 else []
    told = [tilt, turn, 1, 1, min(lengths), max(lengths), 3**0.5, 3]
    return view + told


def DepthAndGain(depth, gain):
    turns, dy = turns_and_dy()
    whole = np.eye(len(dy))
    for Q in reversed(turns[:depth]):  # y = x + gain x @ Q: dx = dy (…)ᵀ
        whole = whole @ (np.eye(len(dy)) + gain * Q).T
    return [depth, gain, 1, gain**depth, np.linalg.norm(dy @ whole)]


def GammaBeta(gamma, beta, moved):
    """Features that are not meant keep γ = 1 and β = 0."""
    x = 3 * np.array([3.16, 0.61, 1.87])
    x_hat = (x - x.mean()) / np.sqrt(x.var() + 1e-5)
    meant = [
        moved in ("all features", f"feature {k} alone") for k in (1, 2, 3)
    ]
    y = np.where(meant, gamma * x_hat + beta, x_hat)
    alone = [int(moved.split()[1]), 1, 0] if "alone" in moved else []
    return [gamma, beta, *alone, 3, *y, y.mean(), y.std()]


def SharedAxes(along, added):
    """Standardize each group of numbers by itself, found by its place."""
    axes = shared_axes.AXES[along]
    x = np.random.default_rng(11).normal(size=(2, 3, 4)).round(1)
    other = x.copy()
    other[0, 0, 3] += added
    groups = {}
    for place in np.ndindex(x.shape):
        kept = tuple(i for k, i in enumerate(place) if k not in axes)
        groups.setdefault(kept, []).append(place)

    def flattened(values):
        found = np.empty(x.shape)
        for places in groups.values():
            of = np.array([values[place] for place in places])
            for place, one in zip(places, of):
                found[place] = (one - of.mean()) / (of.var() + 1e-5) ** 0.5
        return found

    moved = abs(flattened(other) - flattened(x)) > 0.005
    size = x.size // len(groups)
    counts = size, len(groups), added, moved.sum(), 24
    return [*counts, moved.any(-1).sum(), 6]


def EpsilonLab(std, eps, row):
    if row == "constant":
        return [0, std, eps, 0, 0, 0]
    inside, added = std / np.sqrt(std**2 + eps), std / (std + eps)
    return [std, eps, inside, added, 1, abs(inside - added)]


def MoveTheToken(right, up, eps):
    """J is found by the complex step, and the plane's axes by projection."""
    token = np.array([-4, -1, 5]) / 42**0.5
    other = np.array([2, -3, 1]) / 14**0.5
    x = 5 + right * token + up * other
    jacobian = complex_step(lambda v: textbook.layer_norm(v, eps=eps), x)
    plane = np.array([token, other])
    x_hat = plane @ textbook.layer_norm(x, eps=eps)
    length = np.hypot(right, up)
    along = np.array([right, up]) / length
    moved = plane @ jacobian @ plane.T
    across = np.array([-along[1], along[0]])
    lengths = length, np.linalg.norm(x_hat), 3**0.5
    told = np.linalg.norm(moved @ across), np.linalg.norm(moved @ along)
    return [right, up, eps, *x, *lengths, *told]


def PullTheToken(rate, length):
    """Take the steps by the complex step of the loss −x̂·target."""
    x, target = np.array([1.0, 4, 10]), np.array([1, 0, -1])

    def loss(v):
        return -textbook.layer_norm(v, eps=1e-5) @ target

    path = []
    for _ in range(21):
        centred = x - x.mean()
        path.append(centred)
        x = x - rate * complex_step(loss, x)
        if length != "free":
            centred = x - x.mean()
            x = centred * np.sqrt(42) / np.linalg.norm(centred)
    path = np.array(path)
    along = path @ target / 2**0.5
    across = path @ [1, -2, 1] / 6**0.5
    angle = np.degrees(np.angle(along + 1j * across))
    far = np.linalg.norm(path[[0, -1]], axis=1)
    return [rate, far[0], 0, angle[0], 20, far[1], 0, abs(angle[-1])]


def Bends(units, x):
    """Join points of the curve as np.interp does, which knows no ReLU."""
    x = round(x, 9)  # a slider's 1.5 may be 1.5000000000000002
    points = np.linspace(0, 4, units + 1)
    curve = feed_forward.curve_to_meet

    def total(x):
        return np.interp(x, points, curve(points))

    knots, grid = points[:-1], np.linspace(0, 4, 2001)
    gap = abs(total(grid) - curve(grid)).max()
    slope = (total(x - 1e-4) - total(x - 2e-4)) / 1e-4
    count = sum(knots < x)
    return [units, *knots, gap, x, total(x), count, units, slope]


def ThreeNorms(m, c):
    x = c * (m + rms_norm.GAPS)
    spread = np.sqrt(x.var() + 1e-5)
    normed = {
        "x": x,
        "LayerNorm": (x - x.mean()) / spread,
        "RMSNorm": x / np.sqrt((x * x).mean() + 1e-5),
        "no centring": x / spread,
    }
    told = {name: [y.mean(), y.std()] for name, y in normed.items()}
    told["RMSNorm"].append((normed["RMSNorm"] ** 2).mean())
    return [m, c, *x, *(n for numbers in told.values() for n in numbers)]


# States that the ends and the middle of the sliders do not meet.
BESIDES = {
    "GammaBeta": [
        {"gamma": 3.12, "beta": 5.64},  # brings this token back, and no other
        {"gamma": 1.0, "beta": 2.0, "moved": "feature 3 alone"},
        {"gamma": 3.12, "beta": 5.68},
    ],
    "Bends": [{"units": 8, "x": 1.5000000000000002}],  # bends at 1.5
    "MoveTheToken": [{"right": 1.48, "eps": 20.0}],  # nearly a circle
    "PullTheToken": [  # the largest rate at which it comes to rest
        {"rate": rate, "length": "set back after each step"}
        for rate in (30, 35)
    ],
}
