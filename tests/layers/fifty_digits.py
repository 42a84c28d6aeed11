"""The textbook's forwards on arrays of numbers with 50 digits.

An oracle of its own code, and without any backward pass: slopes are taken by
differences, which lose 20 of the digits and leave 30.
"""

from functools import partial
from itertools import islice

import numpy as np
from mpmath import mp as everybodys

from course_lib.evidence import textbook
from course_lib.evidence.textbook import (
    feed_forward,
    layer_norm,
    linear,
    rms_norm,
)

mp = everybodys.clone()
mp.dps = 50
H = mp.mpf(10) ** -20


def by_entry(function):
    """Return the function for arrays, entry by entry."""
    return np.vectorize(function, otypes=[object])


digits = by_entry(lambda number: mp.mpf(float(number)))
exp, root = by_entry(mp.exp), by_entry(mp.sqrt)
gated_feed_forward = partial(textbook.gated_feed_forward, exp=exp)
silu = partial(textbook.silu, exp=exp)


def add_norm(x, *parameters):
    """Take x for both inputs."""
    return layer_norm(x + x, *parameters)


def add_rms_norm(x, *parameters):
    return rms_norm(x + x, *parameters)


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
    eps=1e-5,
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


# By the names of the layers in every_layer.py.
FORMULAS = {
    "LayerNorm": layer_norm,
    "LayerNorm per token": layer_norm,
    "AddNorm": add_norm,
    "RMSNorm": rms_norm,
    "RMSNorm per token": rms_norm,
    "AddRMSNorm": add_rms_norm,
    "FeedForward": feed_forward,
    "GatedFeedForward": gated_feed_forward,
    "Linear": linear,
    "a chain": chain,
    "post-norm": stack("post", depth=3),
    "pre-norm": stack("pre", final_norm=True),
    "no norm": stack(norm=None),
}


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
    assert abs(sum(terms) - growth) <= tolerance * np.abs(terms).sum(), (
        f"the gradients of {type(layer).__name__} do not agree with how its "
        "formula in FORMULAS grows"
    )


def assert_close(array, exact, tolerance=1e-12):
    """Compare to a share of the largest entry."""
    assert np.shape(array) == exact.shape
    size = np.abs(exact).max()
    assert (np.abs(array - exact) <= tolerance * size).all(), (
        f"{array} is computed, and it must be {exact}"
    )  # NaN is not
