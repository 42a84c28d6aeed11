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


def test_the_two_averages_differ():
    (axes,) = pictures.distances([2, 4, 6, 8, 10]).axes
    heights = [line.get_ydata()[0] for line in axes.lines]
    assert heights == pytest.approx([8**0.5, 2.4])
    sides = [square.get_height() for square in axes.patches]
    assert sides == pytest.approx([4, 2, 0, 2, 4, 8**0.5])
    assert sides == [square.get_width() for square in axes.patches]


def test_histogram_lines_stand_at_mean_and_std():
    x = np.random.default_rng(0).normal(5, 2, 1000)
    (axes,) = pictures.mean_std_histogram(x).axes
    places = [line.get_xdata()[0] for line in axes.lines]
    np.testing.assert_allclose(
        places, x.mean() + x.std() * np.array([-1, 0, 1])
    )
    assert sum(bar.get_height() for bar in axes.patches) == 1000
