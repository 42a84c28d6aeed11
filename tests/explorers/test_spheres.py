"""The spheres say from where they are seen, and what keeps its mean."""

import pytest

from course_lib.explorers.sphere import NormsOnTheSphere, SphereFromAllSides


@pytest.mark.parametrize(
    ("kind", "values", "said"),
    [
        (SphereFromAllSides, {}, "lengths of 0.86 to 2.04 all come to 1.73"),
        (SphereFromAllSides, {"tilt": 0}, "from its edge"),
        (SphereFromAllSides, {"tilt": 90, "turn": 120}, "Seen along 1"),
        (NormsOnTheSphere, {}, "keep means of −0.90, 0.92, 0.79, −0.61"),
        (NormsOnTheSphere, {"tilt": 0, "turn": 120}, "tilt 0°, turn 120°."),
    ],
)
def test_the_sentence_tells_the_view_and_the_numbers(kind, values, said):
    panel = kind()
    assert said in panel.sentence(panel.at(**values))
    panel.close()
