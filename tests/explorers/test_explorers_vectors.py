"""What the numbers of the turning vector must be."""

import numpy as np
import pytest

from course_lib.explorers.vectors import TurningVector, turned


@pytest.fixture
def explorer():
    made = TurningVector()
    yield made
    made.close()


@pytest.mark.parametrize("angle", [-180, -90, -35, 0, 90, 145])
def test_the_angle_is_the_one_to_the_ones(angle):
    v = turned(angle, 2.5)
    assert np.hypot(*v) == pytest.approx(2.5)
    cosine = v.sum() / (2.5 * np.sqrt(2))
    assert cosine == pytest.approx(np.cos(np.radians(angle)))
    left_of_ones = v[1] - v[0]
    assert np.sign(left_of_ones.round(9)) == np.sign(
        np.sin(np.radians(angle)).round(9)
    )


def test_orthogonal_means_mean_zero(explorer):
    explorer.set(angle=90, length=3.0)
    assert "of length 3.0 is [−2.12, 2.12]" in explorer.text
    assert "the mean of v is 0.00" in explorer.text
    assert "orthogonal" in explorer.text


def test_the_sum_may_vanish(explorer):
    explorer.set(angle=-180, length=1.4)
    assert "v + 1 = [0.01, 0.01]" in explorer.text
    assert not explorer.error
