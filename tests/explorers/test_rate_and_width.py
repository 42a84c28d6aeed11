"""The stored curves of lesson 08: trained again, shown, and said."""

import re

import numpy as np
import pytest

from course_lib.explorers.feed_forward import ONE_ROW_FOR_ALL, RateAndWidth
from course_lib.layers import FeedForward
from course_lib.training.feed_forward_curves import (
    LEARNING_RATES,
    STEPS,
    WIDTHS,
    stored_curves,
)

KIND = RateAndWidth


def data_and_weights(d_ff):
    rng = np.random.default_rng(0)
    x, target = rng.uniform(size=(2, 8, 200))
    layer = FeedForward(200, d_ff, rng=rng)
    return x, target, (layer.W1, layer.b1, layer.W2, layer.b2)


def plain_training(lr, d_ff):
    """Train with the formulas of the lesson; return losses, share alive."""
    x, target, (W1, b1, W2, b2) = data_and_weights(d_ff)
    losses = []
    for step in range(STEPS + 1):
        M = x @ W1 + b1
        H = np.maximum(M, 0)
        error = H @ W2 + b2 - target
        losses.append(np.mean(error**2))
        if step < STEPS:
            G = 2 * error / error.size
            D = (M > 0) * (G @ W2.T)
            W2, b2 = W2 - lr * H.T @ G, b2 - lr * G.sum(0)
            W1, b1 = W1 - lr * x.T @ D, b1 - lr * D.sum(0)
    return np.array(losses), np.mean(H > 0)


@pytest.mark.parametrize(("lr", "d_ff"), [(0.1, 50), (1.0, 200), (10.0, 50)])
def test_stored_curves_agree_with_plain_training(lr, d_ff):
    """The tests of the stored results train all of them with the layer."""
    losses, alive = stored_curves()[lr, d_ff]
    expected, expected_alive = plain_training(lr, d_ff)
    np.testing.assert_allclose(losses, expected, rtol=6e-4)
    assert alive == pytest.approx(expected_alive, abs=1e-4)


def test_a_rate_of_10_leaves_one_row_for_all():
    _, target, _ = data_and_weights(50)
    spread = np.mean((target - target.mean(axis=0)) ** 2)
    assert pytest.approx(spread, rel=1e-3) == ONE_ROW_FOR_ALL
    for width in WIDTHS:
        losses, alive = stored_curves()[10.0, width]
        assert alive == 0
        assert losses[-1] == pytest.approx(spread, rel=1e-3)


def test_the_answers_about_width_800():
    at_800 = {lr: stored_curves()[lr, 800][0] for lr in LEARNING_RATES}
    assert min(at_800, key=lambda lr: at_800[lr][-1]) == 1.0
    leap = at_800[10.0]
    assert leap.max() > 100 * leap[0] and np.isfinite(leap).all()


@pytest.mark.parametrize("lr", LEARNING_RATES)
def test_sentence_and_picture_are_those_of_the_file(panel, lr):
    """Smaller rates stay in grey; a larger one would answer the question."""
    artists = panel._picture.artists
    panel.set(lr=10.0)
    for width in WIDTHS:
        panel.set(lr=lr, d_ff=width)
        losses, alive = stored_curves()[lr, width]
        said = re.findall(r"(?<!\w)[\d.]+(?:e[-−]\d+)?", panel.text)
        assert [float(n.replace("−", "-")) for n in said] == [
            lr,
            width,
            pytest.approx(losses[0], abs=5e-4),
            pytest.approx(losses[-1], rel=6e-3),
            STEPS,
            pytest.approx(losses.max(), rel=6e-3),
            pytest.approx(100 * alive, abs=0.51),
        ]
        smaller = [rate for rate in LEARNING_RATES if rate < lr]
        lines = [artists["curve"], *artists["smaller"]]
        shown = [y for line in lines if len(y := line.get_ydata())]
        for rate, curve in zip([lr, *smaller], shown, strict=True):
            expected = stored_curves()[rate, width][0].clip(1e-5)
            np.testing.assert_array_equal(curve, expected)
            assert curve.max() < artists["curve"].axes.get_ylim()[1]
        assert artists["says"].get_text() == f"rate {lr:g}, width {width}"
