"""The complex step: on known slopes, and on every layer's Jacobian."""

from functools import partial

import numpy as np
import pytest
from layer_cases import KINDS, SHAPES, make, plain

from course_lib.evidence import complex_step, textbook
from course_lib.layers import (
    cross_entropy,
    softmax_cross_entropy,
    squared_error,
)


def test_known_slopes():
    x = np.array([[0.3, -1.2], [2.0, 0.1]])
    given = x.copy()
    gradient = complex_step(lambda v: (v**3).sum(), x)
    np.testing.assert_allclose(gradient, 3 * x**2, rtol=1e-15)
    jacobian = complex_step(np.exp, x)
    assert jacobian.shape == (2, 2, 2, 2)
    expected = np.diag(np.exp(x).ravel())
    np.testing.assert_allclose(jacobian.reshape(4, 4), expected, rtol=1e-15)
    np.testing.assert_array_equal(x, given)


def test_no_entries():
    assert complex_step(lambda v: 2 * v, np.zeros((0, 3))).shape == (0, 3) * 2
    assert complex_step(lambda v: v.sum(), np.zeros((0, 3))).shape == (0, 3)


def test_a_function_that_drops_the_imaginary_part():
    with pytest.raises(TypeError, match="must return complex numbers"):
        complex_step(lambda v: v.real**2, [1.0, 2.0])


def is_near(by_layer, found):
    """Compare a gradient of the layers with one by the complex step."""
    gap = np.linalg.norm((by_layer - found).ravel())
    return gap <= 1e-13 * np.linalg.norm(found.ravel())


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_jacobian_of_every_layer(kind, shape):
    """Row k of the Jacobian is backward's answer to dy = unit vector k."""
    for seed in range(6):
        layer, inputs = make(kind, shape, seed)
        y = layer.forward(*inputs)
        unit_vectors = np.eye(y.size).reshape(y.size, *y.shape)
        rows = [layer.backward(dy) for dy in unit_vectors]
        by_layer = np.reshape(rows, y.shape + shape)
        for i, x in enumerate(inputs):
            others = inputs[:i], inputs[i + 1 :]

            def of_one(v, layer=layer, others=others):
                return plain(layer, *others[0], v, *others[1])

            found = complex_step(of_one, x)
            assert found.shape == by_layer.shape
            assert is_near(by_layer, found)


@pytest.mark.parametrize("shape", [(4,), (3, 4), (2, 3, 4), (1, 4)], ids=str)
def test_gradients_of_losses(shape):
    rng = np.random.default_rng(5)
    for _ in range(5):
        y, t = rng.standard_normal((2, *shape))
        p = rng.dirichlet(np.ones(4), size=shape[:-1])
        for loss, at, target in (
            (squared_error, y, t),
            (softmax_cross_entropy, y, p),
            (cross_entropy, abs(y), p),
        ):
            of_textbook = getattr(textbook, loss.__name__)
            found = complex_step(partial(of_textbook, target=target), at)
            assert is_near(loss(at, target)[1], found)
