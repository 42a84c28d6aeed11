"""The pictures of lesson 09 show the images and runs they are given."""

import numpy as np
import pytest

from course_lib.data.digits import load_digits
from course_lib.plots import training as pictures
from course_lib.training.classifier import VARIANTS
from course_lib.training.train import History


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


def test_curves_start_at_epoch_1():
    history = History(loss=[2.0, 0.5, 0.1], validation=[0.5, 0.8, 0.9])
    left, right = pictures.training_curves(history).axes
    for axes, values in ((left, history.loss), (right, history.validation)):
        np.testing.assert_array_equal(axes.lines[0].get_xdata(), [1, 2, 3])
        np.testing.assert_array_equal(axes.lines[0].get_ydata(), values)
    assert left.lines[1].get_ydata()[0] == pytest.approx(2.302585)


def test_sizes_keep_activations_left_and_gradients_right():
    sizes = {v: (np.full(5, i + 1.0), np.full(5, 0.1 * (i + 1)))
             for i, v in enumerate(VARIANTS)}  # fmt: skip
    left, right = pictures.sizes_by_layer_picture(sizes).axes
    for k, axes in enumerate((left, right)):
        for line in axes.lines:
            expected = sizes[line.get_label()][k]
            np.testing.assert_array_equal(line.get_ydata(), expected)
    looks = {(line.get_linestyle(), line.get_marker()) for line in left.lines}
    assert len(looks) == len(VARIANTS)


def test_the_bar_reaches_from_the_worst_run_to_the_best():
    table = {"post-norm": {1: [0.9, 0.2, 0.8], 4: [0.7, 0.7, 1.0]}}
    (axes,) = pictures.accuracy_by_depth(table).axes
    (container,) = axes.containers
    line, _, (bars,) = container
    assert list(line.get_xdata()) == [1, 4]
    np.testing.assert_allclose(line.get_ydata(), [0.8, 0.7])
    ends = [segment[:, 1] for segment in bars.get_segments()]
    np.testing.assert_allclose(ends, [[0.2, 0.9], [0.7, 1.0]])
