"""What each explorer says, and what some draw, computed a second time.

A function for every explorer has its name: from the values of the controls it
returns the numbers of the sentence, in order. Of an explorer that computes for
itself, and does not only show what layers or stored results say, it returns
as well what artists show, by name: a line shows (x, y), a text its words, a
bar its height, a matrix its numbers. ``WHEN`` says in which states a sentence
has certain words.
"""

import json
from operator import mul
from statistics import fmean

import numpy as np

from course_lib.evidence import complex_step, textbook
from course_lib.sliders.words import number, numbers
from lesson_parts.derivatives.pictures import cube_slope
from lesson_parts.feed_forward import explorers as feed_forward
from lesson_parts.layernorm import shared_axes
from lesson_parts.real_model import Encoder, measure, without
from lesson_parts.real_model.changes import row_spreads
from lesson_parts.residual_add.explorers import turns_and_dy
from lesson_parts.statistics.explorers import SHAPES
from lesson_parts.todays_layers import explorers as rms_norm
from lesson_parts.vectors.sphere_pictures import POINTS

MEASURED = json.loads(measure.FILE.read_text(encoding="utf-8"))


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


def tried(h, method, numbers):
    """Return the point and the step as these numbers hold them, the slope."""
    dtype = getattr(np, numbers)
    x, step = dtype(1.3), dtype(float(f"{h:.3g}"))
    return x, step, float(cube_slope(method, x, step))


def gap(*at):
    """Return the relative error of the slope."""
    x, _, slope = tried(*at)
    return abs(slope / (3 * x.item() ** 2) - 1)


def StepSize(h, method, numbers):
    dtype = getattr(np, numbers)
    x, step, slope = tried(h, method, numbers)
    off = gap(h, method, numbers)
    told = 4 * np.finfo(dtype).eps <= off <= 0.5
    steps = [place / 20 for place in range(-40, 41)]
    near = [x + step * dtype(each) for each in steps]
    seen = steps, [(each * each * each - x * x * x) / step for each in near]
    return [h, slope, 5.07, *([off] if told else [])], {"seen": seen}


def DepthAndGain(depth, gain):
    turns, dy = turns_and_dy()
    whole, norms = np.eye(len(dy)), [1.0]
    for Q in reversed(turns[:depth]):  # y = x + gain x @ Q: dx = dy (…)ᵀ
        whole = whole @ (np.eye(len(dy)) + gain * Q).T
        norms.append(np.linalg.norm(dy @ whole))
    drawn = {
        "with shortcut": (range(depth + 1), norms[::-1]),
        "without": (range(depth + 1), gain ** np.arange(depth, -1.0, -1)),
        "says": f"{depth} layer{'' if depth == 1 else 's'}, gain {gain:.2f}",
    }
    return [depth, gain, 1, gain**depth, norms[-1]], drawn


def scaled(gamma, beta, moved):
    """Return x and y; features that are not meant keep γ = 1 and β = 0."""
    x = 3 * np.array([3.16, 0.61, 1.87])
    x_hat = (x - x.mean()) / np.sqrt(x.var() + 1e-5)
    meant = [
        moved in ("all features", f"feature {k} alone") for k in (1, 2, 3)
    ]
    return x, np.where(meant, gamma * x_hat + beta, x_hat)


def ordered(values):
    return np.diff(np.argsort(np.argsort(values))).tolist()


def GammaBeta(gamma, beta, moved):
    _, y = scaled(gamma, beta, moved)
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
    turns = np.linspace(0, 2 * np.pi, 49)
    circle = np.array([np.cos(turns), np.sin(turns)])
    drawn = {
        "ray": [np.transpose([(0, 0), (1.15 * right, 1.15 * up)])],
        "nudges": [np.array([[right], [up]]) + circle],
        "centred": [([right], [up])],
        "x_hat": [x_hat[:, None]],
        "title": f"x = {numbers(x, 1)}",
        "moves": [moved @ circle],
    }
    lengths = length, np.linalg.norm(x_hat), 3**0.5
    told = np.linalg.norm(moved @ across), np.linalg.norm(moved @ along)
    return [right, up, eps, *x, *lengths, *told], drawn


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
    drawn = {
        "path": [(along, across)], "angle": [(np.arange(21), angle)],
    }  # fmt: skip
    far = np.linalg.norm(path[[0, -1]], axis=1)
    return [rate, far[0], 0, angle[0], 20, far[1], 0, abs(angle[-1])], drawn


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
    drawn = {
        "says": f"{units} unit{'' if units == 1 else 's'}, {count} open at "
        f"x = {number(x, 1)}"
    }
    return [units, *knots, gap, x, total(x), count, units, slope], drawn


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


def sentences_found(name):
    """Return what is said of a change, and where its mark stands."""
    kept = MEASURED[name]
    found = [int(each) / 2 for each in kept["found"]]
    share = fmean(found)
    # Forty draws: twenty pairs, and twenty couples that weigh double.
    couples = [2 * fmean(found[k : k + 2]) - share for k in range(20, 60, 2)]
    draws = found[:20] + couples
    weighed = [each - share for each in draws]
    error = (40 / 39 * sum(each**2 for each in weighed)) ** 0.5 / 60
    ends = [max(share - error, 0), min(share + error, 1)]
    drawn = {"dot": ([0.3], [share]), "spread": ([0.3, 0.3], ends)}
    return [share, error, kept["partners"], kept["others"]], drawn


def LeaveOut(part, sublayer, block):
    name = f"no {part} {block} {sublayer.replace('-', '_')}"
    told, drawn = sentences_found(name)
    alike = np.array(MEASURED[name]["ten"]) / 10_000
    drawn["mesh"] = alike + np.identity(10)
    nearest = [
        max((v, -j) for j, v in enumerate(row) if i != j)[1]
        for i, row in enumerate(alike.tolist())
    ]
    drawn["rings"] = [0.5 - n for n in nearest], np.arange(10) + 0.5
    right = sum(-n == (i + 1 if i % 2 == 0 else i - 1)
                for i, n in enumerate(nearest))  # fmt: skip
    blocks = [] if block == "all" else [int(block)]
    return [*blocks, right, *told], drawn


def OwnSentences(text, left_out):
    """Encode one sentence after the other; left out as `without` says."""
    part, sublayers = {
        "nothing": (None, ()),
        "attention, all blocks": ("sublayer", ["attention"]),
        "feed-forward, all blocks": ("sublayer", ["feed_forward"]),
        "all shortcuts": ("shortcut", ["attention", "feed_forward"]),
        "all norms behind them": ("norm", ["attention", "feed_forward"]),
    }[left_out]
    change = {}
    for block in range(6):
        for sublayer in sublayers:
            change |= without(part, block, sublayer)
    encoder = Encoder()
    rows = [encoder(line, change).tolist() for line in text.split("\n")]
    alike = [[sum(map(mul, v, w)) for w in rows] for v in rows]
    best, told = (-2, 0, 0), []
    for i, row in enumerate(alike):
        near, j = max((v, j) for j, v in enumerate(row) if j != i)
        best = max(best, (near, i, j))
        told += [i + 1, j + 1, near]
    first = [len(rows), *sorted(n + 1 for n in best[1:])]
    mesh = np.full((6, 6), np.nan)
    mesh[: len(rows), : len(rows)] = alike
    return first + told, {"mesh": mesh}


def TwoSigmas(block, cls, others):
    told, drawn = sentences_found(f"sigmas {block} {cls:g} {others:g}")
    rows = row_spreads()[int(block)]
    for name, at, height in (("cls", cls, 1), ("others", others, 0)):
        drawn[name, "mark"] = [at, at], [height - 0.45, height + 0.45]
    means = fmean(rows["cls"]), fmean(rows["others"])
    return [int(block), means[0], cls, means[1], others, *told], drawn


def order_kept(*at):
    """Return 1 if y stands in the order of x, −1 if in its mirror, else 0."""
    x, y = scaled(*at)
    if np.ptp(y) < 1e-6 or brought_back(*at):
        return None
    same, mirrored = (ordered(z) == ordered(x) for z in (y, -y))
    return same - mirrored


def brought_back(*at):
    x, y = scaled(*at)
    return abs(y - x).max() < 0.01


# Words of a sentence, and in which states they are true. A sentence has them
# there, and has them nowhere else.
WHEN = {
    "TurningVector": {
        "neither side: it is orthogonal": lambda angle, _: abs(angle) == 90,
        "to the same side as 1": lambda angle, _: abs(angle) < 90,
        "to the side away from 1": lambda angle, _: abs(angle) > 90,
    },
    "SphereFromAllSides": {
        "from its edge": lambda tilt, _: tilt == 0,
        "aslant": lambda tilt, _: 0 < tilt < 90,
        "Seen along 1": lambda tilt, _: tilt == 90,
    },
    "StepSize": {
        "not one digit": lambda *at: gap(*at) > 0.5,
        "to the last digit": lambda *at: (
            gap(*at) < 4 * np.finfo(getattr(np, at[2])).eps
        ),
    },
    "GammaBeta": {
        "nothing of x is left": lambda gamma, beta, moved: (
            gamma == 0 and moved == "all features"
        ),
        "That is x again": brought_back,
        "is reversed": lambda *at: order_kept(*at) == -1,
        "is that of x": lambda *at: order_kept(*at) == 1,
        "neither x's nor its mirror": lambda *at: order_kept(*at) == 0,
    },
    "EpsilonLab": {"A constant row": lambda *at: at[2] == "constant"},
    "MoveTheToken": {
        "on the circle": lambda right, up, eps: eps == 0,
        "inside the circle": lambda right, up, eps: eps > 0,
    },
    "PullTheToken": {
        "on the other side": lambda rate, length: (
            rate > 30 and length != "free"
        ),
        "length is free": lambda rate, length: length == "free",
    },
    "LeaveOut": {
        "all blocks": lambda part, sublayer, block: block == "all",
        "the norm": lambda part, sublayer, block: part == "norm",
        "the shortcut": lambda part, sublayer, block: part == "shortcut",
    },
}
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
