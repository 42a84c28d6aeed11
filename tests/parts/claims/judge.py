"""What the exercise `judge` claims."""

from itertools import combinations

import numpy as np


def group_means(d):
    """Return the mean of every group of seeds, the smallest first."""
    sizes = range(1, len(d) + 1)
    groups = (g for size in sizes for g in combinations(d, size))
    return sorted(sum(g) / len(g) for g in groups)


def interval(d, one_in=40):
    """Return the means at which the gaps end that are left out."""
    means = group_means(d)
    out = len(means) // one_in
    return np.array([means[out - 1], means[-out]])


def gaps_beyond(d, ends):
    """Return how many gaps between the means lie beyond either end."""
    low, high = ends
    means = group_means(d)  # below the first and above the last is a gap too
    return (
        sum(m <= low + 1e-12 for m in means),
        sum(m >= high - 1e-12 for m in means),
    )


TEN = np.linspace(0.6, 0.9, 10)
FLAT = np.full(10, 0.7)
SURE = FLAT + 0.001 * np.arange(1, 11)  # a little more, in every pair
WIDE = FLAT + 0.2 * (-1) ** np.arange(10)

CLAIMS = {
    "You never say −1": "wrong.verdict != -1",
    "You never say 0": "wrong.verdict != 0",
    "the `difference`, which is the mean of a − b":
        "same(right.difference, np.mean(a - b))",
    "take the mean of a − b over every group of seeds (each row of `groups` "
    "marks one group by ones) and sort these means. Let k be one in 40 of "
    "them, rounded down. Then low is the k-th mean from the start, and high "
    "is the k-th from the end":
        "same(right.interval, interval(a - b))",
    "The verdict is 1 if the interval lies above 0, and −1 if it lies "
    "below 0":
        "asked(a=SURE, b=FLAT)[2] == 1 and asked(a=FLAT, b=SURE)[2] == -1",
    "A narrower interval is made alike with one in 20":
        "bool((interval(a - b, 20) - interval(a - b)) @ [1, -1] > 0)",
    "Otherwise it is 0 if the narrower interval lies within −0.02 and 0.02, "
    "and else it is 2":
        "right.verdict in (1, -1) or right.verdict == (0 if "
        "abs(interval(a - b, 20)).max() <= 0.02 else 2)",
    "Subtract before you average": "same(right.difference, (a - b).mean())",
    "with ten seeds there are 1023, and one in 40 of them, rounded down, is "
    "25":
        "len(group_means(TEN)) == 1023 and 1023 // 40 == 25",
    "low is means[25 - 1] and high is means[-25]. Ask first whether 0 lies "
    "outside":
        "len(a) != 10 or same(right.interval, np.array(group_means(a - "
        "b))[[24, -25]])",
    "You sorted both before you subtracted, so results of different seeds "
    "meet":
        "interval(np.sort(a) - np.sort(b))",
    "You took percentiles of the means, which may lie between two of them. "
    "Here gaps between the means are counted off, one in 40 at either end, "
    "and a gap ends at a mean":
        "np.percentile(group_means(a - b), [2.5, 97.5])",
    "Your interval goes from the smallest mean to the largest, so nothing "
    "is left out. One gap in 40 is, at either end":
        "np.array([min(a - b), max(a - b)])",
    "A mean of ten is surer than one of them: by √10":
        "10**0.5 > 1 and np.diff(wrong.interval).item() > "
        "np.diff(right.interval).item()",
    "You left out one in 20 at either end. That is one-sided: both ends "
    "together then leave out 10 percent":
        "interval(a - b, 20)",
    "A wide interval holds 0 as well, and large differences besides":
        "done(a=WIDE, b=FLAT)[2] == 0 and asked(a=WIDE, b=FLAT)[2] == 2",
    "The rule fixed before asks the narrower one, of 90 percent":
        "right.verdict != 0 or abs(interval(a - b, 20)).max() <= 0.02",
    "A group's mean divides by the seeds in it":
        "sorted(group_means([1.0, 3])) == [1, 2, 3]",
    "Then a better `a` comes out as less": "done(a=SURE, b=FLAT)[2] == -1",
    "The upper end of your interval is one mean further inside. The lower "
    "end is the k-th from the start":
        "len(a) != 10 or same(wrong.interval, np.array(group_means(a - "
        "b))[[24, -26]])",
    "the upper one is the k-th from the end, `means[-k]`. The gap beyond it "
    "is the last that is left out":
        "len(a) != 10 or same(right.interval[1], group_means(a - b)[-25]) "
        "and gaps_beyond(a - b, right.interval)[1] == 1024 // 40",
    "The lower end of your interval is one mean further inside":
        "bool(wrong.interval[0] >= right.interval[0] and wrong.interval[1] "
        "== right.interval[1])",
    "Your interval ends one mean further inside. It is gaps that are left "
    "out, and k gaps end at the k-th mean, counted from 1":
        "len(a) != 10 or same(wrong.interval, np.array(group_means(a - "
        "b))[[25, -26]]) and gaps_beyond(a - b, right.interval) == (25, 25)",
    "Between it and the next mean lies a gap that is kept":
        "len(a) != 10 or gaps_beyond(a - b, wrong.interval) == (26, 26)",
    "low and high have changed places. The lower end comes first":
        "right.interval[::-1]",
    "You returned the median of the differences":
        "np.sort(a - b)[[len(a) // 2 - 1, len(a) // 2]].mean()",
    "1 says that `a` is better: the interval of a − b lies above 0":
        "asked(a=SURE, b=FLAT)[2] == 1 and done(a=SURE, b=FLAT)[2] == -1",
    "You asked for 0 first. An interval above 0 may be narrow: ask for 1 "
    "and −1 before 0":
        "done(a=SURE, b=FLAT)[2] == 0 and asked(a=SURE, b=FLAT)[2] == 1",
    "You asked the narrower interval whether it lies above or below 0. 1 "
    "and −1 need the one of 95 percent; the narrower one is for the 0":
        "(wrong.verdict == 1) == (interval(a - b, 20)[0] > 0)",
    "You asked only the lower end of the narrower interval. Its upper end "
    "has to be within ±0.02 as well":
        "right.verdict in (1, -1) or (wrong.verdict == 0) == "
        "(abs(interval(a - b, 20)[0]) <= 0.02)",
    "You asked only the upper end of the narrower interval. Its lower end "
    "has to be within ±0.02 as well":
        "right.verdict in (1, -1) or (wrong.verdict == 0) == "
        "(abs(interval(a - b, 20)[1]) <= 0.02)",
}  # fmt: skip
