"""Losses: what PyTorch's numbers, in test_pytorch_numbers.py, do not say."""

import tracemalloc
from math import log

import numpy as np
import pytest

from course_lib.layers import (
    cross_entropy,
    softmax,
    softmax_cross_entropy,
    squared_error,
)


def test_cross_entropy_takes_a_target_of_0():
    loss, dy = cross_entropy([[0.5, 0.25]], [[1.0, 0.0]])
    assert loss == pytest.approx(log(2) / 2, rel=1e-15)
    assert dy.tolist() == [[-1, 0]]


def test_the_gradient_of_float32_logits_is_float32_for_any_target():
    logits = np.array([[1, 2, 3]], np.float32)
    for target in ([2], [[0.5, 0.5, 0]], [[0, 1, 0]], [[False, True, False]]):
        dlogits = softmax_cross_entropy(logits, target)[1]
        assert dlogits.dtype == np.float32


def test_softmax_sums_to_1_and_ignores_a_shift():
    logits = np.random.default_rng(1).standard_normal((2, 3, 4))
    p = softmax(logits)
    assert np.allclose(p.sum(axis=-1), 1, rtol=1e-15)
    assert np.allclose(softmax(logits + 700), p, rtol=1e-12)
    ratio = p[..., 0] / p[..., 1]
    assert np.allclose(ratio, np.exp(logits[..., 0] - logits[..., 1]))
    _, dlogits = softmax_cross_entropy(logits, p)  # a target that is matched
    assert np.abs(dlogits).max() < 1e-16


def test_integer_classes_cost_what_the_logits_cost():
    logits = np.zeros((8, 50_257), np.float32)
    tracemalloc.start()
    loss, _ = softmax_cross_entropy(logits, np.arange(8) * 7000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert loss == pytest.approx(log(50_257), rel=1e-6)
    assert peak < 8 * logits.nbytes  # one-hot by np.eye: 10 GB


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("ignored", [-100, 7])
def test_what_is_ignored_counts_nowhere(ignored, dtype):
    """The loss is that of the other rows alone, and the dy of these is 0."""
    rng = np.random.default_rng(2)
    y = rng.random((2, 3, 5)).astype(dtype)
    keep = np.array([[True, False, True], [False, True, True]])
    classes, numbers = rng.integers(0, 5, (2, 3)), rng.random(y.shape)
    for loss, target in (
        (softmax_cross_entropy, classes),
        (squared_error, numbers),
        (cross_entropy, numbers),
    ):
        expected, dy_of_kept = loss(y[keep], target[keep])
        target = target.copy()
        target[~keep] = ignored
        for padding in (0.5, -1, np.nan):
            y[~keep] = padding
            found, dy = loss(y, target, ignore_index=ignored)
            assert found == pytest.approx(expected, rel=1e-6)
            assert np.allclose(dy[keep], dy_of_kept, rtol=1e-6)
            assert not dy[~keep].any() and dy.dtype == dtype
    assert softmax_cross_entropy(y[:1], [[3, -100, 1]])[0] > 0  # PyTorch's
