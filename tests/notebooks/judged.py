"""The eight questions of lesson 09's plan, answered from the file of runs."""

from functools import cache

import numpy as np
from stored_runs import BOTH, shares

from parts.training.paired import holm, interval, sign_flip_p

BARE = "neither, norm at end"


def both(variant, depth=16, **change):
    """Return the mean of both optimizers, seed by seed."""
    return np.mean([shares(variant, depth, o, **change) for o in BOTH], axis=0)


def over_depths(variant):
    return (both(variant, 4) + both(variant, 16)) / 2


def warmed(variant):
    """Return what warm-up adds."""
    warm = shares(variant, 16, "Adam", warm_up=1000)
    return warm - shares(variant, 16, "Adam")


ORDER = both("pre-norm") - both("post-norm")
INSIDE = both("post-norm") - both("norm at end")
SMALL = {"start": "small"}
ASKED = [
    ("Does the shortcut help under a norm? post-norm − no shortcut",
     both("post-norm") - both("no shortcut")),
    ("Does the norm inside help under a shortcut? post-norm − norm at end",
     INSIDE),
    ("Do shortcut and norm need each other? question 2 − the same without "
     "shortcuts", INSIDE - (both("no shortcut") - both(BARE))),
    ("Does it matter where the norm stands? pre-norm − post-norm", ORDER),
    ("Is question 4 the same from another start? question 4 from the small "
     "start − from He's",
     both("pre-norm", **SMALL) - both("post-norm", **SMALL) - ORDER),
    ("Does warm-up help post-norm more? what it adds to post-norm − to "
     "pre-norm", warmed("post-norm") - warmed("pre-norm")),
    ("Is RMSNorm as good as LayerNorm? RMSNorm − LayerNorm",
     over_depths("RMSNorm") - over_depths("pre-norm")),
    ("Does the gate help? gate − ReLU",
     over_depths("gated") - over_depths("pre-norm")),
]  # fmt: skip


@cache
def corrected():
    return holm([sign_flip_p(differences) for _, differences in ASKED])


def verdict(differences, p):
    if p <= 0.05:
        return "more" if differences.mean() > 0 else "less"
    low, high = interval(differences, 0.9)
    return "no difference" if low > -0.02 and high < 0.02 else "open"


def answers_said(numbers):
    """Return the rows that the picture of the answers has in its caption."""
    rows = [
        ("{} differences for each question, their mean, the {} % interval "
         "(thin) and the {} % interval (thick); less than {} points, the grey "
         "band", 10, 95, 90, 2),
    ]  # fmt: skip
    for number in numbers:
        (asked, differences), p = ASKED[number - 1], corrected()[number - 1]
        said = f"{number}. {asked}: {{}} points ({{}} to {{}}), p = {{}}: "
        d = 100 * differences
        numbers_said = d.mean(), *interval(d, 0.95), p
        rows.append((f"{said}{verdict(differences, p)}.", *numbers_said))
    return rows
