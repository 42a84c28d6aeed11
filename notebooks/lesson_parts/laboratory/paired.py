"""Two variants compared seed by seed: p value, interval and verdict.

Everything comes from one idea. If two variants are equally good, a difference
of +0.03 was as likely as one of −0.03, so all signs may be flipped.

Sources: Fisher, "The Design of Experiments" (1935), section 21, for the sign
flips; Hartigan (1969, J. Amer. Statist. Assoc. 64) for the interval; Holm
(1979, Scand. J. Statist. 6) for several questions at once.
"""

from itertools import product
from typing import NamedTuple

import numpy as np

INTEREST = 0.02  # the smallest difference that interests us
LEVEL = 0.05


def sign_flip_p(differences):
    """Return the two-sided p value of the sign flips.

    The share of all ways to flip signs after which the sum is at least as
    far from 0 as it is.

    Parameters
    ----------
    differences : array_like, (pairs,)
        At most 20 of them.
    """
    d = np.asarray(differences, float)
    signs = np.array(list(product((1, -1), repeat=len(d))))
    sums = np.abs(signs @ d)
    return float(np.mean(sums >= sums[0] - 1e-9 * np.abs(d).sum()))


def interval(differences, share=0.95):
    """Return all shifts that the sign flips do not reject, as (low, high).

    If each difference lies symmetrically around the true one, the truth is
    as likely to stand in any gap between the sorted means of all non-empty
    groups of differences. The interval leaves out equally many gaps at both
    ends, as many as still keep `share` inside.
    """
    means = group_means(differences)
    out = int((1 - share) / 2 * (len(means) + 1))  # gaps left out at one end
    if out == 0:
        return -np.inf, np.inf
    return float(means[out - 1]), float(means[-out])


def group_means(differences):
    """Return the means of all non-empty groups, from the least on."""
    d = np.asarray(differences, float)
    groups = np.array(list(product((0, 1), repeat=len(d))))[1:]
    return np.sort(groups @ d / groups.sum(axis=1))


def holm(p_values):
    """Return p values corrected for their number, in the order given."""
    p = np.asarray(p_values, float)
    order = np.argsort(p)
    steps = p[order] * np.arange(len(p), 0, -1)
    corrected = np.empty(len(p))
    corrected[order] = np.minimum(np.maximum.accumulate(steps), 1)
    return corrected.tolist()


class Finding(NamedTuple):
    """What ten differences say.

    Attributes
    ----------
    differences : ndarray
    mean : float
    p : float
        Of the sign flips, not corrected.
    wide, narrow : (float, float)
        Intervals of 95 and of 90 percent.
    """

    differences: np.ndarray
    mean: float
    p: float
    wide: tuple
    narrow: tuple


def finding(differences):
    """Return everything that is asked of one set of differences."""
    d = np.asarray(differences, float)
    return Finding(
        d, float(d.mean()), sign_flip_p(d), interval(d), interval(d, 0.9)
    )


def verdict(found, corrected_p):
    """Return "more", "less", "no difference", "open" or a small "more".

    Parameters
    ----------
    found : Finding
    corrected_p : float
        After Holm's correction.
    """
    within = found.narrow[0] >= -INTEREST and found.narrow[1] <= INTEREST
    if corrected_p > LEVEL:
        return "no difference" if within else "open"
    said = "more" if found.mean > 0 else "less"
    low, high = found.wide
    small = low >= -INTEREST and high <= INTEREST
    return f"{said}, but too little to matter" if small else said
