"""The pictures of lessons 09 and 10 show the runs that they are given."""

import numpy as np
import pytest

from course_lib.data.digits import load_digits
from parts.training import pictures


def test_each_digit_stands_in_its_row():
    part = load_digits()["train"]
    (axes,) = pictures.digit_sheet(part, columns=5).axes
    sheet = np.asarray(axes.images[0].get_array())
    for digit in range(10):
        images = part.x[part.digit == digit][:5]
        for k, image in enumerate(images):
            drawn = sheet[9 * digit : 9 * digit + 8, 9 * k : 9 * k + 8]
            np.testing.assert_array_equal(drawn.ravel(), image)
    assert [t.get_text() for t in axes.get_yticklabels()] == [*"0123456789"]


def test_of_two_lines_in_one_place_both_are_seen():
    level = np.ones(5), np.ones(5)
    for pair in (("post-norm", "no shortcut"), ("norm at end", "no norm")):
        figure = pictures.sizes_by_layer_picture(dict.fromkeys(pair, level))
        wide, narrow = figure.axes[0].lines  # the narrow one is drawn last
        assert wide.get_linewidth() > 2 * narrow.get_linewidth()
        assert narrow.get_linestyle() != "-"


def test_the_map_has_a_field_a_place_and_a_panel_a_variant():
    found = {
        "post-norm": {(1, 0.1): (0.9, 0), (4, 0.1): (0.5, 0)},
        "no norm": {(1, 0.1): (0.8, 1), (1, 1.0): (0.0, 3)},
    }
    chosen = {"post-norm": {1: 0.1, 4: 0.1}, "no norm": {1: 0.1, 4: 3e-7}}
    lost = {"post-norm": (0, 6), "no norm": (4, 6)}
    figure = pictures.rates_and_depths(found, chosen, lost)
    one, other = figure.axes[:2]
    shares = [axes.images[0].get_array().filled(-1) for axes in (one, other)]
    np.testing.assert_array_equal(shares[0], [[0.9, 0.5], [-1, -1]])
    np.testing.assert_array_equal(shares[1], [[0.8, -1], [0, -1]])
    below = figure.axes[3].get_xticklabels()
    assert [t.get_text() for t in below] == ["1", "4"]
    assert [t.get_text() for t in one.get_yticklabels()] == ["0.1", "1"]
    assert not one.texts
    digits = {(t.get_position(), t.get_text()) for t in other.texts}
    assert digits == {((0, 0), "1"), ((0, 1), "3")}
    frames = [[p.get_center() for p in axes.patches] for axes in (one, other)]
    np.testing.assert_allclose(frames[0], [(0, 0), (1, 0)])
    np.testing.assert_allclose(frames[1], [(0, 0)])  # 3e-7 is off the map
    assert one.get_title("left") == "post-norm\n0 of 6 diverged"
    assert other.get_title("left") == "no norm\n4 of 6 diverged"


def test_every_run_is_a_dot_and_the_median_a_bar():
    table = {"post-norm": {1: [0.9, 0.2, 0.8], 4: [0.7, 0.7, 1.0]}}
    axes = pictures.every_run(table, baseline=0.6).axes[0]
    line, *dots = axes.lines
    assert set(line.get_ydata()) == {0.6}
    shares = [list(each.get_ydata()) for each in dots]
    assert shares == [*table["post-norm"].values()]
    for place, drawn in enumerate(dots):
        np.testing.assert_allclose(drawn.get_xdata(), place, atol=0.3)
        assert len(set(drawn.get_xdata())) == 3  # beside one another
    bars = [each.get_segments()[0][:, 1] for each in axes.collections]
    np.testing.assert_allclose(bars, [[0.8, 0.8], [0.7, 0.7]])
    assert axes.get_ylim() == pytest.approx((-0.04, 1.04))
    higher = pictures.every_run(table, baseline=0.6, lowest=0.5).axes[0]
    assert higher.get_ylim() == pytest.approx((0.48, 1.02))
