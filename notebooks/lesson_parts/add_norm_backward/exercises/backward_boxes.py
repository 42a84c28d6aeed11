"""The graph of x̂ on the way back: a gradient for each of its boxes."""

import numpy as np

from answer_check.exercise import Case, Exercise


def backward_boxes(dx_hat, centred, rstd):
    """Return drstd, dvar, dcentred, dmean and dx, for one token."""
    N = len(centred)
    drstd = (dx_hat * centred).sum()
    dvar = -drstd * rstd**3 / 2
    dcentred = dx_hat * rstd + dvar * 2 * centred / N
    dmean = -dcentred.sum()
    dx = dcentred + dmean / N
    return drstd, dvar, dcentred, dmean, dx


def _entry_by_entry(dx_hat, centred, rstd):
    N, drstd = len(dx_hat), 0.0
    for i in range(N):
        drstd += dx_hat[i] * centred[i]
    dvar = drstd * (-1 / 2) * rstd**3
    dcentred = [dx_hat[i] * rstd + 2 * dvar * centred[i] / N
                for i in range(N)]  # fmt: skip
    dmean = -sum(dcentred)
    return drstd, dvar, dcentred, dmean, [each + dmean / N
                                          for each in dcentred]  # fmt: skip


def _case(rng, n, eps, size=1, **about):
    x, dx_hat = rng.normal(1, 2, n), rng.normal(0, size, n)
    centred = x - x.mean()
    return Case(dx_hat, centred, 1 / np.sqrt(x.var() + eps), **about)


EXERCISE = Exercise(
    lesson="07",
    statement="Walk the graph back, box by box, for one token: return "
    "`drstd`, `dvar`, `dcentred`, `dmean` and `dx` from `dx_hat`, the "
    "gradient at x̂. Of the forward pass you are given `centred`, an array of "
    "N numbers, and `rstd`. drstd, dvar and dmean are one number each.",
    reference=backward_boxes,
    properties={
        "dx sums to 0": "06: dx.sum() == 0",
        "twice the dx_hat gives twice the dx": "03: f(dx_hat=2 * dx_hat).dx "
        "== 2 * dx",
    },
    accepted=[_entry_by_entry],
    outputs=("drstd", "dvar", "dcentred", "dmean", "dx"),
    mistakes={
        "(dx_hat * centred).sum() → dx_hat * centred": "Your drstd has a "
        "number for each entry. The box rstd is one number, which all "
        "entries of x̂ use, so what they send back is added up.",
        "(dx_hat * centred).sum() → (dx_hat * centred).mean()": "You averaged "
        "what comes back to rstd. Where paths meet, gradients are added.",
        "(dx_hat * centred).sum() → dx_hat.sum()": "Your drstd leaves out "
        "the slope. x̂ is centred · rstd: with respect to rstd the slope is "
        "centred.",
        "-drstd * rstd**3 / 2 → drstd * rstd**3 / 2": "Your dvar has the "
        "wrong sign. A larger variance makes rstd smaller.",
        "-drstd * rstd**3 / 2 → -drstd * rstd**3": "The ½ is missing in your "
        "dvar. In rstd² (var + ε) = 1 rstd stands twice, so the square rule "
        "brings a 2 that you divide by.",
        "rstd**3 → rstd": "Your dvar has rstd where rstd³ belongs. rstd is "
        "(var + ε)^(−½), and the slope of that is −½ (var + ε)^(−3/2).",
        "rstd**3 → rstd**2": "Your dvar has rstd² where rstd³ belongs. "
        "(var + ε)^(−3/2) is rstd three times.",
        "dx_hat * rstd + dvar * 2 * centred / N → dx_hat * rstd": "Two arrows "
        "come back to centred. You took the one from x̂; var is made of "
        "centred as well, and sends something to every entry.",
        "dx_hat * rstd + dvar * 2 * centred / N → dvar * 2 * centred / N": ""
        "The arrow straight from x̂ to centred is missing. You took the one "
        "from var alone.",
        "dx_hat * rstd + → dx_hat +": "What comes straight from x̂ lacks its "
        "slope. x̂ is centred · rstd: with respect to centred it is rstd.",
        "2 * centred / N → 2 * centred": "What var sends to centred is not "
        "divided by N. var is a mean of squares: each square counts "
        "1/N.",
        "dvar * 2 * centred / N → dvar * centred / N": "What var sends to "
        "centred counts half. The square rule brings a 2.",
        "dvar * 2 * centred / N → dvar * 2 / N": "What var sends to centred "
        "is the same for all entries in your answer. The slope of a square "
        "is twice the number itself.",
        "-dcentred.sum() → dcentred.sum()": "Your dmean has the wrong sign. "
        "The mean is taken away from x, so its slope is −1 in every entry.",
        "-dcentred.sum() → -dcentred.mean()": "You averaged what comes back "
        "to mean. mean is one number that all entries use, so add up; the 1/N "
        "comes at the next box.",
        "-dcentred.sum() → -dcentred": "Your dmean has a number for each "
        "entry. The box mean is one number, which all entries of centred use, "
        "so what they send back is added up.",
        "dcentred + dmean / N → dcentred + dmean": "The last arrow lacks its "
        "slope. mean is the sum of x over N, so an entry moves it by 1/N.",
        "dcentred + dmean / N → dcentred": "Two arrows come back to x. You "
        "took the one from centred; x moves the mean as well.",
        "dcentred + dmean / N → dcentred - dmean / N": "The minus stands in "
        "dmean already. What meets at x is added.",
    },
    promise={
        "dx_hat.ndim": (1,),
        "centred.ndim": (1,),
        "centred.dtype.name": ("float64",),
        "len(centred) in (4, 5, 7)": (True,),
    },
    cases=lambda rng: [
        _case(rng, 4, 0.1),
        _case(rng, 5, 2.0),
        _case(rng, 7, 0.02),
        _case(rng, 5, 0.1, size=900, note="large gradients"),
    ],
    hints=[
        "Begin at x̂ and go against the arrows. What arrives at a box is the "
        "gradient of the box where the arrow ends, times the slope of that "
        "box with respect to this one.",
        "rstd and mean are one number each and are used by all entries: add "
        "up what the entries send back. At centred and at x two arrows meet: "
        "add what they bring.",
        "drstd is the sum of dx̂·centred, dvar is −drstd·rstd³/2. To centred "
        "come dx̂·rstd and dvar·2·centred/N; dmean is minus their sum, and to "
        "x come dcentred and dmean/N.",
    ],
)
