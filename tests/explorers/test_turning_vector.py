"""What the numbers of the turning vector must be."""

import numpy as np
import pytest

from course_lib.explorers.vectors import TurningVector, right_angle, turned

KIND = TurningVector


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


def test_orthogonal_means_mean_zero(panel):
    panel.set(angle=90, length=3.0)
    assert "of length 3.0 is [−2.12, 2.12]" in panel.text
    assert "the mean of v is 0.00" in panel.text
    assert "orthogonal" in panel.text


@pytest.mark.parametrize("angle", [-180, -35, 60, 145])
def test_the_shadow_is_the_mean_times_the_ones(panel, angle):
    now = panel.at(angle=angle, length=1.7)
    np.testing.assert_allclose(now.shadow, now.v.mean())
    corner = right_angle(now.shadow, now.v)
    if np.hypot(*(now.v - now.shadow)) > 0.3:
        first, second = corner[0] - corner[1], corner[2] - corner[1]
        assert first @ second == pytest.approx(0)
        assert (corner[0] - now.shadow) @ now.shadow == pytest.approx(0)


def test_no_mark_where_nothing_is_missing(panel):
    now = panel.at(angle=0)
    assert np.ptp(right_angle(now.shadow, now.v), axis=0).max() == 0
