"""The stored curves of lesson 08, trained again here without the layer."""

import re

import numpy as np
import pytest

from course_lib.explorers.feed_forward import ONLY_THE_BIAS, RateAndWidth
from course_lib.layers import FeedForward
from course_lib.training.feed_forward_curves import (
    LEARNING_RATES,
    STEPS,
    WIDTHS,
    stored_curves,
)


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


@pytest.mark.parametrize("d_ff", WIDTHS)
@pytest.mark.parametrize("lr", LEARNING_RATES)
def test_stored_curves_agree_with_plain_training(lr, d_ff):
    losses, alive = stored_curves()[lr, d_ff]
    expected, expected_alive = plain_training(lr, d_ff)
    np.testing.assert_allclose(losses, expected, rtol=6e-4)
    assert alive == pytest.approx(expected_alive, abs=1e-4)


def test_each_rate_and_width_has_its_curve():
    curves = stored_curves()
    assert set(curves) == {(a, b) for a in LEARNING_RATES for b in WIDTHS}
    for losses, alive in curves.values():
        assert losses.shape == (STEPS + 1,)
        assert np.isfinite(losses).all() and 0 <= alive <= 1


def test_a_rate_of_10_leaves_only_the_bias():
    _, target, _ = data_and_weights(50)
    spread = np.mean((target - target.mean(axis=0)) ** 2)
    assert pytest.approx(spread, rel=1e-3) == ONLY_THE_BIAS
    for width in WIDTHS:
        losses, alive = stored_curves()[10.0, width]
        assert alive == 0
        assert losses[-1] == pytest.approx(spread, rel=1e-3)


def test_what_the_panel_says_of_width_800():
    at_800 = {lr: stored_curves()[lr, 800][0] for lr in LEARNING_RATES}
    assert min(at_800, key=lambda lr: at_800[lr][-1]) == 1.0
    leap = at_800[10.0]
    assert leap.max() > 100 * leap[0] and np.isfinite(leap).all()


@pytest.mark.parametrize("lr", LEARNING_RATES)
def test_sentence_and_curve_are_those_of_the_file(lr):
    explorer = RateAndWidth()
    for width in WIDTHS:
        values = {"lr": f"{lr:g}", "d_ff": str(width)}
        losses, alive = stored_curves()[lr, width]
        said = [
            float(n.replace("×10", "e").replace("−", "-"))
            for n in re.findall(
                r"(?<!\w)[\d.]+(?:e[-−]\d+)?",
                explorer.sentence(explorer.at(**values)),
            )
        ]
        assert said[0] == lr and said[1] == width
        assert said[2] == pytest.approx(losses[0], abs=5e-4)
        assert said[3] == pytest.approx(losses[-1], abs=6e-6)
        assert said[4] == STEPS
        assert said[5] == pytest.approx(losses.max(), abs=6e-3)
        assert said[6] == pytest.approx(100 * alive, abs=0.51)
    (axes,) = explorer.snapshot(**values).axes  # of the last width
    curve = axes.lines[1].get_ydata()
    np.testing.assert_array_equal(curve, losses.clip(1e-5))
    assert curve.max() < axes.get_ylim()[1]
    explorer.close()
