"""The pictures of lesson 04 show the numbers and the orders they name."""

import numpy as np
import pytest

from course_lib.panels.boxes import middle
from parts.residual_add import pictures


def is_box(patch):
    return hasattr(patch, "get_boxstyle")


AFTER = "x|attention|+|LayerNorm|feed-forward|+|LayerNorm|y"
BEFORE = "x|LayerNorm|attention|+|LayerNorm|feed-forward|+|y"
IN_2017 = "x|attention|+|LayerNorm|ReLU layer|+|LayerNorm|y"
TODAY = "x|RMSNorm|attention|+|RMSNorm|gated layer|+|y"


@pytest.mark.parametrize(
    "draw, rows",
    [
        (pictures.block, {"One block": AFTER}),
        (pictures.orders, {"Post-norm": AFTER, "Pre-norm": BEFORE}),
        (pictures.exchanged, {"2017": IN_2017, "Today": TODAY}),
    ],
)
def test_the_parts_of_a_block_stand_in_their_order(draw, rows):
    for axes, (title, names) in zip(draw().axes, rows.items(), strict=True):
        boxes = {middle(each) for each in filter(is_box, axes.patches)}
        parts = [t for t in axes.texts if t.get_position() in boxes]
        parts.sort(key=lambda text: text.get_position())
        shown = [text.get_text() for text in parts if text.get_text()]
        assert shown == names.split("|")
        assert axes.get_title(loc="left").startswith(title)


def test_the_road_leads_through_the_norms_of_post_norm_alone():
    """What no shortcut leads around stands on the road."""
    wide = pictures.WIDTHS["LayerNorm"]
    for axes, on_the_road in zip(pictures.orders().axes, (2, 0)):
        skipped = [
            (min(line.get_xdata()), max(line.get_xdata()))
            for line in axes.lines
        ]
        norms = [
            middle(patch)[0]
            for patch in axes.patches
            if is_box(patch) and patch.get_width() == wide
        ]
        assert len(norms) == len(skipped) == 2
        free = [x for x in norms if not any(a < x < b for a, b in skipped)]
        assert len(free) == on_the_road


def test_the_band_is_mean_and_spread():
    y = np.array([-0.731, 1.806, 0.078, 2.346])
    (axes,) = pictures.brackets({"printed": y}).axes
    band, tick, dots, _ = axes.lines
    assert np.mean(band.get_xdata()) == pytest.approx(y.mean())
    assert np.ptp(band.get_xdata()) / 2 == pytest.approx(y.std())
    assert tick.get_xdata()[0] == pytest.approx(0.875, abs=1e-3)
    np.testing.assert_array_equal(dots.get_xdata(), y)


def test_the_words_say_what_arrives():
    falling = dict(zip(pictures.LOOKS, (np.full(5, 7.4), 0.5 ** np.arange(5))))
    rising = dict(zip(pictures.LOOKS, (np.full(5, 2.8), 0.1 ** np.arange(5))))
    back = {name: norms[::-1] for name, norms in rising.items()}
    words = pictures.both_ways_words(falling, back)
    assert "output, where it is 7.4 long with a shortcut, and 6.2e-02" in words
    assert "input, where it is 2.8 long with a shortcut, and 1.0e-04" in words
