"""FeedForward, AddNorm and losses against plain Python loops."""

import numpy as np
import plain_loops
import pytest

from course_lib.layers import (
    AddNorm,
    FeedForward,
    LayerNorm,
    Linear,
    cross_entropy,
    squared_error,
)

TOLERANCE = 1e-12  # of the size of the terms


def assert_close(array, pairs):
    """Compare an array with nested lists of (value, size)."""
    pairs = np.array(pairs, dtype=float)
    assert array.shape == pairs.shape[:-1]
    value, size = pairs[..., 0], pairs[..., 1]
    assert np.abs(array - value).max() <= TOLERANCE * size.max()
    assert (np.abs(array - value) <= TOLERANCE * size).all()


@pytest.mark.parametrize("seed", range(20))
def test_feed_forward_and_backward(seed):
    rng = np.random.default_rng(seed)
    tokens, d_model, d_ff = rng.integers(1, 9, 3)
    scale = 10 ** rng.uniform(-3, 3)
    x, dy = scale * rng.standard_normal((2, tokens, d_model))
    layer = FeedForward(d_model, d_ff, rng=rng)
    layer.b1[...] = scale * rng.standard_normal(d_ff)
    layer.b2[...] = rng.standard_normal(d_model)
    weights = [p.tolist() for p in layer.parameters().values()]

    y = layer.forward(x)
    pre, hidden, expected = plain_loops.feed_forward(x.tolist(), *weights)
    assert_close(layer.pre_activation, pre)
    assert np.array_equal(layer.hidden > 0, np.array(hidden) > 0)
    assert np.allclose(layer.hidden, hidden, rtol=1e-11, atol=1e-11 * scale)
    assert_close(y, expected)

    got = [layer.backward(dy), layer.dW1, layer.db1, layer.dW2, layer.db2]
    for array, pairs in zip(
        got,
        plain_loops.feed_forward_backward(x.tolist(), *weights, dy.tolist()),
        strict=True,
    ):
        assert_close(array, pairs)


def test_relu_lets_nothing_through_at_zero_and_below():
    layer = FeedForward(
        1, 3, W1=[[1, -1, 0]], b1=[0, 0, 0], W2=[[1], [1], [1]], b2=[0]
    )
    y = layer.forward([[2.0]])
    assert layer.pre_activation.tolist() == [[2, -2, 0]]
    assert layer.hidden.tolist() == [[2, 0, 0]]
    assert y.tolist() == [[2]]
    layer.backward([[1.0]])
    assert layer.db1.tolist() == [1, 0, 0]


def test_linear_and_backward():
    rng = np.random.default_rng(5)
    layer = Linear(4, 3, rng=rng)
    layer.b[...] = rng.standard_normal(3)
    x, dy = rng.standard_normal((2, 5, 4)), rng.standard_normal((2, 5, 3))
    rows, drows = x.reshape(10, 4).tolist(), dy.reshape(10, 3).tolist()
    W, b = layer.W.tolist(), layer.b.tolist()
    y = layer.forward(x)
    assert y.shape == (2, 5, 3)
    assert_close(
        y.reshape(10, 3), [plain_loops.linear(row, W, b) for row in rows]
    )
    dx = layer.backward(dy)
    assert dx.shape == x.shape
    turned = [list(column) for column in zip(*W)]
    zero = [0.0] * 4
    assert_close(
        dx.reshape(10, 4),
        [plain_loops.linear(row, turned, zero) for row in drows],
    )
    assert_close(
        layer.dW,
        [
            [
                plain_loops.total([r[i] * d[j] for r, d in zip(rows, drows)])
                for j in range(3)
            ]
            for i in range(4)
        ],
    )
    assert_close(
        layer.db, [plain_loops.total([d[j] for d in drows]) for j in range(3)]
    )


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("kind", ["feature", "token", "both", "one"])
def test_add_norm_and_backward(seed, kind):
    rng = np.random.default_rng(seed)
    tokens, d_model = rng.integers(2, 8, 2)
    shape = {
        "feature": (d_model,),
        "token": (tokens, 1),
        "both": (tokens, d_model),
        "one": (1,),
    }[kind]
    eps = [1e-5, 1e-1, 1e-12][seed % 3]
    prev, orig, dy = rng.standard_normal((3, tokens, d_model))
    layer = AddNorm(shape, eps=eps)
    layer.gamma[...] = rng.standard_normal(shape)
    layer.beta[...] = rng.standard_normal(shape)
    gamma, beta = (
        np.broadcast_to(p, prev.shape).tolist()
        for p in (layer.gamma, layer.beta)
    )

    y = layer.forward(prev, orig)
    lists = prev.tolist(), orig.tolist()
    assert_close(y, plain_loops.add_norm(*lists, gamma, beta, eps))

    orig_grad = rng.standard_normal((tokens, d_model))
    before = orig_grad.copy()
    dz = layer.backward(dy, orig_grad)
    expected, products = plain_loops.add_norm_backward(
        *lists, gamma, eps, dy.tolist()
    )
    assert_close(dz, expected)
    assert np.array_equal(orig_grad, before + dz)
    assert_close(layer.dgamma, summed(products, shape))
    assert_close(layer.dbeta, summed(dy.tolist(), shape))


def summed(rows, shape):
    """Sum over the places that share one entry of a parameter, in loops."""
    places = {}
    for t, row in enumerate(rows):
        for j, value in enumerate(row):
            token = t if len(shape) == 2 else 0
            feature = j if shape[-1] > 1 else 0
            places.setdefault((token, feature), []).append(value)
    sums = [plain_loops.total(terms) for terms in places.values()]
    return np.reshape(sums, (*shape, 2))


@pytest.mark.parametrize(
    "shape",
    [(4,), (1,), (3, 1), (3, 4), (1, 4), (2, 1, 1), (1, 3, 1), (2, 3, 4)],
)
def test_a_parameter_collects_from_every_place_where_it_was_used(shape):
    rng = np.random.default_rng(1)
    x, dy = rng.standard_normal((2, 2, 3, 4))
    layer = LayerNorm(shape)
    layer.forward(x)
    layer.backward(dy)
    dgamma, dbeta = np.zeros((2, *shape))
    padded = (1,) * (3 - len(shape)) + shape
    for place in np.ndindex(x.shape):
        used = tuple(min(i, n - 1) for i, n in zip(place, padded))
        dbeta[used[3 - len(shape) :]] += dy[place]
        dgamma[used[3 - len(shape) :]] += dy[place] * layer.x_hat[place]
    assert layer.dgamma.shape == layer.dbeta.shape == shape
    assert np.allclose(layer.dgamma, dgamma, rtol=1e-13, atol=1e-13)
    assert np.allclose(layer.dbeta, dbeta, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("seed", range(10))
def test_losses(seed):
    rng = np.random.default_rng(seed)
    y, target = rng.uniform(0.01, 3, (2, 4, 3))
    for loss, plain in (
        (squared_error, plain_loops.squared_error),
        (cross_entropy, plain_loops.cross_entropy),
    ):
        got, _ = loss(y, target)
        assert isinstance(got, float)
        expected, size = plain(y.ravel().tolist(), target.ravel().tolist())
        assert abs(got - expected) <= TOLERANCE * size
