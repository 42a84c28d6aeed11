"""p values, intervals and verdicts against other ways to find them."""

import numpy as np
import pytest

from parts.training.paired import finding, holm, interval, sign_flip_p, verdict

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


def test_ten_equal_signs_reach_two_in_1024():
    assert sign_flip_p(np.arange(1, 11)) == 2 / 1024
    assert sign_flip_p([0.3] * 10) == 2 / 1024
    assert sign_flip_p([0.0] * 10) == 1


@pytest.mark.parametrize("share", [0.95, 0.9])
@pytest.mark.parametrize("seed", range(4))
def test_the_interval_holds_what_sign_flips_do_not_reject(share, seed):
    d = np.random.default_rng(seed).normal(0.1, 1, 10)
    low, high = interval(d, share)
    for shift in np.linspace(d.min(), d.max(), 301):
        rejected = sign_flip_p(d - shift) <= 1 - share
        assert rejected == (not low <= shift <= high), shift


def test_few_pairs_have_no_interval():
    assert interval([1.0, 2.0, 3.0]) == (-np.inf, np.inf)
    assert interval([1.0, 2.0, 3.0, 4.0, 5.0], 0.9) == (1.0, 5.0)


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx(
        [0.03, 0.06, 0.06, 0.02]
    )
    assert holm([0.6, 0.7]) == [1, 1]


@pytest.mark.parametrize(
    "middle, spread, said",
    [
        (0.1, 0.01, "more"),
        (-0.1, 0.01, "less"),
        (0.012, 0.004, "more, but too little to matter"),
        (0.001, 0.01, "no difference"),
        (0.01, 0.1, "open"),
        (0.013, 0.022, "open"),  # the interval reaches beyond 0.02 alone
        (-0.013, 0.022, "open"),
        (0.01, 0.012, "no difference"),  # by 90 %; 95 % reach beyond 0.02
        (-0.01, 0.012, "no difference"),
    ],
)
def test_verdicts(middle, spread, said):
    d = middle + spread * np.array([-2, -1.5, -1, -0.5, 0, 0, 0.5, 1, 1.5, 2])
    found = finding(d)
    assert verdict(found, found.p) == said


def test_a_correction_can_take_a_verdict_back():
    found = finding([0.1] * 9 + [-0.01])
    assert verdict(found, found.p) == "more"
    assert verdict(found, 0.06) == "open"
