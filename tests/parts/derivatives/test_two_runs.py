"""Of the two runs of lesson 03, A is right and B is wrong."""

import numpy as np
import pytest

from course_lib.evidence import central_differences
from parts.derivatives.two_runs import (
    BETA,
    GAMMA,
    START,
    TURNED,
    backward_a,
    backward_b,
    forward,
    train,
)
from parts.statistics.token_row import token_row


def gradients(rng, shape):
    x, dy = rng.normal(size=(2, *shape))
    gamma, beta = rng.normal(size=(2, 8))
    true = (
        central_differences(lambda v: (dy * forward(v, gamma, beta)).sum(), x),
        central_differences(lambda v: (dy * forward(x, v, beta)).sum(), gamma),
        central_differences(lambda v: (dy * forward(x, gamma, v)).sum(), beta),
    )
    return (x, gamma, beta, dy), true


@pytest.mark.parametrize("shape", [(8,), (5, 8), (2, 3, 8)], ids=str)
def test_a_is_right_and_only_the_gradient_of_gamma_is_wrong_in_b(shape):
    given, true = gradients(np.random.default_rng(0), shape)
    a, b = backward_a(*given), backward_b(*given)
    for got, wanted in zip(a, true, strict=True):
        assert got.shape == wanted.shape
        np.testing.assert_allclose(got, wanted, atol=1e-7)
    right = [
        np.allclose(x, y, atol=1e-7) for x, y in zip(b, true, strict=True)
    ]
    assert right == [True, False, True]


def test_the_losses_fall_alike_where_no_gamma_changes_its_sign():
    a, b = train(backward_a), train(backward_b)
    assert a[0] == b[0] == pytest.approx(0.285, abs=5e-4)
    assert a[-1] == pytest.approx(0.010, abs=5e-4)
    assert b[-1] == pytest.approx(0.010, abs=5e-4)
    assert 0.01 < max(abs(np.divide(b, a) - 1)) < 0.04
    assert all(
        late < early for run in (a, b) for early, late in zip(run, run[1:])
    )


def test_a_run_goes_down_the_gradient_of_its_loss():
    losses = train(backward_a, updates=1, lr=1e-7)
    fallen = (losses[0] - losses[1]) / 1e-7
    rng = np.random.default_rng(0)
    x = token_row() + np.vstack([np.zeros(8), rng.normal(size=(31, 8))])

    def loss(parameters):
        error = forward(x, *parameters) - forward(x, GAMMA, BETA)
        return (error**2).mean()

    slopes = central_differences(loss, np.array(START))
    assert fallen == pytest.approx((slopes**2).sum(), rel=1e-5)


def test_and_never_arrives_where_one_does():
    assert TURNED[3] == -1.6
    assert (np.delete(TURNED, 3) == np.delete(GAMMA, 3)).all()
    a, b = (train(each, TURNED, 300) for each in (backward_a, backward_b))
    assert a[-1] < 0.001
    assert b[100] < 0.4 and b[-1] > 0.38
    assert train(backward_b, TURNED, 3000)[-1] > 0.38
