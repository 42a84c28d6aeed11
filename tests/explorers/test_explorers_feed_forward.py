"""Lesson 08: the bends by interpolation, the stored curves trained again."""

import re

import numpy as np
import pytest

from course_lib.explorers.feed_forward import (
    END,
    GRID,
    MOST_UNITS,
    ONE_ROW_FOR_ALL,
    Bends,
    RateAndWidth,
    bends,
    curve_to_meet,
)
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


def test_a_rate_of_10_leaves_one_row_for_all():
    _, target, _ = data_and_weights(50)
    spread = np.mean((target - target.mean(axis=0)) ** 2)
    assert pytest.approx(spread, rel=1e-3) == ONE_ROW_FOR_ALL
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
        assert said[3] == pytest.approx(losses[-1], rel=6e-3)
        assert said[4] == STEPS
        assert said[5] == pytest.approx(losses.max(), rel=6e-3)
        assert said[6] == pytest.approx(100 * alive, abs=0.51)
    (axes,) = explorer.snapshot(**values).axes  # of the last width
    *_, curve = (line.get_ydata() for line in axes.lines)
    np.testing.assert_array_equal(curve, losses.clip(1e-5))
    assert curve.max() < axes.get_ylim()[1]
    assert f"rate {lr:g}, width 800" in [t.get_text() for t in axes.texts]
    explorer.close()


@pytest.mark.parametrize("lr", LEARNING_RATES)
def test_smaller_rates_stay_in_grey(lr):
    """And no larger one: it would answer the question."""
    explorer = RateAndWidth()
    explorer.prediction.skip()
    explorer.set(lr="10")
    explorer.set(lr=f"{lr:g}", d_ff="200")
    grey = [
        line.get_ydata()
        for line in explorer._picture.artists["smaller"]
        if len(line.get_ydata())
    ]
    smaller = [rate for rate in LEARNING_RATES if rate < lr]
    assert len(grey) == len(smaller)
    for rate, shown in zip(smaller, grey):
        losses, _ = stored_curves()[rate, 200]
        np.testing.assert_array_equal(shown, losses.clip(1e-5))
    explorer.close()


UNITS = range(1, MOST_UNITS + 1)


@pytest.mark.parametrize("units", UNITS)
def test_the_sum_joins_points_of_the_curve(units):
    """np.interp, which knows no ReLU, draws the same."""
    points = np.linspace(0, END, units + 1)
    x = np.linspace(-1, END, 301)
    y = bends(units).forward(x[:, None])[:, 0]
    expected = np.interp(x, points, curve_to_meet(points))
    np.testing.assert_allclose(y, expected, atol=1e-12)


@pytest.mark.parametrize("units", UNITS)
def test_what_the_panel_says_of_the_bends(units):
    explorer = Bends()
    grid = np.linspace(0, END, 2001)

    def sum_at(x):
        return bends(units).forward(np.atleast_2d(x).T)[:, 0]

    gap = abs(sum_at(grid) - curve_to_meet(grid)).max()
    knots = np.linspace(0, END, units + 1)[:-1]
    for x in (0.1, 1.5, 1.5000000000000002, 2.5, 3.9):
        now = explorer.at(units=units, x=x)
        assert now.gap == pytest.approx(gap, abs=2e-3)
        assert now.y == pytest.approx(sum_at(x)[0])
        left, here = sum_at([x - 2e-4, x - 1e-4])
        assert now.slope == pytest.approx((here - left) / 1e-4, abs=1e-6)
        assert now.open.sum() == (knots < x - 1e-9).sum()
        said = explorer.sentence(now)
        assert f"{now.open.sum()} of {units} are open" in said
        assert f"misses the curve by {gap:.2f} at most" in said
    explorer.close()


def test_more_units_come_nearer():
    explorer = Bends()
    gaps = [explorer.at(units=units).gap for units in UNITS]
    assert gaps == sorted(gaps, reverse=True)
    assert [units for units in UNITS if gaps[units - 1] < 0.25][0] == 5
    pieces = np.unique(np.diff(explorer.at(units=8).total).round(9)).size
    assert pieces == int(explorer.answer)
    explorer.close()


@pytest.mark.parametrize(
    ("units", "x"), [(2, 2.5), (8, 3.9), (5, 0.1), (7, 1.1)]
)
def test_the_picture_adds_the_shares_up(units, x):
    explorer = Bends()
    left, right = explorer.snapshot(units=units, x=x).axes
    shares = [line.get_ydata() for line in left.lines
              if len(line.get_ydata()) == len(GRID)]  # fmt: skip
    assert len(shares) == units
    total = next(line for line in right.lines if line.get_label() == "sum")
    b2 = curve_to_meet(0)
    np.testing.assert_allclose(sum(shares) + b2, total.get_ydata())
    low, high = left.get_ylim()
    assert low < np.min(shares) and np.max(shares) < high
    now = explorer.at(units=units, x=x)
    assert left.texts[0].get_text() == (
        f"{units} units, {now.open.sum()} open at x = {x}"
    )
    explorer.close()
