"""The pictures of lesson 04 show the numbers and the orders they name."""

import numpy as np
import pytest

from course_lib.plots import residual_add as pictures
from course_lib.plots.boxes import middle


def names_along(axes):
    """Names of the boxes of one row, left to right."""
    found = []
    for patch in axes.patches:
        if hasattr(patch, "get_boxstyle"):
            at = middle(patch)
            label = next(t for t in axes.texts if t.get_position() == at)
            found.append((at[0], label.get_text()))
    return [name for _, name in sorted(found)]


def test_post_norm_and_pre_norm_stand_in_their_order():
    post, pre = pictures.orders().axes
    f, g = "attention", "feed-forward"
    after = ["x", f, "+", "LayerNorm", g, "+", "LayerNorm", "y"]
    assert names_along(post) == after
    assert names_along(*pictures.block().axes) == after
    before = ["x", "LayerNorm", f, "+", "LayerNorm", g, "+", "y"]
    assert names_along(pre) == before
    assert "LayerNorm(x + f(x))" in post.get_title(loc="left")
    assert "x + f(LayerNorm(x))" in pre.get_title(loc="left")


def test_a_block_of_today_has_other_parts_in_another_order():
    then, today = pictures.exchanged().axes
    norm, f, g = "LayerNorm", "attention", "ReLU layer"
    assert names_along(then) == ["x", f, "+", norm, g, "+", norm, "y"]
    norm, g = "RMSNorm", "gated layer"
    assert names_along(today) == ["x", norm, f, "+", norm, g, "+", "y"]


def test_the_road_leads_through_the_norms_of_post_norm_alone():
    """What no shortcut leads around stands on the road."""
    for axes, on_the_road in zip(pictures.orders().axes, (2, 0)):
        skipped = [
            (min(line.get_xdata()), max(line.get_xdata()))
            for line in axes.lines
        ]
        norms = [
            middle(patch)[0]
            for patch in axes.patches
            if hasattr(patch, "get_boxstyle") and patch.get_width() == 1.1
        ]
        assert len(norms) == len(skipped) == 2
        free = [x for x in norms if not any(a < x < b for a, b in skipped)]
        assert len(free) == on_the_road


def test_every_sublayer_of_a_block_has_its_shortcut():
    (axes,) = pictures.blocks({"encoder": ["a", "f"]}).axes
    around = [np.ptp(line.get_ydata()) for line in axes.lines]
    assert len(around) == 2 and min(around) > 1


def test_a_block_has_one_add_and_norm_a_sublayer():
    kinds = {"encoder": ["a", "f"], "decoder": ["a", "c", "f"]}
    (axes,) = pictures.blocks(kinds).axes
    shown = [text.get_text() for text in axes.texts]
    assert shown.count("Add & Norm") == 5
    assert {"encoder: 2", "decoder: 3"} <= set(shown)


def test_the_band_is_mean_and_spread():
    y = np.array([-0.731, 1.806, 0.078, 2.346])
    (axes,) = pictures.brackets({"printed": y}).axes
    band, tick, dots, _ = axes.lines
    assert np.mean(band.get_xdata()) == pytest.approx(y.mean())
    assert np.ptp(band.get_xdata()) / 2 == pytest.approx(y.std())
    assert tick.get_xdata()[0] == pytest.approx(0.875, abs=1e-3)
    np.testing.assert_array_equal(dots.get_xdata(), y)


def test_the_two_stacks_differ_in_more_than_colour():
    norms = {"with shortcut": np.ones(5), "without": 0.5 ** np.arange(5)}
    (axes,) = pictures.gradient_norms(norms, "title").axes
    one, other = axes.lines[:2]
    np.testing.assert_array_equal(other.get_ydata(), norms["without"])
    assert one.get_linestyle() != other.get_linestyle()
    assert one.get_marker() != other.get_marker()


def test_both_branches_get_dy():
    forward, back = pictures.fork().axes
    shown = [text.get_text() for text in back.texts]
    assert {"dy", "dy, as it is", "$dy\\,J_f$"} <= set(shown)
    assert "x, as it is" in [text.get_text() for text in forward.texts]


def test_the_words_say_what_arrives():
    norms = {"with shortcut": np.full(5, 7.4), "without": 0.5 ** np.arange(5)}
    norms["without"] = norms["without"][::-1]
    words = pictures.gradient_norms_words(norms)
    assert "6.2e-02 at the input" in words
    assert words.endswith("with a shortcut to 7.4.")
