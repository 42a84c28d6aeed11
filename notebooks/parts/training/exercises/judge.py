"""Judge two variants by their paired results."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise


def judge(a, b):
    """Return the mean difference, its interval, and 1, -1, 0 or 2."""
    groups = np.array([*np.ndindex((2,) * len(a))])[1:]  # all but the empty
    d = a - b
    means = np.sort(groups @ d / groups.sum(axis=1))
    out, more_out = len(means) // 40, len(means) // 20
    low, high = means[out - 1], means[-out]
    inner_low, inner_high = means[more_out - 1], means[-more_out]
    verdict = 2
    if low > 0:
        verdict = 1
    elif high < 0:
        verdict = -1
    elif inner_low >= -0.02 and inner_high <= 0.02:
        verdict = 0
    return d.mean(), np.array([low, high]), verdict


def _with_a_loop(a, b):
    from itertools import combinations

    d = [float(one) - float(other) for one, other in zip(a, b)]
    means = sorted(
        sum(group) / size
        for size in range(1, len(d) + 1)
        for group in combinations(d, size)
    )
    k, n = len(means) // 40, len(means) // 20
    if means[k - 1] > 0 or means[-k] < 0:
        verdict = 1 if means[k - 1] > 0 else -1
    else:
        verdict = 0 if max(-means[n - 1], means[-n]) <= 0.02 else 2
    return sum(d) / len(d), [means[k - 1], means[-k]], verdict


def _with_bits(a, b):
    d = np.subtract(a, b)
    chosen = np.arange(1, 2 ** len(d))[:, None] >> np.arange(len(d)) & 1
    means = np.sort(np.average(np.tile(d, (len(chosen), 1)), 1, chosen))
    k, n = len(means) // 40 - 1, len(means) // 20 - 1
    low, high = means[k], means[::-1][k]
    near = np.abs([means[n], means[::-1][n]]).max() <= 0.02
    verdict = np.select([low > 0, high < 0, near], [1, -1, 0], 2)
    return np.mean(d), (low, high), int(verdict)


def _verdict(low, high):
    if low > 0 or high < 0:
        return 1 if low > 0 else -1
    return 0 if low >= -0.02 and high <= 0.02 else 2


def _by_error(error, times=1.96):
    def wrong(a, b):
        middle, half = a.mean() - b.mean(), times * error(a, b)
        low, high = middle - half, middle + half
        return middle, np.array([low, high]), _verdict(low, high)

    return wrong


def _two_samples(a, b):
    return np.sqrt((a.var(ddof=1) + b.var(ddof=1)) / len(a))


def _counted_images(a, b):
    return np.sqrt((a * (1 - a) + b * (1 - b)).mean() / (10_000 * len(a)))


def _spread_of_seeds(a, b):
    return (a - b).std(ddof=1)


def _of_the_mean(a, b):
    return (a - b).std(ddof=1) / np.sqrt(len(a))


def _of_the_mean_by_n(a, b):
    return (a - b).std() / np.sqrt(len(a))


def _percentiles(a, b):
    groups = np.array([*np.ndindex((2,) * len(a))])[1:]
    means = groups @ (a - b) / groups.sum(axis=1)
    low, inner_low, inner_high, high = np.percentile(means, [2.5, 5, 95, 97.5])
    verdict = _verdict(low, high)
    if verdict in (0, 2):
        verdict = _verdict(min(inner_low, 0), max(inner_high, 0))
    return (a - b).mean(), np.array([low, high]), verdict


def _students(a, b):
    d, quantile = a - b, {6: 2.571, 10: 2.262}[len(a)]
    half = quantile * d.std(ddof=1) / np.sqrt(len(d))
    low, high = d.mean() - half, d.mean() + half
    return d.mean(), np.array([low, high]), _verdict(low, high)


def _never_no_difference(a, b):
    difference, interval, verdict = judge(a, b)
    return difference, interval, verdict or 2


def _cases(rng):
    def pairs(difference, spread, seeds=10):
        b = rng.normal(0.7, 0.02, seeds)
        d = rng.normal(0, 1, seeds)
        d = difference + spread * (d - d.mean()) / d.std()
        return b + d, b

    return [
        Case(*pairs(0.03, 0.012, 6), note="six seeds"),
        Case(*pairs(0.05, 0.015), note="more"),
        Case(*pairs(-0.04, 0.012), note="less"),
        Case(*pairs(0.002, 0.006), note="no difference"),
        Case(*pairs(0.004, 0.2), note="a wide interval around 0"),
        Case(*pairs(0.013, 0.028), note="a small mean, and not sure"),
        Case(*pairs(0.0016, 0.0272), note="between 90 and 95 percent"),
        Case(*pairs(0.02, 0.031), note="nearly more"),
        Case(*pairs(300.0, 400.0), note="scores beyond 1"),
        Case(*pairs(0.01, 0.002), note="a little more, and sure"),
        Case(*pairs(-0.01, 0.002), note="a little less, and sure"),
        Case(*pairs(-0.013, 0.028), note="a small mean below 0"),
    ]


SMALL = "inner_low >= -0.02 and inner_high <= 0.02"
SMALL_MEAN = f"{SMALL} → abs(d.mean()) <= 0.02"
ZERO_FIRST = "if low > 0 → if {}:\n        verdict = 0\n    elif low > 0"
UPPER = "means[-out] → means[-out - 1]"
LOWER = "means[out - 1] → means[out]"

EXERCISE = Exercise(
    lesson="09",
    statement="`a` and `b` hold the accuracies of two variants; entries at "
    "the same place have the same seed. Return the `difference`, which is the "
    "mean of a − b, the `interval` [low, high], and the `verdict`. For the "
    "interval take the mean of a − b over every group of seeds (each row of "
    "`groups` marks one group by ones) and sort these means. Let k be one in "
    "40 of them, rounded down. Then low is the k-th mean from the start, and "
    "high is the k-th from the end. A narrower interval is made alike with "
    "one in 20. The verdict is 1 if the interval lies above 0, and −1 if it "
    "lies below 0. Otherwise it is 0 if the narrower interval lies within "
    "−0.02 and 0.02, and else it is 2: not known.",
    reference=judge,
    given=1,
    outputs=("difference", "interval", "verdict"),
    accepted=[_with_a_loop, _with_bits],
    mistakes={
        "a - b → np.sort(a) - np.sort(b)": "You sorted both before you "
        "subtracted, so results of different seeds meet. Two runs with one "
        "seed saw the same signals; that is what makes them a pair.",
        _by_error(_two_samples): "You added the variances of `a` and `b` as "
        "if they were unpaired. What is the same for both, the signals of a "
        "seed, then counts as noise.",
        _by_error(_counted_images): "You took every signal for a witness of "
        "its own. There are 10,000 of them per seed, but only as many "
        "trainings as seeds, and it is trainings that differ.",
        tuple(
            _by_error(error, times)
            for error in (_of_the_mean, _of_the_mean_by_n)
            for times in (1.96, 2)
        ): "Your interval is the mean and two standard errors to either side. "
        "That takes the differences to be normally distributed; the plan's "
        "interval comes from the means of the groups.",
        _percentiles: "You took percentiles of the means, which may lie "
        "between two of them. Here gaps between the means are counted off, "
        "one in 40 at either end, and a gap ends at a mean.",
        "means[out - 1] → means[0]; means[-out] → means[-1]": "Your interval "
        "goes from the smallest mean to the largest, so nothing is left out. "
        "One gap in 40 is, at either end.",
        _by_error(_spread_of_seeds): "Your interval is as wide as single "
        "seeds scatter. A mean of ten is surer than one of them: by √10.",
        "len(means) // 40 → len(means) // 20": "You left out one in 20 at "
        "either end. That is one-sided: both ends together then leave out 10 "
        "percent, and not 5.",
        "high < 0 → False": "You never say −1. A one-sided judge does not "
        "see it when the change does harm.",
        f"{SMALL} → True": "You said 0, no "
        "difference, because the interval holds 0. A wide interval holds 0 "
        "as well, and large differences besides. It says that you do not "
        "know.",
        SMALL_MEAN: "You said 0, no difference, because the mean is small. "
        "That holds for noise as well: the whole interval has to be small.",
        "inner_low >= -0.02 and inner_high → "
        "low >= -0.02 and high": "You asked the interval of 95 percent "
        "whether it lies within ±0.02. The rule fixed before asks the "
        "narrower one, of 90 percent.",
        "np.sort → np.asarray": "You did not sort the means of the groups. "
        "What stands at the 25th place, or at any other, is then the mean "
        "of any group.",
        "groups.sum(axis=1) → len(d)": "You divided the sum of every group by "
        "the number of all seeds. A group's mean divides by the seeds in it.",
        _students: "That is Student's interval. It is nearly the same here, "
        "but it takes the differences to be normally distributed; the plan's "
        "takes them only to be symmetric.",
        "a - b → b - a": "You subtracted a from b. Then a better `a` comes "
        "out as less.",
        UPPER: "The upper end of your interval is one mean further inside. "
        "The lower end is the k-th from the start, `means[k - 1]`; the upper "
        "one is the k-th from the end, `means[-k]`. The gap beyond it is the "
        "last that is left out.",
        LOWER: "The lower end of your interval is one mean further inside. "
        "Indices begin with 0: the k-th mean is `means[k - 1]`.",
        f"{LOWER}; {UPPER}": "Your interval ends one mean further inside. "
        "It is gaps that are left out, and k gaps end at the k-th mean, "
        "counted from 1. Between it and the next mean lies a gap that is "
        "kept.",
        "d.mean() → np.median(d)": "You returned the median of the "
        "differences. The mean is asked for.",
        "[low, high] → [high, low]": "low and high have changed places. The "
        "lower end comes first.",
        "a - b → abs(a - b)": "You took the sizes of the differences. Their "
        "signs say which variant is better in a pair.",
        "verdict = 1 → verdict = -1; verdict = -1 → verdict = 1": "1 and −1 "
        "have changed places. 1 says that `a` is better: the interval of a − "
        "b lies above 0.",
        "-0.02 and inner_high → -0.02 or inner_high": "You asked whether one "
        "end of the interval is within ±0.02. No difference is claimed only "
        "if both are.",
        tuple(
            f"0.02 → {bound}" for bound in (0.05, 0.1, 0.2)
        ): "You took another bound than 0.02. What counts as no difference "
        "was fixed before the runs.",
        (
            ZERO_FIRST.format(SMALL),
            f"{ZERO_FIRST.format(SMALL.replace('inner_', ''))}; "
            f"{SMALL} → False",
        ): "You asked for 0 first. An interval above 0 may be narrow: ask for "
        "1 and −1 before 0.",
        "low > 0 → inner_low > 0; high < 0 → inner_high < 0": "You asked the "
        "narrower interval whether it lies above or below 0. 1 and −1 need "
        "the one of 95 percent; the narrower one is for the 0.",
        "/ groups.sum(axis=1) → ": "You summed every group and did not "
        "divide. The mean of a group divides its sum by the seeds in it.",
        (
            f"{SMALL} → abs(inner_low) <= 0.02",
            f"{SMALL} → inner_low >= -0.02",
        ): "You asked only the lower end of the narrower interval. Its upper "
        "end has to be within ±0.02 as well.",
        (
            f"{SMALL} → abs(inner_high) <= 0.02",
            f"{SMALL} → inner_high <= 0.02",
        ): "You asked only the upper end of the narrower interval. Its lower "
        "end has to be within ±0.02 as well.",
        _never_no_difference: "You never say 0. Where the narrower interval "
        "lies within −0.02 and 0.02, the verdict is 0: no difference.",
    },
    promise={
        "a.ndim": (1,),
        "b.ndim": (1,),
        "a.dtype.name": ("float64",),
        "len(a)": (6, 10),
    },
    hints=[
        "Everything is made of the differences, one per seed. Subtract "
        "before you average.",
        "`groups @ d` sums every group, and `groups.sum(axis=1)` counts its "
        "seeds. Sort the quotients: with ten seeds there are 1023, and one "
        "in 40 of them, rounded down, is 25.",
        "low is means[25 - 1] and high is means[-25]. Ask first whether 0 "
        "lies outside, then whether the narrower interval is small, and "
        "else say 2.",
    ],
    cases=_cases,
)
