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


def test_the_large_feature_stands_apart_from_the_others():
    rows = np.array([[1.0, 9, 2], [1, 90, 2]])
    x_hats = rows / 10
    panels = pictures.large_feature(rows, x_hats).axes
    for axes, values in zip(panels, (rows, x_hats)):
        marks = [x for x in axes.lines if x.get_marker() in "oD"]
        for row, height, (small, large) in zip(
            values, (1, 0), (marks[:2], marks[2:])
        ):
            assert list(small.get_xdata()) == list(row[[0, 2]])
            assert list(large.get_xdata()) == [row[1]]
            assert {*small.get_ydata(), *large.get_ydata()} == {height}


def test_histogram_lines_stand_at_mean_and_std():
    x = np.random.default_rng(0).normal(5, 2, 1000)
    (axes,) = pictures.mean_std_histogram(x).axes
    places = [line.get_xdata()[0] for line in axes.lines]
    np.testing.assert_allclose(
        places, x.mean() + x.std() * np.array([-1, 0, 1])
    )
    assert sum(bar.get_height() for bar in axes.patches) == 1000
