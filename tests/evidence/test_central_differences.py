"""Slopes: the complex step and differences, odd arrays."""

import numpy as np
import pytest

from course_lib.evidence import (
    central_differences,
    complex_step,
    textbook,
)
from course_lib.evidence.central_differences import slope, spread


@pytest.mark.parametrize(
    ("derivative", "rtol"),
    [(central_differences, 1e-8), (complex_step, 1e-15)],
)
def test_known_slopes(derivative, rtol):
    x = np.array([[0.3, -1.2], [2.0, 0.1]])
    given = x.copy()
    gradient = derivative(lambda v: (v**3).sum(), x)
    np.testing.assert_allclose(gradient, 3 * x**2, rtol, atol=rtol)
    jacobian = derivative(lambda v: v**2 * [1, 10], x)
    assert jacobian.shape == (2, 2, 2, 2)
    expected = np.diag((2 * x * [1, 10]).ravel())
    np.testing.assert_allclose(jacobian.reshape(4, 4), expected, rtol, rtol)
    A = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]])
    of_whole_numbers = derivative(lambda v: A @ v**3, [1, 2])
    np.testing.assert_allclose(of_whole_numbers, A * [3, 12], rtol)
    np.testing.assert_array_equal(x, given)
    none = np.zeros((0, 3))
    assert derivative(np.sin, none).shape == (0, 3) * 2
    assert derivative(np.sum, none).shape == (0, 3)


def test_the_complex_step_refuses_real_answers():
    with pytest.raises(TypeError, match="must return complex numbers"):
        complex_step(lambda v: v.real**2, [1.0, 2.0])


def test_error_falls_with_the_square_of_the_step():
    errors = [
        central_differences(np.exp, [0.0], step=h)[0, 0] - 1
        for h in (0.1, 0.05)
    ]
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.01)
    x = np.linspace(-1, 2, 7)
    found = central_differences(np.sin, x)
    assert abs(found - np.diag(np.cos(x))).max() < 1e-9


@pytest.mark.parametrize("scale", [1e-8, 1, 1e8])
@pytest.mark.parametrize("mean", [0, 1, 1000])
def test_step_follows_the_spread(scale, mean):
    x = scale * (mean + np.array([1.0, -0.5, 0.25]))

    def f(v):
        return (((v - v.mean()) / scale) ** 3).sum()

    away = (x - x.mean()) / scale
    expected = 3 * (away**2 - (away**2).mean()) / scale
    found = central_differences(f, x)
    np.testing.assert_allclose(found * scale, expected * scale, atol=1e-6)


def test_spread():
    assert spread(np.array([1.0, 3.0])) == 1
    assert spread(np.full(3, 0.1 + 0.2)) == 0.1 + 0.2
    assert spread(np.array([-7.0])) == 7
    assert spread(np.zeros(3)) == spread(np.zeros(0)) == 1


@pytest.mark.parametrize(
    "array",
    [
        np.ones((2, 3)),
        np.ones((2, 3), order="F"),
        np.ones((4, 3))[::2],
        np.array(1.0),
    ],
    ids=["C", "F", "strided", "number"],
)
def test_any_layout_is_moved_in_place_and_restored(array):
    found = slope(lambda: (array**2).sum(), array, array.size - 1, 1e-5)
    assert found == pytest.approx(2)
    np.testing.assert_array_equal(array, np.ones_like(array))

    def fails():
        if (array != 1).any():
            raise ZeroDivisionError
        return 0.0

    with pytest.raises(ZeroDivisionError):
        slope(fails, array, 0, 0.1)
    np.testing.assert_array_equal(array, np.ones_like(array))


def test_a_function_that_writes_into_its_input():
    def f(v):
        v *= 2
        return v.sum()

    np.testing.assert_allclose(central_differences(f, [1.0, 3.0]), [2, 2])


def test_float32_entries_are_divided_by_the_way_they_really_went():
    x = np.array([1.0, 2.0], dtype=np.float32)
    found = slope(lambda: 3 * x[0].astype(float), x, 0, 1e-6)
    assert found == pytest.approx(3, rel=1e-12)


# --- The complex step, compared with a real one ------------------------------


@pytest.mark.parametrize(
    "f",
    [
        lambda v: (v - v.mean()) / v.std(),
        lambda v: v * v.var(),
        lambda v: v * abs(v),
        lambda v: v / np.linalg.norm(v),
        lambda v: np.vdot(v, v),
        lambda v: v * np.sign(v.real) + v.real,
    ],
    ids=["std", "var", "abs", "norm", "vdot", "real"],
)
@pytest.mark.parametrize("mean", [0, 1e6])
def test_the_complex_step_refuses_what_is_another_function_there(f, mean):
    """A norm with std, as tutorials write it, has the slopes of constant σ."""
    with pytest.raises(ValueError, match="such as std, var, abs, norm, vdot"):
        complex_step(f, mean + np.array([1.0, 2.0, 4.0]))


@pytest.mark.parametrize("eps", [0, 1e-5])
@pytest.mark.parametrize("size", [1e-8, 1, 1e8])
@pytest.mark.parametrize("mean", [0, 1e3, 1e6, 1e9, 1e12])
def test_the_complex_step_accuses_no_right_forward(mean, size, eps):
    x = size * (mean + np.random.default_rng(3).normal(size=(3, 8)))
    complex_step(lambda v: textbook.layer_norm(v, eps=eps), x)


def test_the_complex_step_takes_one_side_at_a_kink():
    slopes = complex_step(textbook.relu, [0.0, 1, -2])
    assert np.array_equal(slopes, np.diag([0.0, 1, 0]))


@pytest.mark.parametrize("derivative", [central_differences, complex_step])
def test_none_becomes_no_number(derivative):
    with pytest.raises(TypeError, match="x must hold numbers, but it is None"):
        derivative(np.sin, None)
    with pytest.raises(TypeError):
        derivative(lambda v: None, [1.0])


# --- Functions that round as float32 does ------------------------------------


@pytest.mark.parametrize(
    "f",
    [
        lambda v: np.float32(v) ** 2,
        lambda v: np.float64(np.float32(v) ** 2),
        lambda v: np.float32(v**2),
        lambda v: np.float32(v) ** 2 + 0 * v,
    ],
    ids=["all of it", "widened again", "at the end", "at the start"],
)
def test_a_function_in_float32_gets_a_larger_step(f):
    x = np.array([1.0, 2.0, -0.5])
    error = np.diag(central_differences(f, x)) / (2 * x) - 1
    assert abs(error).max() < 1e-3
