"""What is drawn is what the numbers say."""

import numpy as np
import pytest

from course_lib.plots import statistics as pictures


def texts(axes):
    return [text.get_text() for text in axes.texts]


def heights(axes):
    """Heights of the level lines across a picture."""
    return [line.get_ydata()[0] for line in axes.lines]


def test_the_beam_rests_on_the_mean():
    figure = pictures.balance_point([2, 4, 6, 8, 10], [2, 4, 6, 8, 20])
    for axes, mean in zip(figure.axes, (6, 8)):
        support = next(x for x in axes.lines if x.get_marker() == "^")
        assert support.get_xdata() == pytest.approx([mean])
        assert f"mean {mean}" in texts(axes)
    assert figure.axes[0].get_xlim() == figure.axes[1].get_xlim()


def test_the_two_averages_differ():
    (axes,) = pictures.distances([2, 4, 6, 8, 10]).axes
    assert heights(axes) == pytest.approx([8**0.5, 2.4])
    sides = [square.get_height() for square in axes.patches]
    assert sides == pytest.approx([4, 2, 0, 2, 4, 8**0.5])
    assert sides == [square.get_width() for square in axes.patches]


def test_histogram_lines_stand_at_mean_and_std():
    x = np.random.default_rng(0).normal(5, 2, 1000)
    (axes,) = pictures.mean_std_histogram(x).axes
    places = [line.get_xdata()[0] for line in axes.lines]
    spread = x.std()
    assert places == pytest.approx(
        [x.mean() - spread, x.mean(), x.mean() + spread]
    )
    assert sum(bar.get_height() for bar in axes.patches) == 1000


def test_errors_are_drawn_as_given():
    means, one, two = [1, 10, 100], [1e-7, 1e-5, 1e-3], [1e-8] * 3
    twice = [1e-9] * 3
    (axes,) = pictures.variance_error(means, one, two, twice).axes
    drawn = [line.get_ydata() for line in axes.lines[1:]]
    np.testing.assert_array_equal(drawn, [one, two, twice])
