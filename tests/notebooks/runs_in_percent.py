"""What the stored runs of lessons 11 and 10 read, in percent and in points."""

from lesson_parts.laboratory.findings import (
    DESCRIBED,
    QUESTIONS,
    by_place,
    differences,
    mean,
    scores,
    searched,
    stored,
)
from lesson_parts.laboratory.paired import finding
from lesson_parts.laboratory.plan_settings import (
    LONGER,
    LONGER_SEEDS,
    chosen_rate,
)
from lesson_parts.laboratory.trainer import Setting

GD, ADAM = "gradient descent", "Adam"
SMALL = {"start": "small"}
FOUND = [finding(differences(each.weights)) for each in QUESTIONS]
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
    found = scores(Setting(variant, 16, GD, steps=LONGER))
    assert len(found) == len(LONGER_SEEDS)
    return 100 * found.mean()


def usual(variant):
    """Return the percentage of the same seeds with the usual steps."""
    return 100 * scores(Setting(variant, 16, GD))[: len(LONGER_SEEDS)].mean()


def moved(variant, optimizer):
    """Return what the small start gains a variant, as `gain` does."""
    small = Setting(variant, 16, optimizer, **SMALL)
    return gain(small, Setting(variant, 16, optimizer))


def rate(variant, optimizer=ADAM, depth=16, **change):
    """Return the rate that a search chose."""
    return chosen_rate(stored()[Setting(variant, depth, optimizer, **change)])


def at_rate(variant, lr, optimizer=ADAM, **change):
    """Return what a search read at a rate with 16 blocks, in percent."""
    runs = stored()[Setting(variant, 16, optimizer, **change)]
    return 100 * searched(runs)[lr]


def at_common_rates(optimizer):
    """List what pre-norm and post-norm read at rates at which one trains.

    It is what the search's first seed read.
    """
    pre, post = (
        {
            run.lr: run.accuracy
            for run in stored()[Setting(name, 16, optimizer)]["coarse"]
        }
        for name in ("pre-norm", "post-norm")
    )
    pairs = [(pre[lr], post[lr]) for lr in pre.keys() & post.keys()]
    return [pair for pair in pairs if max(pair) > 0.11]


def leads():
    """Return pre-norm's least and greatest lead at a common rate."""
    pairs = [*at_common_rates(GD), *at_common_rates(ADAM)]
    found = [100 * (pre - post) for pre, post in pairs]
    return min(found), max(found)
