"""The second plan: its runs train again, and its parts are what they say."""

import numpy as np
import pytest

from course_lib.evidence import central_differences
from course_lib.layers import softmax_cross_entropy
from lesson_parts.laboratory.plan_settings import REPORT_SEEDS, chosen_rate
from lesson_parts.laboratory.side_by_side import SideBySide, losses_and_slopes
from lesson_parts.laboratory.signals import signals
from lesson_parts.laboratory.trainer import Setting, sources
from lesson_parts.trials import findings
from lesson_parts.trials.cells import (
    TIMES_16,
    TRIALS,
    known_rate,
    next_runs,
    seeds,
)
from lesson_parts.trials.detached import NORMS
from lesson_parts.trials.run import load, make, train_cell
from lesson_parts.trials.small_net import SmallNet
from lesson_parts.trials.weight_watch import watch

STORED = load()
AGAIN = [
    Setting("gated, no last norm", 16, "Adam"),
    Setting("post-norm, both detached", 16, start="small"),
    Setting("pre-norm", 16, start="small"),
    Setting("small net, decay", 1, "gradient descent"),
    Setting("small net, decay", 1, "gradient descent", TIMES_16),
]
X, KIND = signals(32, np.random.default_rng(0))


@pytest.mark.parametrize("setting", AGAIN, ids=str)
def test_the_first_steps_train_again(setting):
    stored = findings.report(setting)[:2]
    tasks = [(run.lr, run.seed) for run in stored]
    for run, new in zip(stored, train_cell(setting, tasks, stop=200)):
        assert new.losses[0] == pytest.approx(run.losses[0], rel=1e-2), (
            "python -m lesson_parts.trials.run no longer makes the stored run"
        )


def test_every_cell_keeps_to_the_plan():
    cells = {cell for trial in TRIALS.values() for cell in trial}
    assert STORED.keys() == cells
    for setting, stages in STORED.items():
        runs = stages["report"]
        judged = [run.seed for run in findings.report(setting)]
        assert judged == list(seeds(setting)), setting
        others = {run.seed for run in runs} - {*judged}
        assert others <= {*REPORT_SEEDS}, setting
        known = known_rate(setting, STORED) or chosen_rate(stages)
        assert {run.lr for run in runs} == {known}, setting
        assert next_runs(setting, STORED) == (None, [])


def test_found_is_what_the_runs_say():
    assert findings.FOUND.read_text(encoding="utf-8") == findings.page(), (
        "write it anew: python -m lesson_parts.trials.findings"
    )


@pytest.mark.parametrize("name", NORMS)
def test_a_detached_norm_is_the_slope_with_a_part_held_constant(name):
    rng = np.random.default_rng(1)
    x, dy = rng.normal(1, 2, (2, 3, 5))
    norm = NORMS[name](5, eps=0.1)
    norm.gamma, norm.beta = rng.normal(size=(2, 5))
    norm.forward(x)
    held_mean = x.mean(axis=-1, keepdims=True)
    held_std = np.sqrt(x.var(axis=-1, keepdims=True) + 0.1)

    def loss(x):
        mean = x.mean(axis=-1, keepdims=True)
        std = np.sqrt(x.var(axis=-1, keepdims=True) + 0.1)
        mean = mean if name == "σ detached" else held_mean
        std = std if name == "μ detached" else held_std
        return (dy * (norm.gamma * (x - mean) / std + norm.beta)).sum()

    true = central_differences(loss, x)
    np.testing.assert_allclose(norm.backward(dy), true, atol=1e-7)


@pytest.mark.parametrize("place", ["post-norm", "pre-norm"])
@pytest.mark.parametrize(
    "slopes", [*NORMS, "both detached, last only", "σ detached, all but last"]
)
def test_detached_runs_side_by_side_are_the_layers(place, slopes):
    model = make(Setting(f"{place}, {slopes}", 4), 5)
    together = SideBySide([model])
    loss, dlogits = losses_and_slopes(together.forward(X[None]), KIND[None])
    together.backward(dlogits)
    expected, slope = softmax_cross_entropy(model.forward(X), KIND)
    model.backward(slope)
    flat = np.concatenate([g.ravel() for g in model.gradients().values()])
    assert loss[0] == pytest.approx(expected, rel=1e-5)
    np.testing.assert_allclose(
        together.gradients[0], flat, atol=2e-5 * np.abs(flat).max()
    )
    usual = make(Setting(place, 4), 5)
    usual.forward(X)
    usual.backward(slope)
    own = [g.ravel() for g in usual.gradients().values()]
    assert not np.allclose(np.concatenate(own), flat, rtol=1e-3)


def test_the_smallest_net_has_its_own_gradients():
    net = SmallNet([3, 4], dtype=np.float64)
    x = np.array([X, X[::-1]], float)
    kinds = np.array([KIND, KIND[::-1]])
    _, dlogits = losses_and_slopes(net.forward(x), kinds)
    net.backward(dlogits)
    for run, at in ((0, 7), (1, 3300), (1, -3)):
        row, h = net.parameters[run], 1e-6
        losses = []
        for move in (h, -2 * h):
            row[at] += move
            losses.append(losses_and_slopes(net.forward(x), kinds)[0][run])
        row[at] += h
        slope = (losses[0] - losses[1]) / (2 * h)
        assert net.gradients[run, at] == pytest.approx(slope, abs=1e-8)
    drawn = sources(1, 4)[0].normal(0, 40**-0.5, (40, 80))
    np.testing.assert_array_equal(net.p["W"][1], drawn)


def test_w_times_4_with_its_rate_times_16_is_the_same_run():
    seen = watch(
        "gradient descent", [1.28] * 2, w_rates=[1.28, 16 * 1.28],
        times=[1, 4], steps=60,
    )  # fmt: skip
    np.testing.assert_array_equal(*seen.losses.T)
    assert np.abs(seen.cosines).max() < 1e-14
    assert (np.diff(seen.lengths, axis=0) > 0).all()


def test_decay_is_a_growing_rate():
    eta, decay, steps = 1.28, 0.02, 100
    k = 1 - eta * decay
    growing = eta * k ** -(2 * np.arange(steps) + 1.0)
    with_decay = watch("gradient descent", eta, decay=decay, steps=steps)
    without = watch(
        "gradient descent", eta, w_rates=growing[:, None], steps=steps
    )
    np.testing.assert_allclose(with_decay.losses, without.losses, rtol=1e-12)
