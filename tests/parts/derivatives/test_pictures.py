"""Slopes of x³ as lesson 03 finds them: how many digits are right."""

import numpy as np
import pytest

from parts.derivatives import pictures


@pytest.mark.parametrize("h", [1.0, 0.1, 0.01])
def test_each_method_gives_what_the_lesson_derives(h):
    for method, by_hand in {
        "forward difference": 3 * 1.3**2 + 3 * 1.3 * h + h**2,
        "central difference": 3 * 1.3**2 + h**2,
        "complex step": 3 * 1.3**2 - h**2,
    }.items():
        slope = pictures.cube_slope(method, 1.3, h)
        assert slope == pytest.approx(by_hand, abs=1e-12)


def test_the_u_and_the_method_without_one():
    errors = pictures.cube_errors(1.3, np.array([1e-1, 1e-5, 1e-12, 1e-16]))
    large, best, small, tiny = errors["central difference"]
    assert best < 1e-10 < 1e-6 < small < tiny
    assert large > 1e-3
    assert (errors["complex step"][1:] < 1e-9).all()
    assert (errors["complex step"][2:] < 1e-15).all()


@pytest.mark.parametrize("kind", ["complex64", "complex128"])
@pytest.mark.parametrize("h", [0.3, 1e-3, 1e-5, 1e-12])
def test_the_complex_step_has_no_more_digits_than_its_numbers(kind, h):
    z = np.array(1.3, dtype=kind)
    z.imag = h
    cube = z * z * z
    slope = pictures.cube_slope("complex step", z.real[()], z.imag[()])
    assert slope.dtype == z.real.dtype
    last = 8 * float(
        np.finfo(kind).eps
    )  # products are rounded in another order
    assert slope == pytest.approx(float(cube.imag / z.imag), rel=last)


def test_float32_loses_digits_and_the_complex_step_none_of_its_seven():
    errors = pictures.cube_errors(1.3, pictures.STEPS, np.float32)
    assert 1e-6 < errors["central difference"].min() < 2e-5
    tiny = errors["complex step"][pictures.STEPS < 1e-4]
    assert 1e-9 < tiny.max() < 4e-7
