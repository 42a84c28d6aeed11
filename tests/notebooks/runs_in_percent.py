"""What the stored runs of lessons 09 and 10 read, in percent and in points."""

import numpy as np

from parts.training.findings import (
    DESCRIBED,
    QUESTIONS,
    by_place,
    differences,
    mean,
    scores,
    stored,
)
from parts.training.paired import finding
from parts.training.plan_cells import LONGER, LONGER_SEEDS
from parts.training.trainer import Kind

GD, ADAM = "gradient descent", "Adam"
SMALL = {"start": "small"}
FOUND = [finding(differences(each.cells)) for each in QUESTIONS]
# What the plan did not ask: the mean, and each optimizer by itself.
BESIDE = {
    words: 100 * finding(differences(cells)).mean
    for words, cells in DESCRIBED.items()
}
APART = {
    words: [100 * found.mean for found in by_place(cells).values()]
    for words, cells in DESCRIBED.items()
}


def both(variant, depth=16, **change):
    """Return what gradient descent and Adam read, in percent."""
    return tuple(read(variant, depth, each, **change) for each in (GD, ADAM))


def read(variant, depth, optimizer, **change):
    """Return the mean of the report runs, in percent."""
    return 100 * mean(variant, depth, optimizer, **change)


def question(number):
    """Return mean and interval of one answer, in points."""
    found = FOUND[number - 1]
    return tuple(100 * x for x in (found.mean, *found.wide))


def gain(one, other):
    """Return mean and interval of two settings' difference, in points."""
    found = finding(100 * (scores(one) - scores(other)))
    return (found.mean, *found.wide)


def less(gained):
    """Return what is lost, and its interval, of what is gained."""
    found, low, high = gained
    return (-found, -high, -low)


def longer(variant):
    """Return the percentage after four times the steps."""
    found = scores(Kind(variant, 16, GD, steps=LONGER))
    assert len(found) == len(LONGER_SEEDS)
    return 100 * found.mean()


def usual(variant):
    """Return the percentage of the same seeds with the usual steps."""
    return 100 * scores(Kind(variant, 16, GD))[: len(LONGER_SEEDS)].mean()


def leads():
    """Return pre-norm's leads at common rates, by the search's first seed.

    Rates at which neither order trains are left out.
    """
    found = []
    for optimizer in (GD, ADAM):
        pre, post = (
            first_seed(Kind(name, 16, optimizer))
            for name in ("pre-norm", "post-norm")
        )
        found += [
            100 * (pre[lr] - post[lr])
            for lr in pre.keys() & post.keys()
            if pre[lr] > 0.11
        ]
    return min(found), max(found)


def first_seed(kind):
    """Return what the coarse search reads at every rate it tried."""
    return {run.lr: run.accuracy for run in stored()[kind]["coarse"]}


def median(read_by_seed):
    return 100 * np.median(read_by_seed)
