"""What the side page on the slopes of μ and σ says of the stored runs."""

import numpy as np

from course_lib.layers import softmax_cross_entropy
from lesson_parts.laboratory.findings import by_optimizer, split
from lesson_parts.laboratory.plan_settings import BOTH
from lesson_parts.laboratory.signals import signals
from lesson_parts.laboratory.trainer import Setting
from lesson_parts.trials.cells import PLACES, STARTS
from lesson_parts.trials.detached import NORMS
from lesson_parts.trials.findings import (
    QUESTIONS,
    answered,
    detached,
    diverged,
    mean,
    report,
    scores,
    scores_at_first,
)
from lesson_parts.trials.run import make

GD, ADAM = BOTH
B = answered("B")
ONCE = answered("B", scores_at_first)


def by_setting(place):
    """Return what detaching both adds, setting by setting, in points."""
    return split(
        detached("both detached", place),
        lambda s: (s.start, s.optimizer),
        scores,
    )


def points(name, answers=B):
    """Return mean and interval of one answer, in points."""
    _, found, *_ = answers[name]
    return tuple(100 * x for x in (found.mean, *found.wide))


POST, PRE = (
    {at: 100 * each.mean for at, each in by_setting(place).items()}
    for place in PLACES
)


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


FIVE = 100 * np.sort(B["B5"][1].differences)
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
        "7.6": -points("B1")[0],
        "3.4": points("B2")[0],
        "1.7 2.7 0.7": (
            points("B5")[0],
            *(100 * each.mean for each in by_optimizer(
                QUESTIONS["B5"].weights, scores).values()),
        ),
        "5.3 0.7 2.0": FIVE[[-1, 0, -2]],
        "−7.0 5.2 12.1 0.1 1.3": tuple(points(n, ONCE)[0] for n in ONCE),
        "4.1 6.2 2.7 4.0": (*points("B2", ONCE)[1:], *points("B2")[1:]),
    },
    "every-cell-why": {
        "2.5": -POST["small", GD],
        "12.6": -POST["small", ADAM],
        "0.9 6.0": (min(PRE.values()), max(PRE.values())),
        "0.85": COSINES["both detached"]["post-norm", "small"],
        "0.79": COSINES["both detached"]["pre-norm", ""],
        "0.008": [
            extreme(
                rate(f"pre-norm, {name} detached", start)
                for name in ("σ", "both")
                for start in STARTS
            )
            for extreme in (min, max)
        ],
        "0.002": [rate("pre-norm", start) for start in STARTS],
        "8.7 13.8": tuple(-few(f"post-norm, {ALL}", 16, s) for s in STARTS),
        "0.5 0.9": tuple(
            -few(f"post-norm, {ALL}, last only", 16, s) for s in STARTS
        ),
        "1.2 1.0": tuple(
            -few(f"post-norm, {ALL}, all but last", 16, s) for s in STARTS
        ),
        "4.7 6.0 1.3": (
            few(f"pre-norm, {ALL}", 16),
            few(f"pre-norm, {ALL}, all but last", 16),
            few(f"pre-norm, {ALL}, last only", 16),
        ),
        "4 1.8 2.7": (
            4, -few(f"post-norm, {ALL}", 4),
            few(f"post-norm, {ALL}", 4, optimizer=GD),
        ),
        "3.4": few(f"pre-norm, {ALL}", 4, optimizer=GD),
    },
    "closing": {
        "29.5 6.0": shares("post-norm", GD),
        "21.6": -shares("post-norm", ADAM)[0],
        "9.2": shares("post-norm", ADAM)[1],
        "2.0 4.6": tuple(-shares("pre-norm", each)[1] for each in BOTH),
    },
}  # fmt: skip

HOLDS = {
    "answers-why": {
        "less, more, it depends on the place, no difference, more":
            [said for *_, said in B.values()] == [
                "less", "more", "more", "no difference", "more",
            ],
        "only B5 was another verdict, and too little to matter":
            [said for *_, said in ONCE.values()] == [
                "less", "more", "more", "no difference",
                "more, but too little to matter",
            ],
    },
    "every-cell-why": {
        "all of post-norm lose, the first named least, the last most":
            max(POST, key=POST.get) == ("small", GD)
            and min(POST, key=POST.get) == ("small", ADAM)
            and max(POST.values()) < 0 < min(PRE.values()),
        "the interval of pre-norm's smallest holds 0":
            min(PRE, key=PRE.get) == ("small", GD)
            and by_setting("pre-norm")["small", GD].wide[0] < 0,
        "with 4 blocks and Adam pre-norm gains nothing":
            abs(few(f"pre-norm, {ALL}", 4)) < 0.1,
    },
    "closing": {
        "in one place of four the slopes are worth more than the forward":
            [
                (place, each)
                for place in PLACES
                for each in BOTH
                if np.subtract(*shares(place, each)) < 0
            ] == [("post-norm", ADAM)],
        "four of ten diverged without a norm":
            diverged(Setting("no norm", 16)) == 4,
    },
}  # fmt: skip
