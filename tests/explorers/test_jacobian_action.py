"""What the Jacobian's explorer shows are the numbers of the Jacobian."""

import numpy as np
import pytest

from course_lib.evidence import complex_step, textbook
from course_lib.explorers import layer_norm_jacobian as file

KIND = file.JacobianAction


@pytest.mark.parametrize("x3, eps", [(2.7, 0.1), (-3.0, 1.0), (6.0, 0.0)])
def test_the_matrix_is_the_jacobian(panel, x3, eps):
    now = panel.at(x3=x3, eps=eps)
    true = complex_step(lambda v: textbook.layer_norm(v, eps=eps), now.x)
    assert np.allclose(now.jacobian, true, 0, 1e-13)
    assert np.isclose(now.s**2, now.x.var() + eps)


@pytest.mark.parametrize("x3", [-3.0, 1.4, 2.7, 6.0])
@pytest.mark.parametrize("eps", [0.0, 0.1, 1.0])
def test_each_dy_comes_back_as_the_lesson_says(panel, x3, eps):
    def back(dy):
        now = panel.at(x3=x3, eps=eps, dy=dy)
        return now.s, now.entries, now.dx

    s, dy, dx = back("all ones")
    assert np.allclose(dx, 0)
    s, dy, dx = back("x̂")
    assert np.allclose(dx, eps / s**3 * dy)
    s, dy, dx = back("across both")
    assert np.allclose(dx, dy / s)
    assert np.isclose(np.linalg.norm(dy), 2)
    s, dy, dx = back("first entry alone")
    assert np.isclose(dx.sum(), 0)


def test_colours_and_bars_never_leave_their_limits(panel):
    for x3 in panel.controls["x3"].values:
        for dy in panel.controls["dy"].values:
            now = panel.at(x3=x3, eps=0.0, dy=dy)
            assert abs(now.jacobian).max() <= file.LARGEST
            assert max(abs(now.entries).max(), abs(now.dx).max()) <= file.REACH


def test_the_prediction_is_right(panel):
    assert panel.answer == "larger"
    low, high = (panel.at(eps=eps, dy="x̂") for eps in (0.1, 1.0))
    parts = [now.dx[0] / now.entries[0] for now in (low, high)]
    told = "from {:.2f} of dy to {:.2f}.".format(*parts)
    assert all(told in words for words in panel.choices.values())
    assert f"from {low.s:.2f} to {high.s:.2f}." in panel.choices["smaller"]
    assert 3 <= (high.s / low.s) ** 3 < 3.5
    panel.set(dy="all ones")
    assert "[0.00, 0.00, 0.00, 0.00]" in panel.text
