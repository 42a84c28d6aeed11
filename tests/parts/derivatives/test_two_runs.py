"""Of the two runs of lesson 03, A is right and B is wrong.

How their losses fall is on the page, and in numbers/03_derivatives.py.
"""

import numpy as np
import pytest

from course_lib.evidence import central_differences
from parts.derivatives.two_runs import backward_a, backward_b, forward


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
