"""The complex step: on known slopes, and on every layer's Jacobian."""

import numpy as np
import pytest
from layer_cases import KINDS, SHAPES, make

from course_lib.evidence import complex_step, textbook
from course_lib.layers import (
    cross_entropy,
    softmax_cross_entropy,
    squared_error,
)

SEEDS = range(6)  # 7 kinds × 5 shapes × 6 seeds = 210 layers


def test_known_slopes():
    x = np.array([[0.3, -1.2], [2.0, 0.1]])
    gradient = complex_step(lambda v: (v**3).sum(), x)
    np.testing.assert_allclose(gradient, 3 * x**2, rtol=1e-15)
    jacobian = complex_step(np.exp, x)
    assert jacobian.shape == (2, 2, 2, 2)
    expected = np.diag(np.exp(x).ravel())
    np.testing.assert_allclose(jacobian.reshape(4, 4), expected, rtol=1e-15)


def test_no_entries():
    assert complex_step(lambda v: 2 * v, np.zeros((0, 3))).shape == (0, 3) * 2
    assert complex_step(lambda v: v.sum(), np.zeros((0, 3))).shape == (0, 3)


def test_a_function_that_drops_the_imaginary_part():
    with pytest.raises(TypeError, match="must return complex numbers"):
        complex_step(lambda v: v.real**2, [1.0, 2.0])


def test_input_stays():
    x = np.arange(3.0)
    complex_step(np.sin, x)
    np.testing.assert_array_equal(x, [0, 1, 2])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_jacobian_of_every_layer(kind, shape, seed):
    """Row k of the Jacobian is backward's answer to dy = unit vector k."""
    layer, plain, inputs = make(kind, shape, seed)
    y = layer.forward(*inputs)
    rows = [layer.backward(dy) for dy in unit_vectors(y.shape)]
    by_layer = np.reshape(rows, y.shape + shape)
    for i in range(len(inputs)):

        def of_one(v, i=i):
            return plain(*[v if j == i else x for j, x in enumerate(inputs)])

        found = complex_step(of_one, inputs[i])
        assert found.shape == by_layer.shape
        gap = np.linalg.norm((by_layer - found).ravel())
        assert gap <= 1e-13 * np.linalg.norm(found.ravel())


def unit_vectors(shape):
    """Return every array of this shape with a single 1."""
    size = int(np.prod(shape))
    return np.eye(size).reshape(size, *shape)


@pytest.mark.parametrize("shape", [(4,), (3, 4), (2, 3, 4), (1, 4)], ids=str)
def test_gradients_of_losses(shape):
    rng = np.random.default_rng(5)
    for _ in range(5):
        y, t = rng.standard_normal(shape), rng.standard_normal(shape)
        p = rng.dirichlet(np.ones(4), size=shape[:-1])
        for loss, plain, at, target in (
            (squared_error, textbook.squared_error, y, t),
            (softmax_cross_entropy, textbook.softmax_cross_entropy, y, p),
            (cross_entropy, textbook.cross_entropy, abs(y), p),
        ):
            found = complex_step(lambda v: plain(v, target), at)  # noqa: B023
            gap = np.linalg.norm(loss(at, target)[1] - found)
            assert gap <= 1e-13 * np.linalg.norm(found)
