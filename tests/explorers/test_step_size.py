"""The numbers of the step-size explorer, against algebra done by hand."""

import numpy as np
import pytest

from course_lib.explorers.derivatives import SLOPE, StepSize, X
from course_lib.plots.derivatives import cube_errors, cube_slope

KIND = StepSize


@pytest.mark.parametrize("h", [1.0, 0.1, 0.01])
def test_each_method_gives_what_the_lesson_derives(h):
    for method, by_hand in {
        "forward difference": 3 * X**2 + 3 * X * h + h**2,
        "central difference": 3 * X**2 + h**2,
        "complex step": 3 * X**2 - h**2,
    }.items():
        assert cube_slope(method, X, h) == pytest.approx(by_hand, abs=1e-12)
    assert pytest.approx(5.07) == SLOPE


def test_the_u_and_the_method_without_one():
    errors = cube_errors(X, np.array([1e-1, 1e-5, 1e-12, 1e-16]))
    large, best, small, tiny = errors["central difference"]
    assert best < 1e-10 < 1e-6 < small < tiny
    assert large > 1e-3
    assert (errors["complex step"][1:] < 1e-9).all()
    assert (errors["complex step"][2:] < 1e-15).all()


def test_the_sentence_and_the_line_tell_the_same_slope(panel):
    panel.set(h=1.0, method="forward difference")
    x, y = panel._picture.artists["line"].get_data()
    assert (y[1] - y[0]) / (x[1] - x[0]) == pytest.approx(9.97)
    assert "slope 9.970000 where 5.07 is true" in panel.text
    panel.set(h=1e-16, method="complex step")
    assert "right to the last digit" in panel.text


def test_the_last_bit_of_a_step_changes_nothing(panel):
    steps = [np.nextafter(1e-12, end) for end in (0, 1e-12, 1)]
    assert len(set(steps)) == 3
    assert len({panel.at(h=h).error for h in steps}) == 1
