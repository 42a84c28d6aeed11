"""The pictures of lesson 11 show what they are given."""

import numpy as np
import pytest
from matplotlib.patches import Rectangle

from parts.real_model import pictures

RNG = np.random.default_rng(2)
SUBLAYERS = "attention", "feed_forward"


def test_a_frame_marks_the_nearest_other_and_small_numbers_are_left_out():
    alike = np.array([[1, 0.3, 0.1], [0.3, 1, 0.6], [0.1, 0.6, 1]])
    (axes,) = pictures.who_finds_whom(alike, "abc").axes
    (mesh,) = axes.collections
    np.testing.assert_array_equal(np.ravel(mesh.get_array()), alike.ravel())
    assert (mesh.get_cmap().name, mesh.get_clim()) == ("cividis", (0, 1))
    frames = [each for each in axes.patches if isinstance(each, Rectangle)]
    corners = [(int(each.get_x()), int(each.get_y())) for each in frames]
    assert corners == [(1, 0), (2, 1), (1, 2)]
    shown = {
        tuple(np.subtract(each.get_position(), 0.5)): each.get_text()
        for each in axes.texts
    }
    assert shown == {
        (column, row): f"{value:.2f}"
        for (row, column), value in np.ndenumerate(alike)
        if value > 0.2
    }
    assert axes.get_ylim() == (3, 0)  # the first sentence on top


def test_each_part_stands_at_its_share_with_its_error():
    found = {
        (sublayer, part): RNG.uniform(0.2, 0.8, (6, 2))
        for sublayer in SUBLAYERS
        for part in ("sublayer", "shortcut", "norm")
    }
    floors = {"whole": 0.84, "no block": 0.25}
    panels = pictures.parts_left_out(found, floors).axes
    for axes, sublayer in zip(panels, SUBLAYERS, strict=True):
        levels = [set(line.get_ydata()) for line in axes.lines[:2]]
        assert levels == [{0.84}, {0.25}]
        marks = axes.containers
        for mark, part in zip(marks, ("sublayer", "shortcut", "norm")):
            share, error = found[sublayer, part].T
            assert mark.get_label() == f"without the {part}"
            x, y = mark.lines[0].get_data()
            np.testing.assert_allclose(y, share)
            assert abs(x - np.arange(6)).max() < 0.1
            (bars,) = mark.lines[2]
            ends = np.array([bar[:, 1] for bar in bars.get_segments()])
            np.testing.assert_allclose(ends[:, 0], share - error)
            np.testing.assert_allclose(ends[:, 1], share + error)
    notes = {each.get_text(): each.xy[1] for each in panels[1].texts}
    assert notes == floors


def test_the_first_row_is_the_loud_one():
    z = RNG.normal(size=(3, 8))
    z[0, 5] = -40
    left, right = pictures.rows_of_tokens(["[CLS]", "a", "b"], z).axes
    (others, first), (row,) = left.lines, right.lines
    spread = np.sqrt(((z - z.mean(1, keepdims=True)) ** 2).mean(1))
    np.testing.assert_allclose(others.get_data(), [spread[1:], [1, 2]])
    np.testing.assert_allclose(first.get_data(), [spread[:1], [0]])
    np.testing.assert_array_equal(row.get_ydata(), z[0])
    (note,) = right.texts
    assert (note.get_text(), note.xy) == ("feature 5", (5, -40))
    assert left.get_ylim() == (2.5, -0.5)


@pytest.mark.parametrize("panel, start", [(0, 1), (1, 0)])
def test_lines_of_a_norm_are_its_quantiles(panel, start):
    both = RNG.normal(size=(2, 4, 101))
    axes = pictures.scales_by_norm([*"abcd"], *both).axes[panel]
    thin, thick = axes.collections
    assert thin.get_linewidth() < thick.get_linewidth()
    ordered = np.sort(both[panel], axis=1)
    for lines, ends in ((thin, [0, 100]), (thick, [5, 95])):
        drawn = np.array(lines.get_segments())
        np.testing.assert_allclose(drawn[:, :, 0], ordered[:, ends])
        np.testing.assert_array_equal(drawn[:, 0, 1], range(4))
    ticks, level = axes.lines
    np.testing.assert_allclose(ticks.get_data(), [ordered[:, 50], range(4)])
    assert set(level.get_xdata()) == {start}
    assert (
        axes.get_title(loc="left") == f"{'γβ'[panel]}: a new norm has {start}"
    )


def test_the_model_is_drawn_from_left_to_right():
    (axes,) = pictures.the_model().axes
    places = [
        (text.get_position()[0], " ".join(text.get_text().split()))
        for text in axes.texts
        if text.get_text() and not text.get_text().startswith("×")
    ]
    assert [words for _, words in sorted(places)] == [
        "word pieces", "vectors + positions, Norm", "attention", "Add & Norm",
        "feed- forward, GELU", "Add & Norm", "mean, length 1",
    ]  # fmt: skip
    *_, frame = axes.lines  # around what is there six times
    left, right = min(frame.get_xdata()), max(frame.get_xdata())
    inside = [words for x, words in sorted(places) if left < x < right]
    assert inside[0] == "attention" and len(inside) == 4
    assert "× 6" in [text.get_text() for text in axes.texts]
