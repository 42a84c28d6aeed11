"""The layers against loops on lists of floats.

Every loop returns values and, beside each, the size of its terms: the sum of
their absolute values. Rounding is measured by that size, because a sum may be
small where its terms are large.
"""

from math import exp, fsum, sqrt

import numpy as np
import pytest

from course_lib.layers import (
    AddNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    Linear,
    RMSNorm,
)

TOLERANCE = 1e-12  # of the size of the terms


def total(terms):
    """Return the sum of the terms and the sum of their sizes."""
    terms = list(terms)
    return fsum(terms), fsum(abs(term) for term in terms)


def product(A, B, b=None):
    """Return A B + b as rows of (value, size)."""
    b = [0.0] * len(B[0]) if b is None else b
    return [
        [
            total([v * B[i][j] for i, v in enumerate(row)] + [b[j]])
            for j in range(len(b))
        ]
        for row in A
    ]


def values(rows):
    """Drop the sizes."""
    return [[value for value, _ in row] for row in rows]


def turned(A):
    """Return the transpose."""
    return [list(column) for column in zip(*A)]


def columns(A):
    """Return the sum of every column as (value, size)."""
    return [total(column) for column in zip(*A)]


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
    W1, b1, W2, b2 = (p.tolist() for p in layer.parameters().values())

    y = layer.forward(x)
    pre = product(x.tolist(), W1, b1)
    hidden = [[v if v > 0 else 0.0 for v in row] for row in values(pre)]
    assert_close(layer.pre_activation, pre)
    assert np.array_equal(layer.hidden > 0, np.array(hidden) > 0)
    assert np.allclose(layer.hidden, hidden, rtol=1e-11, atol=1e-11 * scale)
    assert_close(y, product(hidden, W2, b2))

    dx, g = layer.backward(dy), dy.tolist()
    dpre = [
        [d if h > 0 else 0.0 for d, h in zip(*rows)]
        for rows in zip(values(product(g, turned(W2))), hidden)
    ]
    assert_close(dx, product(dpre, turned(W1)))
    assert_close(layer.dW1, product(turned(x.tolist()), dpre))
    assert_close(layer.db1, columns(dpre))
    assert_close(layer.dW2, product(turned(hidden), g))
    assert_close(layer.db2, columns(g))


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


@pytest.mark.parametrize("seed", range(20))
def test_gated_feed_forward_and_backward(seed):
    rng = np.random.default_rng(seed)
    tokens, d_model, d_ff = rng.integers(1, 9, 3)
    scale = 10 ** rng.uniform(-3, 3)
    x, dy = scale * rng.standard_normal((2, tokens, d_model))
    layer = GatedFeedForward(d_model, d_ff, rng=rng)
    W_gate, W_up, W_down = (p.tolist() for p in layer.parameters().values())
    rows, g = x.tolist(), dy.tolist()

    y = layer.forward(x)
    pre, up = product(rows, W_gate), product(rows, W_up)
    assert_close(layer.pre_activation, pre)
    assert_close(layer.up, up)
    pre, up = layer.pre_activation.tolist(), layer.up.tolist()
    open_ = [[1 / (1 + exp(min(700, -m))) for m in r] for r in pre]
    gate = [[m * s for m, s in zip(*pair)] for pair in zip(pre, open_)]
    assert np.allclose(layer.gate, gate, rtol=1e-14, atol=1e-290)
    hidden = [[a * b for a, b in zip(*pair)] for pair in zip(gate, up)]
    assert_close(y, product(hidden, W_down))

    dx, dhidden = layer.backward(dy), values(product(g, turned(W_down)))
    dup = [[d * a for d, a in zip(*pair)] for pair in zip(dhidden, gate)]
    dpre = [
        [d * u * (s + m * s * (1 - s)) for d, u, m, s in zip(*four)]
        for four in zip(dhidden, up, pre, open_)
    ]
    both = [a + b for a, b in zip(dpre, dup)]  # (tokens, 2 d_ff)
    assert_close(dx, product(both, turned(W_gate) + turned(W_up)))
    assert_close(layer.dW_gate, product(turned(rows), dpre))
    assert_close(layer.dW_up, product(turned(rows), dup))
    assert_close(layer.dW_down, product(turned(hidden), g))


def test_linear_and_backward():
    rng = np.random.default_rng(5)
    layer = Linear(4, 3, rng=rng)
    layer.b[...] = rng.standard_normal(3)
    x, dy = rng.standard_normal((2, 5, 4)), rng.standard_normal((2, 5, 3))
    rows, g = x.reshape(10, 4).tolist(), dy.reshape(10, 3).tolist()
    W, b = layer.W.tolist(), layer.b.tolist()
    y, dx = layer.forward(x), layer.backward(dy)
    assert (y.shape, dx.shape) == (dy.shape, x.shape)
    assert_close(y.reshape(10, 3), product(rows, W, b))
    assert_close(dx.reshape(10, 4), product(g, turned(W)))
    assert_close(layer.dW, product(turned(rows), g))
    assert_close(layer.db, columns(g))


def normalize(row, eps):
    """Return x_hat and 1/sqrt(var + eps) of one row."""
    mean = fsum(row) / len(row)
    var = fsum((v - mean) ** 2 for v in row) / len(row)
    rstd = 1 / sqrt(var + eps)
    return [(v - mean) * rstd for v in row], rstd


def dz_of(dx_hat, x_hat, rstd):
    """Return dz of a row by the whole Jacobian.

    dx_hat_k/dz_i = rstd (delta_ik - 1/N - x_hat_i x_hat_k / N).
    """
    n = len(x_hat)
    return [
        total(
            dx_hat[k] * rstd * part
            for k in range(n)
            for part in (float(i == k), -1 / n, -x_hat[i] * x_hat[k] / n)
        )
        for i in range(n)
    ]


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
    prev, orig, dy = rng.standard_normal((3, tokens, d_model))
    layer = AddNorm(shape, eps=[1e-5, 1e-1, 1e-12][seed % 3])
    layer.gamma[...], layer.beta[...] = rng.standard_normal((2, *shape))
    y = layer.forward(prev, orig)
    orig_grad = rng.standard_normal((tokens, d_model))
    before = orig_grad.copy()
    dz = layer.backward(dy, orig_grad)
    assert np.array_equal(orig_grad, before + dz)

    gamma, beta = (
        np.broadcast_to(p, prev.shape) for p in (layer.gamma, layer.beta)
    )
    for t in range(tokens):
        added = [a + b for a, b in zip(prev[t].tolist(), orig[t].tolist())]
        x_hat, rstd = normalize(added, layer.eps)
        scaled = zip(gamma[t] * x_hat, beta[t])
        assert_close(y[t], [total(pair) for pair in scaled])
        assert_close(dz[t], dz_of(dy[t] * gamma[t], x_hat, rstd))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("per_token", [False, True])
def test_rms_norm_and_backward(seed, per_token):
    rng = np.random.default_rng(seed)
    tokens, n = rng.integers(1, 8, 2)
    x, dy = rng.normal(seed, 1, (2, tokens, n))
    layer = RMSNorm((tokens, 1) if per_token else n, eps=[1e-5, 0.1][seed % 2])
    layer.gamma[...] = rng.standard_normal(layer.gamma.shape)
    y, dx = layer.forward(x), layer.backward(dy)
    gamma = np.broadcast_to(layer.gamma, x.shape).tolist()
    for t, (row, g) in enumerate(zip(x.tolist(), (dy * gamma).tolist())):
        rrms = 1 / sqrt(fsum(v * v for v in row) / n + layer.eps)
        x_hat = [v * rrms for v in row]
        assert_close(layer.x_hat[t], [(h, abs(h)) for h in x_hat])
        assert_close(y[t], [total([a * h]) for a, h in zip(gamma[t], x_hat)])
        jacobian = [  # dx_hat_k/dx_i = rrms (delta_ik - x_hat_i x_hat_k / N)
            [((i == k) - x_hat[i] * x_hat[k] / n) * rrms for k in range(n)]
            for i in range(n)
        ]
        assert_close(dx[t], product([g], jacobian)[0])


@pytest.mark.parametrize("kind", [LayerNorm, RMSNorm])
@pytest.mark.parametrize(
    "shape",
    [(4,), (1,), (3, 1), (3, 4), (1, 4), (2, 1, 1), (1, 3, 1), (2, 3, 4)],
)
def test_a_parameter_collects_from_every_place_where_it_was_used(shape, kind):
    x, dy = np.random.default_rng(1).standard_normal((2, 2, 3, 4))
    layer = kind(shape)
    layer.forward(x)
    layer.backward(dy)
    dgamma, dbeta = np.zeros((2, *shape))
    padded = (1,) * (3 - len(shape)) + shape
    for place in np.ndindex(x.shape):
        used = tuple(min(i, n - 1) for i, n in zip(place, padded))
        dbeta[used[3 - len(shape) :]] += dy[place]
        dgamma[used[3 - len(shape) :]] += dy[place] * layer.x_hat[place]
    expected = {"gamma": dgamma, "beta": dbeta}
    for name, dp in layer.gradients().items():
        assert dp.shape == shape
        assert np.allclose(dp, expected[name], rtol=1e-13, atol=1e-13)
