"""Losses: what PyTorch's numbers, in test_pytorch_numbers.py, do not say."""

from math import log

import numpy as np
import pytest

from course_lib.layers import cross_entropy, softmax, softmax_cross_entropy


def test_cross_entropy_takes_a_target_of_0():
    loss, dy = cross_entropy([[0.5, 0.25]], [[1.0, 0.0]])
    assert loss == pytest.approx(log(2) / 2, rel=1e-15)
    assert dy.tolist() == [[-1, 0]]


def test_the_gradient_of_float32_logits_is_float32_for_any_target():
    logits = np.array([[1, 2, 3]], np.float32)
    for target in ([2], [[0.5, 0.5, 0]], [[0, 1, 0]], [[False, True, False]]):
        dlogits = softmax_cross_entropy(logits, target)[1]
        assert dlogits.dtype == np.float32


def test_one_row_of_logits_takes_a_single_class():
    loss, dlogits = softmax_cross_entropy([0.0, 0.0], 1)
    assert loss == pytest.approx(log(2), rel=1e-15)
    assert np.allclose(dlogits, [0.5, -0.5], rtol=1e-15)


def test_softmax_sums_to_1_and_ignores_a_shift():
    logits = np.random.default_rng(1).standard_normal((2, 3, 4))
    p = softmax(logits)
    assert np.allclose(p.sum(axis=-1), 1, rtol=1e-15)
    assert np.allclose(softmax(logits + 700), p, rtol=1e-12)
    ratio = p[..., 0] / p[..., 1]
    assert np.allclose(ratio, np.exp(logits[..., 0] - logits[..., 1]))
    _, dlogits = softmax_cross_entropy(logits, p)  # a target that is matched
    assert np.abs(dlogits).max() < 1e-16
