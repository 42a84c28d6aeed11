"""A reader's own settings of Matplotlib change none of the course's pictures.

Inside the style they must not be there, and behind it they are again.
"""

import matplotlib
import matplotlib.style
import pytest

from course_lib.sliders.show import png_bytes
from course_lib.sliders.style import new_figure, style

OWN = {
    "dark": lambda: matplotlib.style.use("dark_background"),
    "usetex": lambda: matplotlib.rcParams.update({"text.usetex": True}),
    "grid": lambda: matplotlib.rcParams.update({"axes.grid": True}),
}


def drawn():
    with style():
        figure = new_figure()
        figure.add_subplot(title="α").plot([1, -2])
    return png_bytes(figure)


def settings():
    return {**matplotlib.rcParams, "backend": "found when one is needed"}


@pytest.mark.parametrize("own", OWN.values(), ids=OWN)
def test_pictures_look_the_same(own):
    plain = drawn()
    with matplotlib.rc_context():
        own()
        before = settings()
        assert drawn() == plain
        assert settings() == before
