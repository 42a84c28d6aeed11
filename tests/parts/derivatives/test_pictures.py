"""The pictures of lesson 03 show the numbers they are given."""

import numpy as np
import pytest
from matplotlib.contour import ContourSet
from matplotlib.quiver import Quiver

from parts.derivatives import pictures


@pytest.mark.parametrize("panel, h", [*enumerate([1, 0.5, 0.1])])
def test_each_line_has_the_slope_that_the_lesson_derives(panel, h):
    axes = pictures.derivative(2.0).axes[panel]
    _, forward, ahead, central, both, tangent, point = axes.lines
    for line, expected in ((forward, 4 + h), (central, 4), (tangent, 4)):
        x, y = line.get_data()
        assert (y[-1] - y[0]) / (x[-1] - x[0]) == pytest.approx(expected)
    for line, places in ((forward, ahead), (central, both)):
        x, y = places.get_data()  # on the curve and on the line
        np.testing.assert_allclose(y, x**2)
        np.testing.assert_allclose(y, np.interp(x, *line.get_data()))
    np.testing.assert_allclose(tangent.get_xydata().mean(axis=0), [2, 4])
    assert point.get_xydata().tolist() == [[2, 4]]


@pytest.mark.parametrize(
    "draw", [pictures.gradient, lambda: pictures.partial_derivatives(1, 0.5)]
)
def test_lines_of_equal_height_are_circles(draw):
    (lines,) = (
        each for each in draw().axes[0].collections
        if isinstance(each, ContourSet)
    )  # fmt: skip
    for height, path in zip(lines.levels, lines.get_paths(), strict=True):
        far = np.hypot(*path.vertices.T)
        np.testing.assert_allclose(far, height**0.5, atol=1e-3)
    for label in lines.labelTexts:
        x, y = label.get_position()
        assert np.hypot(x, y) ** 2 == pytest.approx(
            float(label.get_text()), abs=0.02
        )


def test_arrows_are_gradients_at_their_places():
    (axes,) = pictures.gradient(at=(1, 0.5)).axes
    many, one = (c for c in axes.collections if isinstance(c, Quiver))
    np.testing.assert_allclose(many.U, 2 * many.X)
    np.testing.assert_allclose(many.V, 2 * many.Y)
    assert (one.U, one.V) == (2, 1)


def test_each_cut_has_its_tangent_at_the_point():
    left, right = pictures.partial_derivatives(1, 0.5).axes
    along_x, along_y, here = left.lines
    assert set(along_x.get_ydata()) == {0.5}
    assert set(along_y.get_xdata()) == {1}
    assert here.get_xydata().tolist() == [[1, 0.5]]
    lines = [line.get_data() for line in right.lines]
    for (x, cut), (run, height), (at, top), held, slope in (
        (*lines[:3], 0.5, 2),
        (*lines[3:], 1, 1),
    ):
        np.testing.assert_allclose(cut, x**2 + held**2)
        assert at[0] ** 2 + held**2 == top[0] == 1.25
        np.testing.assert_allclose(height, top[0] + slope * (run - at[0]))


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


def test_both_runs_are_drawn_as_given():
    runs = {"A": [1.0, 0.5, 0.1], "B": [1.0, 0.2, 0.3]}
    (axes,) = pictures.training_runs(runs, "").axes
    drawn = {x.get_label(): list(x.get_ydata()) for x in axes.lines}
    assert drawn == runs
    assert axes.get_yscale() == "log"
