"""The layers as formulas, on arrays of numbers with 50 digits.

An oracle of its own code, and without any backward pass: slopes are taken by
differences, which lose 20 of the digits and leave 30.
"""

from itertools import islice

import numpy as np
from mpmath import mp as everybodys

mp = everybodys.clone()
mp.dps = 50
H = mp.mpf(10) ** -20
EPS = 1e-5  # of layers that are not told


def each(function):
    """Return the function for arrays, entry by entry."""
    return np.vectorize(function, otypes=[object])


digits = each(lambda number: mp.mpf(float(number)))
exp, root = each(mp.exp), each(mp.sqrt)


def linear(x, W, b=0):
    return x @ W + b


def layer_norm(x, gamma=1, beta=0, eps=EPS):
    centred = x - x.mean(axis=-1, keepdims=True)
    return rms_norm(centred, gamma, eps) + beta


def rms_norm(x, gamma=1, eps=EPS):
    return gamma * x / root((x**2).mean(axis=-1, keepdims=True) + eps)


def add_norm(x, *parameters):
    """Take x for both inputs."""
    return layer_norm(x + x, *parameters)


def add_rms_norm(x, *parameters):
    return rms_norm(x + x, *parameters)


def feed_forward(x, W1, b1, W2, b2):
    return linear(np.maximum(linear(x, W1, b1), 0), W2, b2)


def gated_feed_forward(x, W_gate, W_up, W_down):
    return (silu(x @ W_gate) * (x @ W_up)) @ W_down


def silu(m):
    return m / (1 + exp(-m))


def gelu(m):
    return m * each(mp.ncdf)(m)


def chain(x, W1, b1, W2, b2):
    return linear(linear(x, W1, b1), W2, b2)


def stack(
    order="post",
    shortcut=True,
    norm=layer_norm,
    final_norm=False,
    feed_forward=feed_forward,
    *,
    depth=2,
    eps=EPS,
):
    """Return the formula of a stack."""
    weights = 3 if feed_forward is gated_feed_forward else 4
    scales = 1 if norm is rms_norm else 2

    def formula(x, *parameters):
        left = iter(parameters)
        for _ in range(depth):
            own = [*islice(left, weights)]
            at_norm = [*islice(left, scales)] if norm else []
            if norm and order == "pre":
                f = feed_forward(norm(x, *at_norm, eps=eps), *own)
            else:
                f = feed_forward(x, *own)
            x = x + f if shortcut else f
            if norm and order == "post":
                x = norm(x, *at_norm, eps=eps)
        return (norm or layer_norm)(x, *left, eps=eps) if final_norm else x

    return formula


def slope(function, x, move=1):
    """Return how fast each number of function(x) grows as x moves."""
    return (function(x + H * move) - function(x - H * move)) / (2 * H)


def assert_a_layer_is(formula, layer, x, tolerance=1e-12):
    """Compare a layer's output and all its gradients with a formula's.

    The loss is the sum of y dy. All arrays move at once in random directions;
    how fast the loss then grows is what the gradients say, and the formula.
    """
    rng = np.random.default_rng(4)
    y, dy = layer.forward(x), rng.standard_normal(x.shape)
    dx = layer.backward(dy)
    arrays = [x, *layer.parameters().values()]
    gradients = [dx, *layer.gradients().values()]
    exact = [digits(array) for array in arrays]
    assert_close(y, formula(*exact), tolerance)

    moves = [rng.standard_normal(array.shape) for array in arrays]
    ahead = formula(*(p + H * move for p, move in zip(exact, moves)))
    behind = formula(*(p - H * move for p, move in zip(exact, moves)))
    growth = ((ahead - behind) / (2 * H) * dy).sum()
    terms = []
    for p, dp, move in zip(arrays, gradients, moves, strict=True):
        assert dp.shape == p.shape
        terms += [*(dp * move).flat]
    assert abs(sum(terms) - growth) <= tolerance * np.abs(terms).sum()


def assert_close(array, exact, tolerance):
    """Compare to a share of the largest entry."""
    assert array.shape == exact.shape
    size = np.abs(exact).max()
    assert (np.abs(array - exact) <= tolerance * size).all()  # NaN is not
