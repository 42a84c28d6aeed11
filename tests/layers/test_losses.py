"""Losses: values worked out by hand, gradients by differences."""

from math import log

import numpy as np
import pytest

from course_lib.evidence import central_differences
from course_lib.layers import (
    cross_entropy,
    softmax,
    softmax_cross_entropy,
    squared_error,
)


@pytest.mark.parametrize("shape", [(3,), (1, 2), (2, 3), (2, 3, 4)])
@pytest.mark.parametrize(
    "loss", [squared_error, cross_entropy, softmax_cross_entropy]
)
def test_the_gradient_is_the_slope(loss, shape):
    rng = np.random.default_rng(0)
    y = rng.uniform(0.5, 3, shape)
    targets = [rng.dirichlet(np.ones(shape[-1]), shape[:-1])]
    if loss is softmax_cross_entropy:
        targets.append(rng.integers(0, shape[-1], shape[:-1]))
    for target in targets:
        value, dy = loss(y, target)
        assert type(value) is float
        slopes = central_differences(lambda y, t=target: loss(y, t)[0], y)
        assert dy.shape == slopes.shape
        assert np.abs(dy - slopes).max() < 1e-8


def test_squared_error_by_hand():
    loss, dy = squared_error([[1.0, 2.0]], [[0.0, 4.0]])
    assert loss == 2.5
    assert dy.tolist() == [[1, -2]]


def test_cross_entropy_by_hand():
    loss, dy = cross_entropy([[0.5, 0.25]], [[1.0, 0.0]])
    assert loss == pytest.approx(log(2) / 2, rel=1e-15)
    assert dy.tolist() == [[-1, 0]]


def test_cross_entropy_falls_where_the_document_climbs():
    """A step against dy lowers the loss; the sign has been put right."""
    y, target = np.array([0.5, 0.8]), np.array([0.7, 0.1])
    loss, dy = cross_entropy(y, target)
    assert loss > 0
    assert cross_entropy(y - 0.01 * dy, target)[0] < loss


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
