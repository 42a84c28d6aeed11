"""The pictures of lesson 05 draw what LayerNorm computes."""

import numpy as np
import pytest

from course_lib.layers import LayerNorm
from parts.layer_norm import pictures

STUDYING = np.array([3.16, 0.61, 1.87])


def dots(axes):
    """Marker positions of every line that draws markers only."""
    lines = [line for line in axes.lines if line.get_linestyle() == "None"]
    return [line.get_xydata() for line in lines]


def test_three_rows_slide_and_stretch():
    (axes,) = pictures.slide_and_stretch(STUDYING).axes
    x_hat, centred, x = (d[:, 0] for d in dots(axes) if len(d) == 3)
    np.testing.assert_array_equal(x, STUDYING)
    assert centred.mean() == pytest.approx(0, abs=1e-12)
    assert centred.std() == pytest.approx(x.std())
    assert (x_hat.mean(), x_hat.std()) == pytest.approx((0, 1), abs=1e-12)


def test_every_value_is_in_a_bin():
    before = np.random.default_rng(0).normal([[0], [5]], [[1], [3]], (2, 300))
    after = LayerNorm(300).forward(before)
    panels = pictures.layer_norm_effect(before, after, "ab").axes
    for axes, samples in zip(panels, (before, after), strict=True):
        for bars, sample in zip(np.split(np.array(axes.patches), 2), samples):
            edges = [bar.get_x() for bar in bars]
            edges.append(edges[-1] + bars[-1].get_width())
            heights = [bar.get_height() for bar in bars]
            np.testing.assert_array_equal(
                heights, np.histogram(sample, edges)[0]
            )
            assert sum(heights) == 300


def test_tokens_and_outputs_stand_on_their_rows():
    inputs = np.array([[1, 2, 3], [4, 6, 5]])
    figure = pictures.same_face(inputs, -inputs, ["a", "b"])
    for axes, values in zip(figure.axes, (inputs, -inputs)):
        drawn = np.stack(dots(axes), axis=1)  # (token, feature, place)
        np.testing.assert_array_equal(drawn[..., 0], values)
        np.testing.assert_array_equal(drawn[..., 1], [[1] * 3, [0] * 3])


def test_the_lines_bring_two_tokens_back():
    tokens = np.array([STUDYING, [0.6, 2.3, 1.2]])
    x_hat = LayerNorm(3, eps=0).forward(tokens)
    gamma, beta = pictures.lines_through(tokens, x_hat)
    np.testing.assert_allclose(gamma * x_hat + beta, tokens, rtol=1e-12)
    figure = pictures.feature_lines(tokens, x_hat, ["one", "other"])
    for i, axes in enumerate(figure.axes):
        line, *points = axes.lines
        ends, heights = line.get_data()
        np.testing.assert_allclose(heights, gamma[i] * ends + beta[i])
        for point, token, hat in zip(points, tokens, x_hat):
            assert point.get_xydata()[0] == pytest.approx([hat[i], token[i]])


def test_a_third_token_is_drawn_with_its_distance_from_the_lines():
    tokens = np.array([STUDYING, [0.6, 2.3, 1.2], [2, 0.5, -1]])
    x_hat = LayerNorm(3, eps=0).forward(tokens)
    gamma, beta = pictures.lines_through(tokens[:2], x_hat[:2])
    figure = pictures.feature_lines(tokens, x_hat, "abc")
    for i, axes in enumerate(figure.axes):
        *_, third = axes.lines
        at = x_hat[2, i]
        assert third.get_xydata()[0] == pytest.approx([at, tokens[2, i]])
        ((start, end),) = axes.collections[0].get_segments()
        assert start == pytest.approx([at, tokens[2, i]])
        assert end == pytest.approx([at, gamma[i] * at + beta[i]])
        assert abs(end[1] - start[1]) > 0.5


def test_alike_are_tokens_of_one_shape():
    draw = np.random.default_rng(0)
    apart, one = draw.normal(size=(3, 400)), draw.normal(size=400)
    alike = np.array([[2], [1], [3]]) * one + 7
    runs = {"a": [apart, alike], "b": [apart, apart], "c": [alike, apart]}
    figure, last = pictures.collapse(runs)
    np.testing.assert_allclose(last["a"], 1)
    assert abs(last["b"]).max() < 0.2
    *_, right = figure.axes
    ends = [line.get_ydata() for line in right.lines]
    np.testing.assert_allclose(ends[0][1], 1)
    np.testing.assert_allclose(ends[2], [1, last["c"].mean()])
    np.testing.assert_array_equal(
        figure.axes[1].lines[2].get_ydata(), alike[2, :16]
    )


def test_more_features_than_markers_are_refused():
    many = np.zeros((2, 8))
    with pytest.raises(ValueError, match="shorter"):
        pictures.same_face(many, many, "ab")
