"""Every bad input: the type of the error, its whole message, nothing changed.

README.md beside the layers holds the same list in words.
"""

import pickle
import re

import numpy as np
import pytest
from every_layer import (
    LAYERS,
    SINGLE,
    every_layer,
    make,
    read_only,  # noqa: F401
    ready,
)

from course_lib import layers
from course_lib.layers import AddNorm, Stack

X = np.arange(12.0).reshape(3, 4) ** 2
C = X * 1j
SHORT = X[:, :2]
NO_FEATURES = np.ones((3, 0))


def replaced(layer, **arrays):
    """Return a layer with attributes that somebody has set."""
    vars(layer).update(arrays)
    return layer


def twice():
    """Return a stack of two blocks with one norm between them."""
    stack = Stack(2, 4, 5, norm=layers.RMSNorm)
    first, second = stack.blocks
    second.set_layers(second.feed_forward, first.norm)
    stack.forward(X)
    return stack


def says(code, **names):
    """Run the code; return the error's type and message as Python shows it."""
    with pytest.raises(Exception) as caught:
        eval(code, {**vars(layers), **globals(), **names})
    return f"{type(caught.value).__name__}: {caught.value}"


# What Python says, with gaps; then a line for each code that makes it say so:
# what fills the gaps, >>> and what is typed.
TABLE = """
TypeError: {0} must hold float32, float64, integers or bool, but its dtype is
{1}. Convert it first: np.asarray({0}, dtype=np.float64).
    x; complex128 >>> LayerNorm(4).forward(C)
    x; object >>> LayerNorm(4).forward(X.astype(object))
    x; <U1 >>> LayerNorm(1).forward(['4'])
    x; float16 >>> LayerNorm(4).forward(X.astype(np.float16))
    x; datetime64[D] >>> RMSNorm(1).forward(np.array(['2020'], 'M8[D]'))
    orig; complex128 >>> AddNorm(4).forward(X, C)
    y; complex128 >>> squared_error(C, X)
    target; complex128 >>> softmax_cross_entropy(X, C)
TypeError: {0} must be a plain array, but it is a masked one, whose mask would
be lost. Give {0}.data, and leave the rows that do not count out of the loss,
as ignore_index does.
    x >>> LayerNorm(4).forward(np.ma.masked_array(X, X > 3))
    y >>> squared_error(np.ma.masked_array(X, X > 3), X)
    target >>>
        softmax_cross_entropy(X, np.ma.masked_array([1, 2, 0], [1, 0, 0]))
TypeError: {0} must hold numbers, but {1} None. That is what a function without
a return gives.
    x; it is >>> LayerNorm(4).forward(None)
    x; among its entries is >>> LayerNorm(2).forward([[1, None]])
    beta; it is >>> replaced(LayerNorm(4), beta=None).forward(X)
    beta; it is >>> replaced(ready(LayerNorm(4), X), beta=None).step(0.1)
    W1; it is >>> replaced(FeedForward(4, 5), W1=None).forward(X)
    dy; it is >>> ready(Linear(4, 4), X).backward(None)
    y; it is >>> squared_error(None, X)
    target; it is >>> squared_error(X, None)
    target; it is >>> softmax_cross_entropy(X, None)
    target; among its entries is >>> softmax_cross_entropy(X, [1, None, 2])
ValueError: {0} must be a full array, but its rows differ in length. Pad them
to one length.
    x >>> LayerNorm(2).forward([[1, 2], [3]])
ValueError: {0} must have shape (..., features), but it is a single number. Put
it in a list: [{0}].
    x >>> LayerNorm(4).forward(3.0)
    logits >>> softmax_cross_entropy(1.0, 0)
ValueError: {0} must have at least one feature in its last axis, but its shape
is (3, 0).
    x >>> LayerNorm(4).forward(NO_FEATURES)
    logits >>> softmax(NO_FEATURES)
ValueError: x must have 5 features in its last axis, but its shape is {0}. Make
a layer of 4 features, or give x the shape (..., 5).
    (2, 3, 4) >>> FeedForward(5, 6).forward(np.ones((2, 3, 4)))
    (2, 3, 4) >>> LayerNorm(5).forward(np.ones((2, 3, 4)))
    (3, 4) >>> GatedFeedForward(5, 6).forward(X)
    (3, 4) >>> Linear(5, 2).forward(X)
    (3, 4) >>> Stack(2, 5, 6, order='pre').forward(X)
ValueError: {0} must have the shape of {1}, {2}, but its shape is {3}.
    prev; orig; (1, 4); (3, 4) >>> AddNorm(4).forward(X, X[:1])
    dy; y; (3, 4); (4,) >>> ready(LayerNorm(4), X).backward(X[0])
    orig_grad; orig; (3, 4); (4,) >>> ready(AddNorm(4), X).backward(X, X[0])
    gradient of gamma; gamma; (5,); (4,) >>>
        replaced(ready(LayerNorm(4), X), gamma=np.ones(5)).step(0.1)
    target; y; (3, 4); (4,) >>> squared_error(X, X[0])
    target; y; (3, 4); (3, 2) >>> cross_entropy(X + 1, SHORT)
ValueError: {0} must broadcast to x of shape {1}, but its shape is {2}. For one
{0} per feature, make the layer with {3}.
    gamma; (2, 3, 4); (5,); 4 >>> LayerNorm((5,)).forward(np.ones((2, 3, 4)))
    gamma; (3, 4); (2, 1); 4 >>> LayerNorm((2, 1)).forward(X)
    gamma; (4,); (1, 4); 4 >>> LayerNorm((1, 4)).forward(X[0])
    gamma; (3, 1); (4,); 1 >>> LayerNorm((4,)).forward(X[:, :1])
ValueError: {0} must have 1 features in its last axis, but its shape is (3, 4).
Make a layer of 4 features, or give {0} the shape (..., 1).
    x >>> LayerNorm(1).forward(X)
    prev >>> AddRMSNorm(1).forward(X, X)
ValueError: Each layer must stand in one place, but a RMSNorm stands in two,
and keeps what backward needs of its last use alone. Make two layers; if they
are to share weights, give both the same arrays.
    >>> twice().backward(X)
ValueError: {0} must have shape {1} in this layer, but its shape is {2}.
    W2; (5, 4); (3, 4) >>> FeedForward(4, 5, W2=X)
    b2; (4,); (1, 4) >>> replaced(FeedForward(4, 5), b2=X[:1]).forward(X)
TypeError: {0} is changed in place and must be an array of float32 or float64,
but it is {1}. Give np.array({0}, dtype=np.float64).
    orig_grad; list >>> ready(AddNorm(4), X).backward(X, X.tolist())
    orig_grad; int64 >>> ready(AddNorm(4), X).backward(X, X.astype(int))
ValueError: {0} is changed in place, but it is read-only. Give {0}.copy().
    orig_grad >>> ready(AddNorm(4), X).backward(X, read_only(X))
RuntimeError: backward needs a forward pass with the present parameters. Call
forward first, and again after every step.
    >>> LayerNorm(4).backward(X)
    >>> Stack(2, 4, 5).backward(X)
    >>> FeedForward(4, 5).backward_step(X, 0.1)
    >>> AddNorm(4).backward(X, np.zeros((3, 4)))
RuntimeError: There are no gradients yet. Call forward, then backward.
    >>> FeedForward(4, 5).step(0.1)
TypeError: {0} must be a whole number, but it is {1}.
    shape; 4.0, a float >>> LayerNorm(4.0)
    d_model; True, a bool >>> FeedForward(True, 5)
ValueError: {0} must be 1 or more, but it is {1}.
    shape; 0 >>> AddNorm((3, 0))
    d_model; 0 >>> GatedFeedForward(0, 5)
    d_ff; -5 >>> FeedForward(4, -5)
    d_ff; 0 >>> GatedFeedForward(4, 0)
    d_in; 0 >>> Linear(0, 1)
    d_out; 0 >>> Linear(1, 0)
    depth; 0 >>> Stack(0, 4, 5)
TypeError: dtype must be float32 or float64, but it is {0}.
    int64 >>> LayerNorm(4, dtype=int)
    int64 >>> GatedFeedForward(4, 5, dtype=int)
    float16 >>> FeedForward(4, 5, dtype=np.float16)
TypeError: {0} must be a number, but it is {1}.
    eps; 'small', a str >>> LayerNorm(4, eps='small')
    eps; True, a bool >>> LayerNorm(4, eps=True)
    lr; array([0.1]), a ndarray >>> LayerNorm(4).step(np.array([0.1]))
ValueError: {0} must be finite and 0 or more, but it is {1}.
    eps; -1e-05 >>> LayerNorm(4, eps=-1e-05)
    eps; nan >>> LayerNorm(4, eps=np.nan)
    eps; inf >>> RMSNorm(4, eps=np.inf)
    eps; -1.0 >>> replaced(LayerNorm(4), eps=-1.0).forward(X)
    eps; beyond the largest float >>> RMSNorm(3, eps=-(10**5000))
ValueError: order must be one of 'post', 'pre', but it is 'middle'.
    >>> Stack(1, 4, 5, order='middle')
TypeError: {0} must be a class of layers, not a layer, but it is a {1}. Give
one such as RMSNorm, without brackets behind it.
    norm; bool >>> Stack(1, 4, 5, norm=True)
    feed_forward; GatedFeedForward >>>
        Stack(1, 4, 5, feed_forward=GatedFeedForward(4, 5))
ValueError: {0} must have at least one entry, because the loss is a mean, but
its shape is {1}.
    y; (0,) >>> squared_error([], [])
    y; (0,) >>> cross_entropy([], [])
    logits; (0, 4) >>> softmax_cross_entropy(X[:0], [])
ValueError: y must be positive, because the loss takes its logarithm, but {0}
entries are not; the first is {1}. On raw outputs use softmax_cross_entropy.
    1 of 12; 0.0 >>> cross_entropy(X, X)
    2 of 3; -2.0 >>> cross_entropy([1.0, -2.0, -3.0], [1.0, 0.0, 0.0])
    1 of 1; nan >>> cross_entropy([np.nan], [1.0])
ValueError: target must be 0 or more, but {0} entries are not; the first is
{1}.
    1 of 2; -0.5 >>> cross_entropy([1.0, 1.0], [1.0, -0.5])
    1 of 4; -1.0 >>> softmax_cross_entropy(X[0], [2, -1, 0, 0])
ValueError: target must hold classes from 0 to 3, or ignore_index, {1}, but
they run from {0}.
    0 to 4; -100 >>> softmax_cross_entropy(X, [0, 1, 4])
    -1 to 2; -100 >>> softmax_cross_entropy(X, [0, -1, 2])
    -100 to 2; 9 >>> softmax_cross_entropy(X, [-100, 2, 9], ignore_index=9)
ValueError: target must have an entry that counts, because the loss is a mean,
but all of them are ignore_index, {0}.
    -100 >>> softmax_cross_entropy(X, [-100] * 3)
    -100 >>> softmax_cross_entropy([0.0, 1.0], -100)
    7 >>> squared_error(X, 0 * X + 7, ignore_index=7)
ValueError: target must hold classes, integers of shape {0}, or probabilities
of shape {1}, but it is {2}.
    (3,); (3, 4); float64 of shape (3,) >>>
        softmax_cross_entropy(X, [0.0, 1.0, 2.0])
    (2, 3); (2, 3, 4); int64 of shape (2,) >>>
        softmax_cross_entropy(np.ones((2, 3, 4)), [0, 1])
ValueError: target must sum to 1 in every row, but {0} rows do not; the first
sums to {1}.
    2 of 3; 0.5 >>>
        softmax_cross_entropy(X, [[1, 0, 0, 0], [0.5, 0, 0, 0], [1] * 4])
    1 of 1; 1.001 >>> softmax_cross_entropy(X[0], [0.5, 0.5, 0, 0.001])
"""


def cases():
    """Yield every code of the table, and what Python says to it."""
    for block in re.split(r"\n(?=\w+Error: )", TABLE.strip()):
        message, *rows = re.split(r"\n {4}(?! )", block)
        for row in rows:
            gaps, code = " ".join(row.split()).split(">>> ")
            filled = message.format(*gaps.strip().split("; "))
            yield code, " ".join(filled.split())


@pytest.mark.parametrize(("code", "expected"), [*cases()])
def test_bad_input(code, expected):
    assert says(code) == expected


@pytest.mark.parametrize(
    ("code", "beginning"),
    [
        ("forward(C)", "TypeError: {} must hold float32"),
        ("forward(NO_FEATURES)", "ValueError: {} must have at least one"),
        ("forward(np.ones((5, 7)))", "ValueError: "),
        ("backward(C)", "TypeError: dy must hold float32"),
        ("backward(SHORT)", "ValueError: dy must have the shape of y, (3, 4)"),
        ("step(-1.0)", "ValueError: lr must be finite and 0 or more"),
        ("backward_step(X, -1.0)", "ValueError: lr must be finite and 0 or"),
        ("backward_step(X, np.nan)", "ValueError: lr must be finite and 0 or"),
        ("backward_step(SHORT, 0.1)", "ValueError: dy must have the shape"),
        ("backward_step(C, 0.1)", "TypeError: dy must hold float32"),
    ],
)
@every_layer
def test_an_error_changes_nothing(name, code, beginning):
    layer = ready(make(name), X)
    before = pickle.dumps(layer)
    said = says(f"layer.{code}", layer=layer)
    assert said.startswith(beginning.format("prev" if "Add" in name else "x"))
    assert pickle.dumps(layer) == before


@pytest.mark.parametrize(
    ("name", "parameter"),
    [(name, each) for name in SINGLE for each in LAYERS[name]().names],
)
def test_every_parameter_is_checked(name, parameter):
    shape = getattr(make(name), parameter).shape
    rule = f"have shape {shape} in this layer, but its shape is (7,)."
    if "Norm" in name:
        rule = "broadcast to x of shape (3, 4), but its shape is (7,)."
    for bad, error in (
        (np.ones(7), f"ValueError: {parameter} must {rule}"),
        (1j, f"TypeError: {parameter} must hold float32, float64, integers"),
    ):
        for pass_ in ("forward", "backward"):
            layer = replaced(ready(make(name), X), **{parameter: bad})
            assert says(f"layer.{pass_}(X)", layer=layer).startswith(error)


@pytest.mark.parametrize("fused", [False, True])
@every_layer
def test_one_read_only_parameter_keeps_all_from_moving(name, fused):
    layer = ready(make(name), X)
    for i in (0, -1):
        p = list(layer.parameters().values())[i]
        p.flags.writeable = False
        before = pickle.dumps(layer)
        with pytest.raises(ValueError, match="read-only"):
            layer.backward_step(X, 0.1) if fused else layer.step(0.1)
        assert pickle.dumps(layer) == before
        p.flags.writeable = True


def test_a_failing_fused_step_adds_nothing_to_orig_grad():
    layer, orig_grad = ready(AddNorm(4), X), np.zeros((3, 4))
    layer.beta.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        layer.backward_step(X, 0.1, orig_grad)
    with pytest.raises(ValueError, match="lr must"):
        layer.backward_step(X, -1, orig_grad)
    assert not orig_grad.any()
