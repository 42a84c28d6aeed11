"""What the Jacobian's explorer shows are the numbers of the Jacobian."""

import numpy as np
import pytest

from course_lib.evidence import complex_step, textbook
from course_lib.explorers import layer_norm_jacobian as file
from course_lib.explorers.layer_norm_jacobian import JacobianAction


@pytest.fixture
def explorer():
    made = JacobianAction()
    made.prediction.skip()
    yield made
    made.close()


@pytest.mark.parametrize("x3, eps", [(2.7, 0.1), (-3.0, 1.0), (6.0, 0.0)])
def test_the_matrix_is_the_jacobian(explorer, x3, eps):
    now = explorer.at(x3=x3, eps=eps)
    true = complex_step(lambda v: textbook.layer_norm(v, eps=eps), now.x)
    assert np.allclose(now.jacobian, true, 0, 1e-13)
    assert np.isclose(now.s**2, now.x.var() + eps)


@pytest.mark.parametrize("x3", [-3.0, 1.4, 2.7, 6.0])
@pytest.mark.parametrize("eps", [0.0, 0.1, 1.0])
def test_each_dy_comes_back_as_the_lesson_says(explorer, x3, eps):
    def back(dy):
        now = explorer.at(x3=x3, eps=eps, dy=dy)
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


def test_colours_and_bars_never_leave_their_limits(explorer):
    for x3 in np.linspace(-3, 6, 91).round(1):
        for dy in explorer.controls["dy"].values:
            now = explorer.at(x3=x3, eps=0.0, dy=dy)
            assert abs(now.jacobian).max() <= file.LARGEST
            assert max(abs(now.entries).max(), abs(now.dx).max()) <= file.REACH


def test_the_prediction_is_right(explorer):
    assert explorer.answer == "larger"
    parts, roots = [], []
    for eps in (0.1, 1.0):
        now = explorer.state(2.7, eps, "x̂")
        parts.append(now["dx"][0] / now["entries"][0])
        roots.append(now["s"])
    told = "from {:.2f} of dy to {:.2f}.".format(*parts)
    assert all(told in words for words in explorer.choices.values())
    assert (
        "from {:.2f} to {:.2f}.".format(*roots)
        in (explorer.choices["smaller"])
    )
    assert 3 <= (roots[1] / roots[0]) ** 3 < 3.5
    explorer.set(dy="all ones")
    assert "[0.00, 0.00, 0.00, 0.00]" in explorer.text
