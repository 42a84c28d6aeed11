"""The slips of lesson 03: all caught by the course's check, some by others."""

import numpy as np
import pytest

from course_lib.evidence import check_gradients
from course_lib.evidence.wrong_backwards import (
    SLIPS,
    WrongBackward,
    passes_by_value,
)
from course_lib.layers import LayerNorm

SUM_LOSS_PASSES = {
    "dx is all zeros",
    "dx without γ",
    "dx without the variance's term",
    "dγ from y, not from x̂",
}
TWO_FEATURES_PASS = {"dx is all zeros", "dx without γ"}


@pytest.fixture(params=range(5))
def rng(request):
    return np.random.default_rng(request.param)


@pytest.mark.parametrize("slip", SLIPS)
def test_the_forward_is_right_and_one_gradient_wrong(slip, rng):
    x = rng.normal(size=(3, 4))
    wrong = WrongBackward(slip, 4)
    np.testing.assert_array_equal(wrong.forward(x), LayerNorm(4).forward(x))
    report = check_gradients(wrong, x, rng=rng)
    name = {"dx": "dx", "dβ": "dbeta", "dγ": "dgamma"}[slip.split()[0]]
    assert report.wrong == [name]


@pytest.mark.parametrize("slip", SLIPS)
def test_what_the_sum_loss_lets_pass(slip, rng):
    report = check_gradients(
        WrongBackward(slip, 4),
        rng.normal(size=(3, 4)),
        dy=np.ones((3, 4)),
        parameters="as given",
    )
    assert bool(report) == (slip in SUM_LOSS_PASSES)


@pytest.mark.parametrize("slip", SLIPS)
def test_what_two_features_let_pass(slip, rng):
    x = np.array([[3.0, 1.0], [30.0, 1.0], [1.0, 2.0]])
    report = check_gradients(WrongBackward(slip, 2, eps=1e-12), x, rng=rng)
    assert bool(report) == (slip in TWO_FEATURES_PASS)


@pytest.mark.parametrize("slip", SLIPS)
def test_values_without_shapes_hide_a_missing_sum_over_one_token(slip, rng):
    gamma, beta = rng.normal(size=(2, 4))
    for tokens in (1, 3):
        x, dy = rng.normal(size=(2, tokens, 4))
        hidden = slip == "dβ not summed over tokens" and tokens == 1
        assert passes_by_value(slip, x, gamma, beta, dy) == hidden


def test_an_unknown_slip_is_refused():
    with pytest.raises(ValueError, match="slip is one of dx is all zeros; "):
        WrongBackward("dx doubled", 4)
