"""The pictures of lesson 08 show the shapes and slopes of the real layer."""

import numpy as np

from course_lib.layers import FeedForward
from course_lib.plots import feed_forward as pictures


def test_the_shapes_are_those_of_the_layer():
    layer = FeedForward(200, 800, rng=0)
    y = layer.forward(np.ones((8, 200)))
    (axes,) = pictures.shape_graph().axes
    shown = [text.get_text() for text in axes.texts]
    shapes = {"X": layer.x, "M": layer.pre_activation, "H": layer.hidden,
              "Y": y, "L": np.array(0.0)}  # fmt: skip
    for name, array in shapes.items():
        assert shown[shown.index(name) + 1] == str(array.shape), name
    words = "\n".join(shown)
    for name, sub in (("W1", "W₁"), ("b1", "b₁"), ("W2", "W₂"), ("b2", "b₂")):
        assert f"{sub} {getattr(layer, name).shape}" in words


def test_the_difference_averages_within_h_of_the_kink():
    left, right = pictures.relu_kink(0.25).axes
    m, relu = left.lines[0].get_data()
    np.testing.assert_array_equal(relu, np.where(m > 0, m, 0))
    layer, seen = (line.get_ydata() for line in right.lines)
    far = abs(m) >= 0.25
    np.testing.assert_allclose(seen[far], layer[far], atol=1e-12)
    assert seen[m == 0] == 0.5 and layer[m == 0] == 0
    inside = seen[~far]
    assert (np.diff(inside) > 0).all() and (inside > 0).all()


def test_each_loss_has_its_own_look():
    curves = {"one": [3.0, 2.0, -1.0], "other": [1.0, 0.5, 0.4]}
    (axes,) = pictures.loss_curves(curves, "title").axes
    lines = axes.lines[:2]
    for line, (name, losses) in zip(lines, curves.items(), strict=True):
        assert line.get_label() == name
        assert list(line.get_ydata()) == losses
    assert lines[0].get_linestyle() != lines[1].get_linestyle()
    assert axes.get_ylim()[0] < -1 and axes.get_title(loc="left") == "title"
