"""What each explorer says and draws, computed a second time.

A function for every explorer has its name: from the values of the controls it
returns the numbers of the sentence, in order, and what artists show, by name.
A line shows (x, y), a text its words, a bar its height, a matrix its numbers;
several artists are a list. ``WORDS`` has what stands in the sentence at some
values: those at which it changes its words, and a few numbers by hand.
"""

import json
from statistics import fmean, pstdev

import numpy as np

from course_lib.evidence import complex_step, textbook
from course_lib.layers import LayerNorm
from course_lib.panels.words import number, numbers
from parts.derivatives.pictures import FLOOR, cube_slope
from parts.feed_forward import explorers as feed_forward
from parts.feed_forward.curves import LEARNING_RATES, STEPS, stored_curves
from parts.layer_norm import axes
from parts.layer_norm import explorers as layer_norm
from parts.residual_add.explorers import turns_and_dy
from parts.statistics.explorers import SHAPES
from parts.todays_models import explorers as rms_norm
from parts.training.grid import FILE
from parts.vectors.sphere_pictures import POINTS

RUNS = json.loads(FILE.read_text(encoding="utf-8"))


def MeanFollows(third):
    mean = (2 + 4 + third) / 3
    drawn = {"third": ([third], [0]), "mean": ([mean], [-0.27])}
    return [2, 4, third, mean], drawn


def CentreAndSpread(centre, spread, shape):
    low, high = centre - spread, centre + spread
    share = 100 * np.mean(abs(SHAPES[shape]) <= 1)
    drawn = {
        "low": [([low, low], [0, 255])],
        "mean": [([centre, centre], [0, 283])],
        "high": [([high, high], [0, 255])],
        "says": [
            f"mean − std {number(low)}",
            f"mean {number(centre)}",
            f"mean + std {number(high)}",
        ],
    }
    return [centre, spread, centre, spread, low, high, share], drawn


def TurningVector(angle, length):
    v = length * np.exp(1j * np.radians(45 + angle))
    v = np.array([v.real, v.imag])
    shadow = np.full(2, v.mean())
    drawn = {
        "v": [np.transpose([(0, 0), v])],
        "shadow": [np.transpose([(0, 0), shadow])],
        "drop": [np.transpose([v, shadow])],
        "here": [([angle], [v.sum()])],
    }
    told = [1, v.sum(), v.mean(), 1, *shadow, 1]
    return [angle, 1, length, *v, *told], drawn


def SphereFromAllSides(tilt, turn):
    centred = POINTS - POINTS.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(centred, axis=1)
    view = [1] if tilt == 90 else []
    told = [tilt, turn, 1, 1, min(lengths), max(lengths), 3**0.5, 3]
    return view + told, {}


def NormsOnTheSphere(tilt, turn):
    means = [fmean(x) / fmean(x**2) ** 0.5 for x in POINTS]
    return [tilt, turn, 3, *means, 0], {}


def StepSize(h, method, numbers):
    x, dtype = 1.3, getattr(np, numbers)
    step, true = float(f"{h:.3g}"), 3 * dtype(x).item() ** 2
    slope = float(cube_slope(method, dtype(x), dtype(step)))
    off = abs(slope - true) / true
    error = [] if off < 4 * np.finfo(dtype).eps else [off]
    points = {
        "forward difference": [x, x + step],
        "central difference": [x - step, x + step],
        "complex step": [x],
    }[method]
    points = np.array(points)
    run = np.array([-3, 3])
    drawn = {
        "points": (points, points**3),
        "line": (points[0] + run, points[0] ** 3 + slope * run),
        "mark": ([h], [max(off, FLOOR)]),
    }
    return [h, slope, 5.07, *error], drawn


def DepthAndGain(depth, gain):
    turns, dy = turns_and_dy()
    whole, norms = np.eye(len(dy)), [1.0]
    for Q in reversed(turns[:depth]):  # y = x + gain x @ Q: dx = dy (…)ᵀ
        whole = whole @ (np.eye(len(dy)) + gain * Q).T
        norms.append(np.linalg.norm(dy @ whole))
    drawn = {
        "with shortcut": (range(depth + 1), norms[::-1]),
        "without": (range(depth + 1), gain ** np.arange(depth, -1.0, -1)),
        "says": f"{depth} layers, gain {gain:.2f}",
    }
    return [depth, gain, 1, gain**depth, norms[-1]], drawn


def GammaBeta(gamma, beta, token):
    x = layer_norm.TOKENS[token]
    y = gamma * (x - x.mean()) / np.sqrt(x.var() + 1e-5) + beta
    drawn = {"rings": (x, 0 * x), "x": row(x, 2, "std")}
    if gamma:
        drawn["x_hat"] = row((y - beta) / gamma, 1, "std")
    drawn["y"] = row(y, 0, "std")
    name = [int(word) for word in token.split() if word.isdigit()]
    return [gamma, beta, *name, *y[:3], beta, abs(gamma)], drawn


def row(values, height, word):
    """Return what a row of dots shows: a band, the dots, and words."""
    mean, std = fmean(values), pstdev(values)
    return [
        ([mean - std, mean + std], [height, height]),
        (values, [height] * len(values)),
        f"mean {number(mean)}\n{word} {number(std)}",
    ]


def EpsilonLab(std, eps, row):
    if row == "constant":
        drawn = {("dots", place): ([0] * 3, [at] * 3)
                 for place, at in (("inside", 2), ("added", 1))}  # fmt: skip
        return [0, std, eps, 0, 0, 0], drawn | {("says", "nowhere"): "0 / 0"}
    token = np.array([3.16, 0.61, 1.87])
    token = (token - token.mean()) / token.std() * std
    layer = LayerNorm(3, eps=eps).forward(token)
    added = token / (std + eps)
    spreads = layer.std(), added.std()
    drawn = {
        ("dots", "inside"): (layer, [2] * 3),
        ("dots", "added"): (added, [1] * 3),
        ("dots", "nowhere"): (token / std, [0] * 3),
        ("here", "inside"): ([std], [layer.std()]),
        ("says", "inside"): f"spread {number(layer.std())}",
    }
    return [std, eps, *spreads, 1, abs(np.subtract(*spreads))], drawn


def AxisPicker(over, token, amount):
    """Who shares a mean, number by number."""
    names, home = ("batch", "token", "feature"), (0, token, 2)
    over = names if over == "all three" else over

    def shares(cell):
        """Say whether it lies beside home along averaged axes alone."""
        return all(
            here == there or name in over
            for here, there, name in zip(cell, home, names)
        )

    group = [cell for cell in np.ndindex(2, 3, 4) if shares(cell)]
    before = {cell: axes.CUBE[cell] for cell in group}
    after = before | {home: axes.CUBE[home] + amount}
    sharing, change = np.full((2, 7, 4), np.nan)
    change[[0, 1, 2, 4, 5, 6]] = 0  # between the sentences is a gap
    heard = set()
    for b, t, f in group:
        new, old = (
            (x[b, t, f] - fmean(x.values()))
            / (pstdev(x.values()) ** 2 + 1e-5) ** 0.5
            for x in (after, before)
        )
        sharing[4 * b + t, f], change[4 * b + t, f] = 1.5, new - old
        if abs(new - old) > 1e-3:
            heard.add((b, t, f))
    others = {cell[:2] for cell in heard} - {home[:2]}
    reached = [len(others), sum(b for b, _ in others), 1] if others else []
    said = [token, len(group) - 1, amount, len(heard), 24, *reached]
    numbers = [number(axes.CUBE[0, t, 2], 1) for t in range(3)]
    numbers[token] = number(after[home], 1)
    drawn = {"sharing": sharing, "change": change, "numbers": numbers}
    return said, drawn


def JacobianAction(x3, eps, dy):
    x = np.array([0.6, 2.3, 1.2, x3])
    s = np.sqrt(x.var() + eps)
    jacobian = complex_step(lambda v: textbook.layer_norm(v, eps=eps), x)
    both, start = np.stack([np.ones(4), x], axis=1), np.array([1, -1, 0, 0])
    across = start - both @ np.linalg.lstsq(both, start)[0]
    vector, told = {
        "all ones": (np.ones(4), []),
        "x̂": ((x - x.mean()) / s, [eps / s**2, 0]),
        "across both": (2 * across / np.linalg.norm(across), [s]),
        "first entry alone": (np.array([1, 0, 0, 0]), [0, 0]),
    }[dy]
    dx = jacobian @ vector
    drawn = {
        "cells": jacobian,
        "numbers": [number(v, 2) if v else "0" for v in jacobian.ravel()],
        "title": f"J at x = {numbers(x, 1)}",
        "dy": [*vector],
        "dx": [*dx],
    }
    return [*x, eps, jacobian.max(), *vector, *dx, *told], drawn


def Bends(units, x):
    """Join points of the curve as np.interp does, which knows no ReLU."""
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
        f"x = {number(x, 1)}",
    }
    return [units, *knots, gap, x, total(x), count, units, slope], drawn


def RateAndWidth(lr, d_ff):
    losses, alive = stored_curves()[lr, d_ff]
    smaller = [
        (range(STEPS + 1), stored_curves()[rate, d_ff][0].clip(1e-5))
        for rate in LEARNING_RATES
        if rate < lr
    ]
    none = [([], [])] * (len(LEARNING_RATES) - 1 - len(smaller))
    drawn = {
        "curve": (range(STEPS + 1), losses.clip(1e-5)),
        "smaller": smaller + none,
        "says": f"rate {lr:g}, width {d_ff}",
    }
    ends = losses[0], losses[-1], STEPS, losses.max()
    return [lr, d_ff, *ends, 100 * alive], drawn


def FinishedRuns(variant, depth, lr):
    blocks = f"{depth} block" if depth == 1 else f"{depth} blocks"
    drawn, read, lost = {"title": f"{variant}, {blocks}, rate {lr:g}"}, [], []
    where = ["", variant, depth, lr]
    for r in RUNS:
        found = [r["change"], r["variant"], r["depth"], r["lr"]]
        if found != where or r["seed"] > 3:
            continue
        loss = [min(v, 1e5) for v in r["loss"] if v is not None]
        shares = [count / 300 for count in r["validation"]]
        for name, values in (("loss", loss), ("validation", shares)):
            epochs = range(1, len(values) + 1)
            drawn[name, r["seed"]] = epochs, values
        if r["loss"][-1] is None:
            lost.append(str(r["seed"]))
        else:
            read.append(100 * shares[-1])
    run = "run" if len(lost) == 1 else "runs"
    drawn["diverged"] = f"diverged: {run} {', '.join(lost)}" if lost else ""
    return [depth, lr, *read], drawn


def ThreeNorms(m, c):
    x = c * (m + rms_norm.GAPS)
    spread = np.sqrt(x.var() + 1e-5)
    rows = {
        "x": (x, 0),
        "LayerNorm": ((x - x.mean()) / spread, 2),
        "RMSNorm": (x / np.sqrt((x * x).mean() + 1e-5), 1),
        "no centring": (x / spread, 0),
    }
    told = {name: [y.mean(), y.std()] for name, (y, _) in rows.items()}
    told["RMSNorm"].append((rows["RMSNorm"][0] ** 2).mean())
    drawn = {name: row(*each, "spread") for name, each in rows.items()}
    return [m, c, *x, *(n for each in told.values() for n in each)], drawn


WORDS = {
    "MeanFollows": [({"third": 7}, "mean 4.33."), ({"third": 12}, "mean 6.")],
    "TurningVector": [
        ({"angle": 90, "length": 3.0}, "is [−2.12, 2.12]. The dot product"),
        ({"angle": 90}, "so the mean of v is 0.00"),
        ({"angle": 90}, "v points to neither side: it is orthogonal to 1."),
        ({"angle": 85}, "v points to the same side as 1."),
        ({"angle": -95}, "v points to the side away from 1."),
    ],
    "SphereFromAllSides": [
        ({}, "lengths of 0.86 to 2.04 all come to 1.73"),
        ({}, "seen aslant"),
        ({"tilt": 0}, "from its edge"),
        ({"tilt": 90, "turn": 120}, "Seen along 1"),
    ],
    "NormsOnTheSphere": [({}, "keep means of −0.90, 0.92, 0.79, −0.61")],
    "StepSize": [
        ({"h": 1.0, "method": "forward difference"}, "9.970000 where 5.07 is"),
        ({"h": 1e-16, "method": "complex step"}, "right to the last digit"),
        ({}, "gives slope 5.080000 where 5.07 is true: a relative error of"),
    ],
    "GammaBeta": [
        ({}, "3 × studying becomes y = [1.23, −1.22, −0.01]. Its mean is β"),
        ({"gamma": 0.0}, "nothing of x is left"),
        ({"gamma": -1.0}, "The order of the features is reversed."),
        ({"gamma": 0.5}, "The order of the features is that of x."),
        ({"token": "16 random features"}, ", …]"),
        ({"gamma": 3.12, "beta": 5.64}, "That is x again: for this token"),
        # γ and β that undo one token do not undo another.
        (
            {"gamma": 3.12, "beta": 5.64, "token": "another token"},
            "another token becomes y = [2.24, 9.78, 4.90]",
        ),
    ],
    "EpsilonLab": [  # the answer
        ({"std": 1e-4, "eps": 1e-8}, "deviation 0.707 with ε inside"),
        ({"row": "constant"}, "without ε it is 0/0, not a number"),
    ],
    "AxisPicker": [
        ({}, "changes 4 of 24 outputs and reaches no other token."),
        (
            {"over": "batch and token (BatchNorm)"},
            "changes 6 of 24 outputs and reaches 5 other tokens, 3 of them",
        ),
        ({"over": "token"}, "changes 3 of 24 outputs and reaches 2 other tok"),
        (
            {"over": "batch"},
            "shares its mean with 1 other. Moved by 3.0, it changes 2 of 24 "
            "outputs and reaches 1 other token, 1 of them in sentence 1. Of "
            "two numbers x̂ keeps only which one is larger.",
        ),
        (  # the answer: all of sentence 0
            {"over": "token and feature"},
            "changes 12 of 24 outputs and reaches 2 other tokens, 0 of them",
        ),
        ({"over": "all three"}, "changes 24 of 24 outputs and reaches 5 othe"),
        ({"amount": 0.0}, "changes 0 of 24"),
    ],
    "JacobianAction": [
        ({"dy": "all ones"}, "dx is [0.00, 0.00, 0.00, 0.00]: no change of x"),
        ({"dy": "x̂"}, "of dy/s is left, and nothing at ε = 0."),
    ],
    "Bends": [  # a slider's 1.5 is not beyond the bend at 1.5
        ({"units": 8, "x": 1.5000000000000002}, "3 of 8 are open"),
        ({"units": 1}, "With 1 unit the sum"),
    ],
    "FinishedRuns": [
        ({"depth": 1}, "post-norm, 1 block, learning rate 0.1. Valida"),
        (
            {"variant": "no shortcut", "depth": 1, "lr": 1.0},
            "diverged, 10.3",
        ),
        ({"variant": "no norm", "lr": 1.0}, "runs: diverged, diverged, di"),
    ],
    "ThreeNorms": [
        ({}, "x is [0.90, 2.60, 1.50, 3.00]: mean 2.00, spread 0.84. Laye"),
        ({}, "RMSNorm: mean 0.92, spread 0.39; their squares add up to 1.00."),
        (
            {"m": -4.0},
            "LayerNorm: mean 0.00, spread 1.00. RMSNorm: mean −0.98",
        ),
        ({"m": 4.0, "c": -2.0}, "No centring: mean −4.76, spread 1.00."),
        ({"c": 0.0}, "RMSNorm: mean 0.00, spread 0.00; their squares add up "),
    ],
}
