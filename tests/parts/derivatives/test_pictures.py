"""The pictures of lesson 03 show the numbers they are given."""

import numpy as np
import pytest
from matplotlib.quiver import Quiver

from parts.derivatives import pictures


def test_each_line_has_the_slope_that_is_named():
    left, right = pictures.derivative(2.0).axes
    _, *lines, point = left.lines
    for line in lines:
        x, y = line.get_data()
        slope = (y[-1] - y[0]) / (x[-1] - x[0])
        assert line.get_label().endswith(f": {slope:g}")
    forward, central, tangent = (line.get_xydata() for line in lines)
    np.testing.assert_allclose(forward[:, 1], forward[:, 0] ** 2)
    np.testing.assert_allclose(central[:, 1], central[:, 0] ** 2)
    assert tangent.mean(axis=0).tolist() == [2, 4]
    assert point.get_xydata().tolist() == [[2, 4]]
    assert right.lines[-1].get_xydata().tolist() == [[2, 4]]


def test_arrows_are_gradients_at_their_places():
    (axes,) = pictures.gradient(at=(1, 0.5)).axes
    many, one = (c for c in axes.collections if isinstance(c, Quiver))
    np.testing.assert_allclose(many.U, 2 * many.X)
    np.testing.assert_allclose(many.V, 2 * many.Y)
    assert (one.U, one.V) == (2, 1)


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
