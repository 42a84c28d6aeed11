"""The laboratory's stacks: gradients, and their equals among the layers."""

import numpy as np
import pytest

from course_lib.layers import GatedFeedForward as Gated
from course_lib.layers import Linear, RMSNorm, Stack
from lesson_parts.laboratory.batched import losses_and_slopes
from lesson_parts.laboratory.lab import STARTS, VARIANTS, Stacks

SEEDS = (5, 6)


def batch(rng=0):
    rng = np.random.default_rng(rng)
    return rng.normal(size=(2, 7, 40)), rng.integers(10, size=(2, 7))


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_gradients(variant, start):
    """Central differences along random directions; σ detached is wrong."""
    rng = np.random.default_rng(1)
    stacks = Stacks(variant, 3, start, SEEDS, np.float64)
    stacks.parameters += 0.1 * rng.normal(size=stacks.parameters.shape)
    x, kind = batch()
    _, dlogits = losses_and_slopes(stacks.forward(x), kind)
    stacks.backward(dlogits)
    analytic, numeric = [], []
    for _ in range(10):
        along = rng.normal(size=stacks.parameters.shape)
        analytic.append((stacks.gradients * along).sum(axis=1))
        ends = []
        for step in (1e-6, -2e-6):
            stacks.parameters += step * along
            ends.append(losses_and_slopes(stacks.forward(x), kind)[0])
        stacks.parameters += 1e-6 * along
        numeric.append((ends[0] - ends[1]) / 2e-6)
    error = np.abs(np.subtract(analytic, numeric)).max()
    largest = np.abs(numeric).max()
    if VARIANTS[variant].detached:
        assert error > 1e-2 * largest
    else:
        assert error < 1e-6 * largest


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("post-norm", {}),
        ("pre-norm", {"order": "pre"}),
        ("norm at end", {"norm": False, "final_norm": True}),
        ("no last norm", {"order": "pre", "final_norm": False}),
        (
            "today",
            {"order": "pre", "norm": RMSNorm, "feed_forward": Gated},
        ),
    ],
)
def test_the_layers_give_the_same(variant, options):
    """Logits and every gradient of the course's own layers are equal."""
    stacks = Stacks(variant, 3, "He", SEEDS, np.float64)
    x, kind = batch()
    logits = stacks.forward(x)
    _, dlogits = losses_and_slopes(logits, kind)
    stacks.backward(dlogits)
    d_ff = 53 if variant == "today" else 80
    for run in range(2):
        stack = Stack(3, 40, d_ff, **options)
        parts = [Linear(40, 40), stack, Linear(40, 10)]
        start = 0
        for p in in_order(parts):
            p.flat = stacks.parameters[run, start : start + p.size]
            start += p.size
        y, dy = x[run], dlogits[run]
        for part in parts:
            y = part.forward(y)
        np.testing.assert_allclose(y, logits[run], rtol=1e-9)
        for part in reversed(parts):
            dy = part.backward(dy)
        dp = [g.ravel() for g in in_order(parts, gradients=True)]
        np.testing.assert_allclose(
            np.concatenate(dp), stacks.gradients[run], rtol=1e-6, atol=1e-12
        )


def in_order(parts, gradients=False):
    """Return parameters or gradients: every layer's, in the order run."""
    found = []
    for part in parts:
        named = part.gradients() if gradients else part.parameters()
        found += named.values()
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_he_keeps_the_size(variant):
    """At He's start f(x) is as large as x for every kind of feed-forward."""
    block = Stacks(variant, 1, "He", range(20)).layers[1]
    x = np.random.default_rng(0).normal(size=(20, 500, 40)).astype("f4")
    y = block.feed_forward.forward(x)
    assert 0.8 < np.mean(y**2) < 1.25
