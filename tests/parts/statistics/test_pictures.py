"""What is drawn is what the numbers say."""

import numpy as np
import pytest

from parts.statistics import pictures


def test_the_beam_rests_on_the_mean():
    figure = pictures.balance_point([2, 4, 6, 8, 10], [2, 4, 6, 8, 20])
    for axes, mean in zip(figure.axes, (6, 8)):
        support = next(x for x in axes.lines if x.get_marker() == "^")
        assert support.get_xdata() == pytest.approx([mean])
    assert figure.axes[0].get_xlim() == figure.axes[1].get_xlim()


def test_squares_and_lengths_are_drawn_to_scale():
    (axes,) = pictures.distances([2, 4, 6, 8, 10]).axes
    std = 8**0.5
    squares = [
        (*square.get_xy(), square.get_width(), square.get_height())
        for square in axes.patches
    ]
    places = [(2, 4), (4, 2), (6, 0), (6, 2), (6, 4), (12, std)]
    expected = [(left, 0, side, side) for left, side in places]
    np.testing.assert_allclose(squares, expected)
    bars = [line.get_xdata() for line in axes.lines[1:3]]
    assert np.ravel(bars) == pytest.approx([6, 6 + std, 6, 8.4])
    assert axes.get_aspect() == 1


def test_large_numbers_stand_out_and_each_row_has_its_place():
    rows = {"first": [1.0, 9, 2], "second": [3.0, 4]}
    (axes,) = pictures.large_feature(rows, 8).axes
    names = [label.get_text() for label in axes.get_yticklabels()]
    marks = [
        (names[int(*mark.get_ydata())], *mark.get_xdata(), mark.get_marker())
        for mark in axes.lines
        if mark.get_marker() in "oD"
    ]
    assert sorted(marks) == [
        ("first", 1, "o"),
        ("first", 2, "o"),
        ("first", 9, "D"),
        ("second", 3, "o"),
        ("second", 4, "o"),
    ]
    assert [text.get_text() for text in axes.texts] == ["9"]


def test_histogram_lines_stand_at_mean_and_std():
    x = np.random.default_rng(0).normal(5, 2, 1000)
    (axes,) = pictures.mean_std_histogram(x).axes
    places = [line.get_xdata()[0] for line in axes.lines]
    np.testing.assert_allclose(
        places, x.mean() + x.std() * np.array([-1, 0, 1])
    )
    assert sum(bar.get_height() for bar in axes.patches) == 1000


def test_dots_that_would_hide_each_other_are_stacked():
    (axes,) = pictures.large_feature({"row": [1.0, 1.0, 3, 0.99]}, 8).axes
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    low, second, alone, third = (float(*dot.get_ydata()) for dot in dots)
    assert low == alone < second < third < 0.5
