"""The textbook forwards compute what the layers compute."""

import numpy as np
import pytest
from layer_cases import KINDS, SHAPES, make, plain

from course_lib.evidence import compare, textbook
from course_lib.layers import (
    cross_entropy,
    softmax_cross_entropy,
    squared_error,
)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_layers(kind, shape):
    for seed in range(5):
        layer, inputs = make(kind, shape, seed)
        expected = plain(layer, *inputs)
        line = compare("y", layer.forward(*inputs), expected, 1e-12)
        assert line, line


def test_losses():
    rng = np.random.default_rng(1)
    y = rng.standard_normal((2, 3, 4))
    target = rng.dirichlet(np.ones(4), size=(2, 3))
    for loss, at in (
        (squared_error, y),
        (softmax_cross_entropy, y),
        (softmax_cross_entropy, 500 * y),
        (cross_entropy, abs(y)),
    ):
        expected = getattr(textbook, loss.__name__)(at, target)
        assert loss(at, target)[0] == pytest.approx(expected, rel=1e-13)


def test_by_hand():
    """Three numbers with mean 2 and variance 2/3, done on paper."""
    y = textbook.layer_norm(np.array([1.0, 2.0, 3.0]), 2.0, 10.0, eps=0)
    np.testing.assert_allclose(y, [10 - 6**0.5, 10, 10 + 6**0.5])


def test_complex_numbers_go_through():
    x = np.array([1.0 + 2j, -0.5, 3.0j])
    away = x - x.sum() / 3
    expected = away / np.sqrt((away**2).sum() / 3 + 0.1)
    np.testing.assert_allclose(textbook.layer_norm(x, eps=0.1), expected)
    np.testing.assert_array_equal(textbook.relu(x), [1.0 + 2j, 0, 0])
