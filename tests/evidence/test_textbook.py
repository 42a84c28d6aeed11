"""The textbook's forwards: losses, and any kind of number.

tests/layers/test_fifty_digits.py holds every layer to them.
"""

import mpmath
import numpy as np
import pytest
import sympy

from course_lib.evidence import compare, complex_step, textbook
from course_lib.layers import (
    cross_entropy,
    softmax_cross_entropy,
    squared_error,
)


@pytest.mark.parametrize("shape", [(4,), (3, 4), (2, 3, 4), (1, 4)], ids=str)
def test_losses(shape):
    rng = np.random.default_rng(5)
    for _ in range(5):
        y, t = rng.standard_normal((2, *shape))
        p = rng.dirichlet(np.ones(4), size=shape[:-1])
        for loss, at, target in (
            (squared_error, y, t),
            (softmax_cross_entropy, y, p),
            (softmax_cross_entropy, 500 * y, p),
            (cross_entropy, abs(y), p),
        ):

            def of_textbook(y, name=loss.__name__, target=target):
                return getattr(textbook, name)(y, target)

            value, gradient = loss(at, target)
            assert value == pytest.approx(of_textbook(at), rel=1e-13)
            found = complex_step(of_textbook, at)
            assert compare("dy", gradient, found, 1e-13)


KINDS_OF_NUMBERS = {
    "float": float,
    "complex": complex,
    "50 digits": mpmath.mpf,
    "symbols": sympy.Integer,
}


@pytest.mark.parametrize("kind", KINDS_OF_NUMBERS)
def test_by_hand_on_any_kind_of_number(kind):
    """Three numbers with mean 2 and variance 2/3, done on paper."""
    x = np.array([KINDS_OF_NUMBERS[kind](n) for n in (1, 2, 3)])
    y = textbook.layer_norm(x, 2, 10, eps=0)
    assert y.dtype == x.dtype
    found = np.array(y, complex)
    np.testing.assert_allclose(found, [10 - 6**0.5, 10, 10 + 6**0.5])
    y = np.array(textbook.rms_norm(x[:2], 5, eps=0), complex)
    np.testing.assert_allclose(y, [10**0.5, 2 * 10**0.5])
