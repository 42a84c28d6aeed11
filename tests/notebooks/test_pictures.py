"""Every picture of the course reads from the back row.

No text is cut, lies over another one, is smaller than 14 points at the width
shown, or has a contrast below 4.5:1.
"""

import io

import numpy as np
import pytest
from kept_pictures import difference
from matplotlib.colors import to_rgb
from picture_rules import contrast, drawn, problems

from course_lib.sliders import show, style
from lesson_parts.figures import FIGURES


@pytest.mark.parametrize("name", FIGURES)
def test_figures(name):
    assert problems(drawn(FIGURES[name]())) == []


def test_few_colours_look_like_all(monkeypatch):
    figure = FIGURES["layer_norm_effect"]()
    few = show.png_bytes(figure)
    monkeypatch.setattr(show, "few_colours", io.BytesIO.getvalue)
    assert not difference(show.png_bytes(figure), few)
    assert b"PLTE" in few[:400]


MARKS = [
    style.DATA, style.OUTPUT, style.RESIDUAL, style.GRADIENT, style.REFERENCE,
]  # fmt: skip
# What CSS calls hue-rotate(180deg), on sRGB colours (Filter Effects, 10.5).
TURN = [
    [-0.574, 1.43, 0.144], [0.426, 0.43, 0.144], [0.426, 1.43, -0.856],
]  # fmt: skip


def on_a_dark_page(colour):
    """Return what the filter of a shown picture makes of a colour."""
    inverted = 0.93 + (1 - 2 * 0.93) * np.array(to_rgb(colour))
    return np.clip(TURN @ inverted, 0, 1)


@pytest.mark.parametrize("seen", [to_rgb, on_a_dark_page])
def test_roles_stand_out_on_both_pages(seen):
    card = seen("white")
    for colour in MARKS:
        assert contrast(seen(colour), card) >= 3, colour
        assert contrast(seen(style.ink(colour)), card) >= 4.5, colour
    assert contrast(seen(style.TEXT), card) >= 12
