"""The textbook's forwards, by hand; fifty_digits.py holds layers to them."""

import mpmath
import numpy as np
import pytest
import sympy

from course_lib.evidence import textbook

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
