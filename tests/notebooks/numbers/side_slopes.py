"""What the side page on the slopes of μ and σ says of the stored runs."""

import numpy as np

from course_lib.layers import softmax_cross_entropy
from parts.training.findings import diverged
from parts.training.plan_settings import BOTH
from parts.training.signals import signals
from parts.training.trainer import Setting
from parts.trials.cells import PLACES, STARTS
from parts.trials.detached import NORMS
from parts.trials.findings import (
    QUESTIONS,
    answered,
    by_optimizer,
    detached,
    mean,
    report,
    scores,
    split,
)
from parts.trials.run import make

GD, ADAM = BOTH
B = {name: 100 * found.mean for name, (found, *_) in answered("B").items()}
SAID = {name: said for name, (*_, said) in answered("B").items()}


def by_setting(place):
    """Return what detaching both adds, setting by setting, in points."""
    found = split(
        detached("both detached", place), lambda s: (s.start, s.optimizer)
    )
    return {at: 100 * each.mean for at, each in found.items()}


POST, PRE = map(by_setting, PLACES)


def shares(place, optimizer):
    """Return what the forward pass and the slopes are worth, in points."""
    both = mean(f"{place}, both detached", optimizer)
    return (
        100 * (both - mean("no norm", optimizer)),
        100 * (mean(place, optimizer) - both),
    )


def rate(variant, start):
    return report(Setting(variant, 16, ADAM, start))[0].lr


def gradient(variant, start):
    x, kind = signals(320, np.random.default_rng(5))
    model = make(Setting(variant, 16, start=start), seed=1)
    _, slope = softmax_cross_entropy(model.forward(x), kind)
    model.backward(slope)
    flat = [dp.ravel() for dp in model.gradients().values()]
    return np.concatenate(flat).astype(float)


def cosines(name):
    """Return the cosines with the true gradient, by place and start."""
    found = {}
    for place in PLACES:
        for start in STARTS:
            a = gradient(place, start)
            b = gradient(f"{place}, {name}", start)
            found[place, start] = a @ b / np.sqrt((a @ a) * (b @ b))
    return found


COSINES = {name: cosines(name) for name in NORMS}
ENDS = {
    name: (min(x.values()), max(x.values())) for name, x in COSINES.items()
}


ALL = "both detached"


def few(variant, depth, start="", optimizer=ADAM):
    """Return what detaching adds with the first three seeds, in points."""
    full = Setting(variant.split(",")[0], depth, optimizer, start)
    read = scores(full._replace(variant=variant))
    return 100 * (read[:3] - scores(full)[:3]).mean()


NUMBERS = {
    "cosine-why": {
        "0.68 0.88": ENDS["both detached"],
        "0.93 0.99": ENDS["μ detached"],
    },
    "answers-why": {
        "7.0": -B["B1"],
        "5.2": B["B2"],
        "1.3": B["B5"],
        "2.5": 100 * by_optimizer(QUESTIONS["B5"].weights)[GD].mean,
    },
    "every-cell-why": {
        "1.9": -POST["small", GD],
        "11.0": -POST["small", ADAM],
        "3.1 7.2": (min(PRE.values()), max(PRE.values())),
        "0.85": COSINES["both detached"]["post-norm", "small"],
        "0.79": COSINES["both detached"]["pre-norm", ""],
        "0.008": [
            rate(f"pre-norm, {name} detached", start)
            for name in ("σ", "both")
            for start in STARTS
        ],
        "0.002": [rate("pre-norm", start) for start in STARTS],
        "7.8 9.8": tuple(-few(f"post-norm, {ALL}", 16, s) for s in STARTS),
        "1.1 0.8": tuple(
            -few(f"post-norm, {ALL}, last only", 16, s) for s in STARTS
        ),
        "0.0 1.0": tuple(
            -few(f"post-norm, {ALL}, all but last", 16, s) for s in STARTS
        ),
        "7.4 5.9 1.9": (
            few(f"pre-norm, {ALL}", 16),
            few(f"pre-norm, {ALL}, all but last", 16),
            few(f"pre-norm, {ALL}, last only", 16),
        ),
        "4 1.5": (4, -few(f"post-norm, {ALL}", 4)),
        "3.0": [few(f"{place}, {ALL}", 4, optimizer=GD) for place in PLACES],
    },
    "closing": {
        "26.4 6.5": shares("post-norm", GD),
        "20.5": -shares("post-norm", ADAM)[0],
        "8.6": shares("post-norm", ADAM)[1],
    },
}  # fmt: skip

HOLDS = {
    "answers-why": {
        "less, more, it depends on the place, no difference, too little":
            [*SAID.values()] == [
                "less", "more", "more", "no difference",
                "more, but too little to matter",
            ],
    },
    "every-cell-why": {
        "all of post-norm lose, the first named least, the last most":
            max(POST, key=POST.get) == ("small", GD)
            and min(POST, key=POST.get) == ("small", ADAM)
            and max(POST.values()) < 0 < min(PRE.values()),
    },
    "closing": {
        "in one place of four the slopes are worth more than the forward":
            [
                (place, each)
                for place in PLACES
                for each in BOTH
                if np.subtract(*shares(place, each)) < 0
            ] == [("post-norm", ADAM)],
        "in pre-norm the slopes are worth less than nothing":
            max(shares("pre-norm", each)[1] for each in BOTH) < 0,
        "three of ten diverged without a norm":
            diverged(Setting("no norm", 16)) == 3,
    },
}  # fmt: skip
