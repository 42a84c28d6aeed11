"""Of the two runs of lesson 03, A is right and B is wrong."""

import numpy as np
import pytest

from course_lib.evidence import central_differences
from parts.derivatives.two_runs import (
    GAMMA,
    TURNED,
    backward_a,
    backward_b,
    forward,
    train,
)


def gradients(rng):
    x, dy = rng.normal(size=(2, 5, 8))
    gamma, beta = rng.normal(size=(2, 8))
    true = (
        central_differences(lambda v: (dy * forward(v, gamma, beta)).sum(), x),
        central_differences(lambda v: (dy * forward(x, v, beta)).sum(), gamma),
        central_differences(lambda v: (dy * forward(x, gamma, v)).sum(), beta),
    )
    return (x, gamma, beta, dy), true


def test_a_is_right_and_only_the_gradient_of_gamma_is_wrong_in_b():
    given, true = gradients(np.random.default_rng(0))
    a, b = backward_a(*given), backward_b(*given)
    for got, wanted in zip(a, true, strict=True):
        np.testing.assert_allclose(got, wanted, atol=1e-7)
    right = [
        np.allclose(x, y, atol=1e-7) for x, y in zip(b, true, strict=True)
    ]
    assert right == [True, False, True]


def test_the_wrong_one_is_ahead_where_no_gamma_changes_its_sign():
    a, b = train(backward_a), train(backward_b)
    assert a[0] == b[0] == pytest.approx(0.64, abs=0.005)
    assert a[-1] == pytest.approx(0.008, abs=5e-4)
    assert b[-1] == pytest.approx(0.004, abs=5e-4)
    assert all(
        late < early for run in (a, b) for early, late in zip(run, run[1:])
    )
    assert all(wrong < right for right, wrong in zip(a[2:], b[2:]))


def test_and_never_arrives_where_one_does():
    assert TURNED[3] == -1.6
    assert (np.delete(TURNED, 3) == np.delete(GAMMA, 3)).all()
    a, b = (train(each, TURNED, 300) for each in (backward_a, backward_b))
    assert a[-1] < 0.001
    assert b[100] < 0.4 and b[-1] > 0.38
    assert train(backward_b, TURNED, 3000)[-1] > 0.38
