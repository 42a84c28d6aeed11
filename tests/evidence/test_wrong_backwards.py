"""The slips of lesson 03: all caught by the course's check, some by others."""

import numpy as np
import pytest

from course_lib.evidence import check_gradients
from course_lib.evidence.wrong_backwards import SLIPS, passes_by_value
from course_lib.layers import LayerNorm

AXIS_0 = "dγ and dβ as .sum(axis=0)"
SUM_LOSS_PASSES = {
    "dx is all zeros",
    "dx without γ",
    "dx without the variance's term",
    "dγ from y, not from x̂",
}
TWO_FEATURES_PASS = {"dx is all zeros", "dx without γ"}
every_slip = pytest.mark.parametrize("slip", SLIPS)


@pytest.fixture(params=range(5))
def rng(request):
    return np.random.default_rng(request.param)


@every_slip
def test_the_forward_is_right_and_one_gradient_wrong(slip, rng):
    x = rng.normal(size=(2, 3, 4))
    wrong = SLIPS[slip](4)
    np.testing.assert_array_equal(wrong.forward(x), LayerNorm(4).forward(x))
    names = {"dx": ["dx"], "dβ": ["dbeta"], "dγ": ["dgamma"]}[slip.split()[0]]
    names = ["dgamma", "dbeta"] if slip == AXIS_0 else names
    assert check_gradients(wrong, x, rng=rng).wrong == names
    two_axes = check_gradients(SLIPS[slip](4), x[0], rng=rng)
    assert two_axes.wrong == ([] if slip == AXIS_0 else names)


@every_slip
def test_what_poor_checks_let_pass(slip, rng):
    x = rng.normal(size=(2, 3, 4))
    ones = check_gradients(
        SLIPS[slip](4), x, dy=np.ones(x.shape), parameters="as given"
    )
    assert bool(ones) == (slip in SUM_LOSS_PASSES)
    x = np.array([[[3.0, 1.0], [30.0, 1.0], [1.0, 2.0]]])
    two_features = check_gradients(SLIPS[slip](2, eps=1e-12), x, rng=rng)
    assert bool(two_features) == (slip in TWO_FEATURES_PASS)


@every_slip
def test_values_without_shapes_hide_a_missing_sum_over_one_token(slip, rng):
    gamma, beta = rng.normal(size=(2, 4))
    for shape, hidden in (
        ((1, 4), {"dβ not summed over tokens", AXIS_0}),
        ((3, 4), {AXIS_0}),
        ((2, 3, 4), set()),
    ):
        x, dy = rng.normal(size=(2, *shape))
        passes = passes_by_value(slip, x, gamma, beta, dy)
        assert passes == (slip in hidden)
