"""The pictures of lessons 08 and 10 show the layers' shapes and slopes."""

from collections import Counter

import numpy as np

from course_lib.layers import FeedForward, GatedFeedForward
from parts.feed_forward import pictures


def test_the_shapes_are_those_of_the_layer_and_every_gradient_has_an_arrow():
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
        assert f"∂L/∂{sub}" in words
    assert all(f"∂L/∂{name}" in words for name in "XMHY")
    arrows = [t for t in axes.texts if hasattr(t, "arrow_patch")]
    assert len(arrows) == 2 * 4 + 2 + 2  # chain, what enters, what goes back


def test_the_wait_shows_losses_and_how_far_they_are_below_a_row():
    left, right = pictures.the_wait({"a": [2, 0.9, 0.5]}, 1, "", 0.8).axes
    assert left.get_ylim() == (0, 0.8) and right.get_yscale() == "log"
    np.testing.assert_array_equal(left.lines[0].get_ydata(), [2, 0.9, 0.5])
    np.testing.assert_allclose(right.lines[0].get_ydata(), [np.nan, 0.1, 0.5])


def test_a_gated_unit_is_the_layers():
    left, right = pictures.gate_unit().axes
    layer = GatedFeedForward(1, 1, rng=0)
    for weights in layer.parameters().values():
        weights[...] = 1  # so u = m = x
    m, handed_on = right.lines[1].get_data()
    y = layer.forward(m[:, None])[:, 0]
    np.testing.assert_allclose(handed_on, y, atol=1e-12)
    for line, u in zip(left.lines, (2, 1, -1), strict=True):
        away = m != 0
        np.testing.assert_allclose(
            line.get_ydata()[away], (u * y / np.where(away, m, 1))[away]
        )


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


def test_eight_tokens_show_targets_and_outputs():
    rng = np.random.default_rng(0)
    target, *outputs = rng.uniform(size=(3, 8, 20))
    runs = dict(zip(("one", "other"), outputs))
    panels = pictures.eight_tokens(runs, target, features=5).axes
    for axes, (title, y) in zip(panels, runs.items(), strict=True):
        assert axes.get_title(loc="left") == title
        *joins, _, _ = axes.lines
        ends = np.array([join.get_ydata() for join in joins])
        pairs = np.stack([target, y], axis=-1)[:, :5].reshape(-1, 2)
        np.testing.assert_array_equal(ends, pairs)  # each to its own
        for line, values in zip(axes.lines[-2:], (target, y), strict=True):
            x, heights = line.get_xydata().reshape(8, 5, 2).T
            np.testing.assert_array_equal(heights.T, values[:, :5])
            assert abs(x.T - np.arange(5)).max() < 0.5  # beside its feature
        assert len({line.get_marker() for line in axes.lines[-2:]}) == 2


def test_what_is_shut_hands_nothing_on():
    """Empty dots are shut, and only the lines behind them are dotted."""
    (axes,) = pictures.one_token_through().axes
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    columns = Counter(float(dot.get_xdata()[0]) for dot in dots)
    assert [columns[x] for x in sorted(columns)] == [4, 8, 4]
    shut = {
        dot.get_xydata()[0].tobytes()
        for dot in dots
        if dot.get_markerfacecolor() == "white"
    }
    roads = [line for line in axes.lines if len(line.get_xdata()) == 2]
    assert len(shut) == len(pictures.SHUT)
    assert len(roads) == 4 * 8 + 8 * 4
    for road in roads:
        behind = road.get_xydata()[0].tobytes() in shut
        assert (road.get_linestyle() == ":") == behind
