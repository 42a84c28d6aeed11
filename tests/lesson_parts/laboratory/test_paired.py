"""What found.md does not show: other ways to find it, and the ends."""

import numpy as np
import pytest

from lesson_parts.laboratory.paired import (
    INTEREST,
    finding,
    holm,
    interval,
    sign_flip_p,
    verdict,
)

# p values of scipy.stats.permutation_test, "samples", all resamples
FROM_SCIPY = [
    (
        [.031, .012, -.004, .022, .017, .008, .029, -.011, .015, .02],
        0.015625,
    ),
    ([.01, -.02, .005, -.001, .013, -.007], 1.0),
    ([.5, .4, .6, .3, .2, .7, .35, .45], 0.0078125),
]  # fmt: skip


@pytest.mark.parametrize("differences, p", FROM_SCIPY)
def test_p_values_are_those_of_scipy(differences, p):
    assert sign_flip_p(differences) == p


@pytest.mark.parametrize("share", [0.95, 0.9])
def test_the_interval_holds_what_sign_flips_do_not_reject(share):
    d = np.random.default_rng(0).normal(0.1, 1, 10)
    low, high = interval(d, share)
    for shift in np.linspace(d.min(), d.max(), 301):
        rejected = sign_flip_p(d - shift) <= 1 - share
        assert rejected == (not low <= shift <= high), shift


def test_few_pairs_have_no_interval():
    assert interval([1.0, 2.0, 3.0]) == (-np.inf, np.inf)
    assert interval([1.0, 2.0, 3.0, 4.0, 5.0], 0.9) == (1.0, 5.0)


def test_corrected_p_values_end_at_1():
    assert holm([0.6, 0.7]) == [1, 1]


def test_no_difference_is_judged_by_the_90_percent_interval():
    spread = np.array([-2, -1.5, -1, -0.5, 0, 0, 0.5, 1, 1.5, 2])
    for middle in (-0.01, 0.01):
        found = finding(middle + 0.012 * spread)
        assert max(map(abs, found.wide)) > INTEREST
        assert verdict(found, found.p) == "no difference"
