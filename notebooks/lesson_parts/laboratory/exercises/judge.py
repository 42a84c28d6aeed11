"""Mend a judge that takes “not known” for “no difference”."""

import numpy as np

from answer_check.exercise import Case, Exercise


def judge(a, b):
    """Return difference, interval, and 1, -1, 0 or 2 (not known)."""
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


def zero_is_inside(a, b):
    """Return difference, interval, and 1, -1, 0 or 2 (not known)."""
    groups = np.array([*np.ndindex((2,) * len(a))])[1:]  # all but the empty
    d = a - b
    means = np.sort(groups @ d / groups.sum(axis=1))
    out = len(means) // 40
    low, high = means[out - 1], means[-out]
    verdict = 0
    if low > 0:
        verdict = 1
    elif high < 0:
        verdict = -1
    return d.mean(), np.array([low, high]), verdict


def _students(a, b, normal=None, narrower=1):
    d, students = a - b, {6: 2.571, 7: 2.447, 10: 2.262}[len(a)]
    half = (normal or students) * d.std(ddof=1) / np.sqrt(len(d))
    low, high = d.mean() - half, d.mean() + half
    verdict = 1 if low > 0 else -1 if high < 0 else 2
    if verdict == 2 and abs(d.mean()) + half * narrower <= 0.02:
        verdict = 0
    return d.mean(), np.array([low, high]), verdict


def _never_no_difference(a, b):
    difference, interval, verdict = judge(a, b)
    return difference, interval, verdict or 2


def _cases(rng):
    def pairs(difference, spread, seeds=10):
        b = rng.normal(0.7, 0.02, seeds)
        d = rng.normal(0, 1, seeds)
        d = difference + spread * (d - d.mean()) / d.std()
        return b + d, b

    def edge(sign, last):
        """Let −0.02 or 0.02 lie just beyond the mean at place `last`."""
        d = rng.normal(size=10)
        d = (d - d.mean()) / d.std() - 0.2
        groups = np.array([*np.ndindex((2,) * 10)])[1:]
        means = np.sort(groups @ d / groups.sum(axis=1))
        b = rng.normal(0.7, 0.02, 10)
        return b - sign * 0.02 * d / means[last - 1 : last + 1].mean(), b

    return [
        Case(*pairs(0.03, 0.012, 6), note="six seeds"),
        Case(*pairs(-0.005, 0.09, 7), note="seven seeds"),
        Case(*pairs(0.05, 0.015), note="more"),
        Case(*pairs(-0.04, 0.012), note="less"),
        Case(*pairs(0.002, 0.006), note="no difference"),
        Case(*pairs(0.004, 0.2), note="a wide interval around 0"),
        Case(*pairs(0.013, 0.028), note="a small mean, and not sure"),
        Case(*pairs(0.0016, 0.0272), note="between 90 and 95 percent"),
        Case(*pairs(0.035, 0.054), note="nearly more"),
        Case(*pairs(0.0082, 0.012), note="a little more, and not sure"),
        Case(*pairs(-0.0082, 0.012), note="a little less, and not sure"),
        Case(*pairs(150.0, 400.0), note="scores beyond 1"),
        Case(*pairs(0.1, 1.0), note="a very wide interval around 0"),
        Case(*pairs(0.01, 0.002), note="a little more, and sure"),
        Case(*pairs(-0.01, 0.002), note="a little less, and sure"),
        Case(*pairs(-0.013, 0.028), note="a small mean below 0"),
        Case(*pairs(0.001, 0.024), note="no difference"),
        Case(*pairs(0.001, 0.05), note="ends near ±0.03"),
        Case(*[pairs(0, 0.01)[0]] * 2, note="the same scores"),
        # one in 20 is the 51st: it lies just within ±0.02, or just beyond
        *(
            Case(*edge(sign, last), note="an end close to 0.02")
            for sign in (1, -1)
            for last in (50, 51, 75)
        ),
    ]


SMALL = "inner_low >= -0.02 and inner_high <= 0.02"
SMALL_MEAN = f"{SMALL} → abs(d.mean()) <= 0.02"
INNER = (
    "means[more_out - 1], means[-more_out] → means[more_out], "
    "means[-more_out - 1]"
)
ZERO_FIRST = "if low > 0 → if {}:\n        verdict = 0\n    elif low > 0"

EXERCISE = Exercise(
    lesson="11",
    statement="Mend this judge. `a` and `b` hold the scores of two "
    "variants; entries at the same place have the same seed. It returns the "
    "mean `difference`, the `interval` and the `verdict`: 1 for more, −1 for "
    "less, 0 for no difference. But it says 0 whenever the interval holds 0. "
    "It should say 0 only if the narrower interval, with one in 20 of the "
    "means left out at either end, lies within ±0.02, and otherwise 2: not "
    "known. The rest is in order.",
    reference=judge,
    mend=zero_is_inside,
    properties={
        "exchanging a and b turns the sign of the difference": "11: f(a=b, "
        "b=a).difference == -difference",
        "exchanging a and b turns the interval over": "11: f(a=b, "
        "b=a).interval == -interval[::-1]",
        "the order of the seeds does not matter": "11: f(a=a[::-1], "
        "b=b[::-1]).interval == interval",
        "adding the same to a and b leaves the interval as it is": "11: "
        "f(a=a + 1, b=b + 1).interval == interval",
    },
    outputs=("difference", "interval", "verdict"),
    accepted=[_with_a_loop, _with_bits],
    mistakes={
        (
            zero_is_inside,
            f"{SMALL} → inner_low < 0 < inner_high",
        ): "On the numbers of this check you say 0, no "
        "difference, where the interval holds 0. A wide interval holds 0 as "
        "well, and large differences besides. 0 is for a narrower one that "
        "lies within ±0.02 with both ends: does yours?",
        "len(means) // 20 → len(means) // 10": "You left out one in 10 of the "
        "means at either end of the narrower interval. It leaves out one in "
        "20 at either end, which is one in 10 in all.",
        INNER: "Your narrower interval is too narrow: you say 0 where the "
        "right one reaches just beyond ±0.02. Its ends are two of the sorted "
        "`means`, counted as with `out`: none further in, nothing in between.",
        "len(means) // 20 → 2 * (len(means) // 40)": "Your narrower "
        "interval comes out a little too wide. Its ends are two of the sorted "
        "`means`: with ten seeds twice 25 is 50, but one in 20 is 51: "
        "`len(means) // 20`.",
        "2\n    if → 0\n    if; 0.02:\n        verdict = 0 → 0.02:\n        "
        "verdict = 2": "0 and 2 have changed places. 0 says that there is no "
        "difference, and 2 that you do not know.",
        (
            SMALL_MEAN,
            f"{SMALL} → inner_low <= 0 <= inner_high and abs(d.mean()) < 0.02",
        ): "You said 0 because the mean is small. That holds for "
        "noise as well: the narrower interval has to lie within ±0.02.",
        "inner_low >= -0.02 and inner_high → "
        "low >= -0.02 and high": "You asked the interval of 95 percent "
        "whether it lies within ±0.02. The rule fixed before asks the "
        "narrower one, of 90 percent.",
        (
            f"{SMALL} → inner_low >= -2 and inner_high <= 2",
            f"{SMALL} → abs(d.mean()) <= 2",
        ): "Your bound is far too large. Two points of an accuracy are 0.02.",
        tuple(
            f"0.02 → {bound}" for bound in (0.05, 0.1, 0.2)
        ): "You took another bound than 0.02. What counts as no difference "
        "was fixed before the runs: two points, 0.02.",
        "np.sort → np.asarray": "You did not sort the means of the groups. "
        "What stands at the 25th place, or at any other, is then the mean "
        "of any group.",
        "/ groups.sum(axis=1) → ": "You did not divide the sums of the "
        "groups. A group's mean divides its sum by the seeds in it.",
        "groups.sum(axis=1) → len(d)": "You divided the sum of every group by "
        "the number of all seeds. A group's mean divides by the seeds in it.",
        "a - b → np.sort(a) - np.sort(b)": "You sorted both before you "
        "subtracted, so results of different seeds meet. Two runs with one "
        "seed saw the same signals; that is what makes them a pair.",
        _students: "That is Student's interval. It is nearly the same here, "
        "but it takes the differences to be normally distributed; the plan's "
        "takes them only to be symmetric.",
        (
            "len(means) // 40 → len(means) // 20",
            "[low, high] → [inner_low, inner_high]",
            f"{SMALL} → [low := inner_low, high := inner_high] and {SMALL}",
            "means[out - 1], means[-out] → means[out], means[-out - 1]",
            "means[out - 1], means[-out] → means[out], means[-out - 1]; "
            f"{INNER}",
        ): "You changed the interval that "
        "you return. It was in order: one in 40 is left out at either end, "
        "which leaves 95 percent.",
        "-0.02 and inner_high → -0.02 or inner_high": "You say 0 as soon as "
        "one end of the narrower interval is within ±0.02. It takes both.",
        (
            ZERO_FIRST.format(SMALL),
            f"{ZERO_FIRST.format(SMALL.replace('inner_', ''))}; "
            f"{SMALL} → False",
        ): "You let 0 win over 1 and −1. An interval above 0 gets 1, however "
        "narrow it is.",
        "low > 0 → low > 0.02; high < 0 → high < -0.02": "You asked for more "
        "than 0.02 before you say 1 or −1. That bound is for the 0 alone: any "
        "interval above 0 is a difference, however small.",
        "low > 0 → inner_low > 0; high < 0 → inner_high < 0": "You asked the "
        "narrower interval whether it lies above or below 0. 1 and −1 need "
        "the one of 95 percent; the narrower one is for the 0.",
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
        (
            f"{SMALL} → inner_high - inner_low <= 0.04",
            f"{SMALL} → inner_high - inner_low <= 0.02",
            f"{SMALL} → max(-inner_low, inner_high) <= 0.02 * b.mean()",
        ): "Your 0 goes wrong. Both ends of the narrower interval have to be "
        "within ±0.02, whatever the scores are. It is made of the sorted "
        "`means`, as the given one is, with one in 20 left out at either end; "
        "how long it is, or how far apart single gaps are, does not matter.",
        _never_no_difference: "You never say 0. Where the narrower interval "
        "lies within −0.02 and 0.02, the verdict is 0: no difference.",
        lambda a, b: _students(a, b, 1.96, 1.645 / 1.96): "Your interval is "
        "the mean plus and minus 1.96 standard errors. The given one was in "
        "order, made of the sorted `means`: only the 0 has to be mended.",
    },
    promise={
        "a.ndim": (1,),
        "b.ndim": (1,),
        "a.dtype.name": ("float64",),
        "len(a)": (6, 7, 10),
    },
    hints=[
        "Think of a very wide interval around 0. Does it show that there is "
        "no difference?",
        "An interval that holds 0 may say nothing, or that the difference is "
        "small. A narrower interval decides, made as the other one is.",
        "Leave out `len(means) // 20` at either end, count as the code does "
        "with `out`, and you have both ends of the narrower one. Let the "
        "verdict begin with 2. Behind the two questions that are there ask a "
        "third: are both ends within ±0.02? Then it is 0.",
    ],
    cases=_cases,
)
