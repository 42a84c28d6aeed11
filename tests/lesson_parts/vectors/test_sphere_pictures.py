"""The sphere is drawn where the numbers say, from every side."""

from itertools import product

import numpy as np

from course_lib.sliders.style import new_figure
from lesson_parts.vectors import sphere_pictures as sphere


def test_no_name_lies_over_another():
    artists = sphere.draw_sphere(new_figure())
    steps = sphere.standardized(sphere.POINTS)
    names = [artists["ones says"], *artists["entries say"]]
    for tilt, turn in product(range(0, 91, 5), range(0, 351, 10)):
        sphere.turn_sphere(artists, steps, tilt, turn)
        at = np.array([each.get_position() for each in names])
        at[0, 1] += 0.13  # from its foot to its middle
        apart = np.abs(at[:, None] - at).max(axis=2) + np.eye(4)
        assert apart.min() > 0.35, (
            f"names of the sphere overlap at tilt {tilt}, turn {turn}: move "
            "them in sphere_pictures.py"
        )
