"""Runs side by side do what the course's own layers do one at a time."""

import numpy as np
import pytest

from course_lib.layers import softmax_cross_entropy
from lesson_parts.laboratory.optimizers import (
    Adam,
    GradientDescent,
    share_of_rate,
)
from lesson_parts.laboratory.side_by_side import SideBySide, losses_and_slopes
from lesson_parts.laboratory.signal_stack import VARIANTS, SignalStack
from lesson_parts.laboratory.signals import signals
from lesson_parts.laboratory.trainer import Setting, fresh, sources, train

RUNS = 3


def moved_models(variant, depth, dtype):
    """Return models none of whose parameters is at its special start."""
    models = [
        SignalStack(variant, depth, rng=seed, dtype=dtype)
        for seed in range(RUNS)
    ]
    rng = np.random.default_rng(7)
    for model in models:
        for p in model.parameters().values():
            p += rng.normal(0, 0.1, p.shape).astype(dtype)
    return models


@pytest.mark.parametrize("depth", [0, 1, 4])
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "dtype, tolerance", [(np.float64, 1e-12), (np.float32, 2e-5)]
)
def test_loss_and_gradients_agree(variant, depth, dtype, tolerance):
    models = moved_models(variant, depth, dtype)
    rng = np.random.default_rng(8)
    drawn = [signals(32, rng) for _ in models]
    x = np.array([x for x, _ in drawn], dtype)
    kind = np.array([kind for _, kind in drawn])
    together = SideBySide(models)
    loss, dlogits = losses_and_slopes(together.forward(x), kind)
    together.backward(dlogits)
    for i, model in enumerate(models):
        expected, slope = softmax_cross_entropy(model.forward(x[i]), kind[i])
        model.backward(slope)
        assert loss[i] == pytest.approx(expected, rel=tolerance)
        for name, dp in model.gradients().items():
            np.testing.assert_allclose(
                together.dp[name][i].reshape(dp.shape),
                dp,
                atol=tolerance * np.abs(dp).max(),
                rtol=0,
                err_msg=name,
            )


def test_gradient_descent_moves_each_run_at_its_rate():
    p, dp = np.ones((2, 3)), np.arange(6.0).reshape(2, 3)
    GradientDescent(p).step(dp, np.array([0.5, 2.0]))
    np.testing.assert_array_equal(p, [[1, 0.5, 0], [-5, -7, -9]])


def test_adam_is_algorithm_1_of_its_paper():
    rng = np.random.default_rng(10)
    p = rng.normal(size=(2, 20_000))  # more than one chunk
    ours, adam = p.copy(), None
    adam = Adam(ours)
    m, v = np.zeros_like(p), np.zeros_like(p)
    for t in range(1, 121):
        dp = rng.normal(size=p.shape) * 10.0 ** rng.integers(-9, 2)
        lr = np.array([0.001, 0.01]) / t
        m = 0.9 * m + (1 - 0.9) * dp
        v = 0.999 * v + (1 - 0.999) * dp**2
        m_hat, v_hat = m / (1 - 0.9**t), v / (1 - 0.999**t)
        p -= lr[:, None] * m_hat / (np.sqrt(v_hat) + 1e-8)
        adam.step(dp.copy(), lr)
        np.testing.assert_allclose(ours, p, rtol=0, atol=1e-10)


def test_rate_rises_and_falls():
    shares = [share_of_rate(i, 4000, 1000) for i in range(4000)]
    assert shares[0] == pytest.approx(1 / 1000)
    assert np.argmax(shares) == pytest.approx(999, abs=2)
    assert shares[-1] < 1e-6
    assert share_of_rate(0, 4000) == 1
    assert share_of_rate(2000, 4000) == pytest.approx(0.5)


@pytest.mark.parametrize("start", ["", "small"])
def test_a_run_is_the_plain_loop_over_the_course_layers(start):
    kind = Setting("pre-norm", 4, start=start, steps=100)
    seeds = [5, 6]
    runs = train(kind, [(0.2, seed) for seed in seeds])
    for run, seed in zip(runs, seeds):
        model = fresh(kind, seed)
        x, kinds = signals(3200, sources(4, seed)[1])
        losses = []
        for i in range(100):
            rows = slice(32 * i, 32 * i + 32)
            logits = model.forward(x[rows])
            loss, dy = softmax_cross_entropy(logits, kinds[rows])
            model.backward_step(dy, 0.2 * share_of_rate(i, 100))
            losses.append(loss)
        means = np.reshape(losses, (20, 5)).mean(axis=1)
        np.testing.assert_allclose(run.losses, means, rtol=1e-3)
        x, kinds = signals(10_000, sources(4, seed)[2])
        read = (model.forward(x).argmax(axis=-1) == kinds).mean()
        assert run.accuracy == pytest.approx(read, abs=0.002)


def test_a_run_that_diverges_scores_a_guess():
    run, other = train(
        Setting("no norm", 4, steps=100), [(50.0, 1), (0.001, 1)]
    )
    assert run.accuracy == 0.1
    assert run.test_loss is None
    assert run.losses[-1] is None
    assert other.test_loss < 10
