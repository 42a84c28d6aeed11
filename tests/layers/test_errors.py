"""Every bad input: the type of the error, its whole message, nothing changed.

The tables hold what is typed and what Python then says, as in a session;
README.md beside the layers holds the same list in words.
"""

import pickle
import re

import numpy as np
import pytest

from course_lib import layers
from course_lib.layers import (
    AddNorm,
    AddRMSNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    Linear,
    RMSNorm,
    Stack,
)

X = np.arange(12.0).reshape(3, 4) ** 2
ONES = np.ones((3, 4))
C = X * 1j
SHORT = X[:, :2]
BIG = np.ones((7, 7))
NO_FEATURES = np.ones((3, 0))


def ready(layer, x=X):
    """Return a layer that has gone forward and back."""
    two = isinstance(layer, AddNorm | AddRMSNorm)
    inputs = (x, x) if two else (x,)
    layer.forward(*inputs)
    layer.backward(np.ones(x.shape))
    return layer


def replaced(layer, **arrays):
    """Return a layer with attributes that somebody has set."""
    for name, array in arrays.items():
        setattr(layer, name, array)
    return layer


def stepped(layer):
    """Return a layer that has gone forward, back and a step."""
    ready(layer).step(0.1)
    return layer


def read_only(shape):
    """Return ones that cannot be changed in place."""
    array = np.ones(shape)
    array.flags.writeable = False
    return array


def says(code):
    """Run the code; return the error's type and message as Python shows it."""
    with pytest.raises(Exception) as caught:
        eval(code, {**vars(layers), **globals()})
    return f"{type(caught.value).__name__}: {caught.value}"


SESSION = """
>>> LayerNorm(4).forward(X + 0j)
TypeError: x must hold float32, float64, integers or bool, but its dtype is
complex128. Convert it first: np.asarray(x, dtype=np.float64).
>>> LayerNorm(4).forward(X.astype(object))
TypeError: x must hold float32, float64, integers or bool, but its dtype is
object. Convert it first: np.asarray(x, dtype=np.float64).
>>> FeedForward(4, 5).forward(None)
TypeError: x must hold float32, float64, integers or bool, but its dtype is
object. Convert it first: np.asarray(x, dtype=np.float64).
>>> LayerNorm(1).forward(['4'])
TypeError: x must hold float32, float64, integers or bool, but its dtype is
<U1. Convert it first: np.asarray(x, dtype=np.float64).
>>> LayerNorm(4).forward(X.astype(np.float16))
TypeError: x must hold float32, float64, integers or bool, but its dtype is
float16. Convert it first: np.asarray(x, dtype=np.float64).
>>> LayerNorm(1).forward(np.array(['2020-01-01'], 'M8[D]'))
TypeError: x must hold float32, float64, integers or bool, but its dtype is
datetime64[D]. Convert it first: np.asarray(x, dtype=np.float64).
>>> LayerNorm(4).forward(np.ma.masked_array(X, X > 3))
TypeError: x must be a plain array, but it is a masked one, whose mask would be
lost. Fill it first: x.filled(0).
>>> LayerNorm(2).forward([[1, 2], [3]])
ValueError: x must be a full array, but its rows differ in length. Pad them to
one length.
>>> LayerNorm(4).forward(3.0)
ValueError: x must have shape (..., features), but it is a single number. Put
it in a list: [x].
>>> LayerNorm(4).forward(NO_FEATURES)
ValueError: x must have at least one feature in its last axis, but its shape is
(3, 0).
>>> LayerNorm(5).forward(X)
ValueError: gamma must broadcast to x of shape (3, 4), but its shape is (5,).
For one gamma a feature, make the layer with 4.
>>> LayerNorm((2, 1)).forward(X)
ValueError: gamma must broadcast to x of shape (3, 4), but its shape is (2, 1).
For one gamma a feature, make the layer with 4.
>>> LayerNorm((1, 4)).forward(X[0])
ValueError: gamma must broadcast to x of shape (4,), but its shape is (1, 4).
For one gamma a feature, make the layer with 4.
>>> LayerNorm(4).forward(X[:, :1])
ValueError: gamma must broadcast to x of shape (3, 1), but its shape is (4,).
For one gamma a feature, make the layer with 1.
>>> replaced(LayerNorm(4), beta=np.ones(3)).forward(X)
ValueError: beta must broadcast to x of shape (3, 4), but its shape is (3,).
For one beta a feature, make the layer with 4.
>>> replaced(LayerNorm(4), gamma=1j * ONES[0]).forward(X)
TypeError: gamma must hold float32, float64, integers or bool, but its dtype is
complex128. Convert it first: np.asarray(gamma, dtype=np.float64).
>>> LayerNorm(4, eps=-1e-05)
ValueError: eps must be finite and 0 or more, but it is -1e-05.
>>> LayerNorm(4, eps=np.nan)
ValueError: eps must be finite and 0 or more, but it is nan.
>>> LayerNorm(4, eps=np.inf)
ValueError: eps must be finite and 0 or more, but it is inf.
>>> LayerNorm(4, eps='small')
TypeError: eps must be a number, but it is 'small', a str.
>>> LayerNorm(4, eps=True)
TypeError: eps must be a number, but it is True, a bool.
>>> replaced(LayerNorm(4), eps=-1.0).forward(X)
ValueError: eps must be finite and 0 or more, but it is -1.0.
>>> LayerNorm(0)
ValueError: shape must be 1 or more, but it is 0.
>>> LayerNorm(4.0)
TypeError: shape must be a whole number, but it is 4.0, a float.
>>> FeedForward(True, 5)
TypeError: d_model must be a whole number, but it is True, a bool.
>>> FeedForward(4, -5)
ValueError: d_ff must be 1 or more, but it is -5.
>>> Linear(0, 1)
ValueError: d_in must be 1 or more, but it is 0.
>>> Linear(1, 0)
ValueError: d_out must be 1 or more, but it is 0.
>>> LayerNorm(4, dtype=int)
TypeError: dtype must be float32 or float64, but it is int64.
>>> FeedForward(4, 5, dtype=np.float16)
TypeError: dtype must be float32 or float64, but it is float16.
>>> FeedForward(5, 6).forward(X)
ValueError: x must have 5 features in its last axis, but its shape is (3, 4).
Make a layer of 4 features, or give x the shape (..., 5).
>>> Stack(2, 5, 6).forward(X)
ValueError: x must have 5 features in its last axis, but its shape is (3, 4).
Make a layer of 4 features, or give x the shape (..., 5).
>>> FeedForward(5, 6).forward(np.ones((2, 3, 4)))
ValueError: x must have 5 features in its last axis, but its shape is (2, 3,
4). Make a layer of 4 features, or give x the shape (..., 5).
>>> LayerNorm(5).forward(np.ones((2, 3, 4)))
ValueError: gamma must broadcast to x of shape (2, 3, 4), but its shape is
(5,). For one gamma a feature, make the layer with 4.
>>> Stack(2, 5, 6, order='pre').forward(X)
ValueError: x must have 5 features in its last axis, but its shape is (3, 4).
Make a layer of 4 features, or give x the shape (..., 5).
>>> Linear(5, 2).forward(X)
ValueError: x must have 5 features in its last axis, but its shape is (3, 4).
Make a layer of 4 features, or give x the shape (..., 5).
>>> FeedForward(4, 5, W2=np.ones((4, 5)))
ValueError: W2 must have shape (5, 4) in this layer, but its shape is (4, 5).
>>> replaced(FeedForward(4, 5), b1=np.ones((1, 5))).forward(X)
ValueError: b1 must have shape (5,) in this layer, but its shape is (1, 5).
>>> FeedForward(4, 5, b2=1j * ONES[0])
TypeError: b2 must hold float32, float64, integers or bool, but its dtype is
complex128. Convert it first: np.asarray(b2, dtype=np.float64).
>>> AddNorm(4).forward(X, X[:1])
ValueError: prev must have the shape of orig, (1, 4), but its shape is (3, 4).
>>> AddNorm(4).forward(X, X + 0j)
TypeError: orig must hold float32, float64, integers or bool, but its dtype is
complex128. Convert it first: np.asarray(orig, dtype=np.float64).
>>> AddNorm(4).forward(NO_FEATURES, X)
ValueError: prev must have at least one feature in its last axis, but its shape
is (3, 0).
>>> LayerNorm(4).backward(X)
RuntimeError: backward needs a forward pass with the present parameters. Call
forward first, and again after every step.
>>> Stack(2, 4, 5).backward(X)
RuntimeError: backward needs a forward pass with the present parameters. Call
forward first, and again after every step.
>>> FeedForward(4, 5).backward_step(X, 0.1)
RuntimeError: backward needs a forward pass with the present parameters. Call
forward first, and again after every step.
>>> stepped(AddNorm(4)).backward(X)
RuntimeError: backward needs a forward pass with the present parameters. Call
forward first, and again after every step.
>>> FeedForward(4, 5).step(0.1)
RuntimeError: There are no gradients yet. Call forward, then backward.
>>> Stack(1, 4, 5).gradients()
RuntimeError: There are no gradients yet. Call forward, then backward.
>>> ready(LayerNorm(4)).backward(X[0])
ValueError: dy must have the shape of y, (3, 4), but its shape is (4,).
>>> ready(FeedForward(4, 5)).backward(np.ones((3, 1)))
ValueError: dy must have the shape of y, (3, 4), but its shape is (3, 1).
>>> ready(Stack(1, 4, 5)).backward(np.ones((1, 4)))
ValueError: dy must have the shape of y, (3, 4), but its shape is (1, 4).
>>> ready(FeedForward(4, 5)).backward(X * 1j)
TypeError: dy must hold float32, float64, integers or bool, but its dtype is
complex128. Convert it first: np.asarray(dy, dtype=np.float64).
>>> ready(AddNorm(4)).backward(X, np.zeros(4))
ValueError: orig_grad must have the shape of orig, (3, 4), but its shape is
(4,).
>>> ready(AddNorm(4)).backward(X, [[0.0] * 4] * 3)
TypeError: orig_grad is changed in place and must be an array of float32 or
float64, but it is list. Give np.array(orig_grad, dtype=np.float64).
>>> ready(AddNorm(4)).backward(X, np.zeros((3, 4), int))
TypeError: orig_grad is changed in place and must be an array of float32 or
float64, but it is int64. Give np.array(orig_grad, dtype=np.float64).
>>> ready(AddNorm(4)).backward(X, read_only((3, 4)))
ValueError: orig_grad is changed in place, but it is read-only. Give
orig_grad.copy().
>>> AddNorm(4).backward(X, np.zeros((3, 4)))
RuntimeError: backward needs a forward pass with the present parameters. Call
forward first, and again after every step.
>>> ready(FeedForward(4, 5)).step(-0.1)
ValueError: lr must be finite and 0 or more, but it is -0.1.
>>> ready(LayerNorm(4)).step(np.nan)
ValueError: lr must be finite and 0 or more, but it is nan.
>>> ready(Stack(1, 4, 5)).step(None)
TypeError: lr must be a number, but it is None, a NoneType.
>>> ready(LayerNorm(4)).step(np.array([0.1]))
TypeError: lr must be a number, but it is array([0.1]), a ndarray.
>>> ready(LayerNorm(4)).step(1j)
TypeError: lr must be a number, but it is 1j, a complex.
>>> ready(replaced(LayerNorm(4), gamma=[1.0] * 4)).step(0.1)
TypeError: gamma is changed in place and must be an array of float32 or
float64, but it is list. Give np.array(gamma, dtype=np.float64).
>>> ready(replaced(LayerNorm(4), gamma=np.arange(4))).step(0.1)
TypeError: gamma is changed in place and must be an array of float32 or
float64, but it is int64. Give np.array(gamma, dtype=np.float64).
>>> replaced(ready(LayerNorm(4)), beta=read_only(4)).step(0.1)
ValueError: beta is changed in place, but it is read-only. Give beta.copy().
>>> replaced(ready(LayerNorm(4)), gamma=np.ones(5)).step(0.1)
ValueError: gradient of gamma must have the shape of gamma, (5,), but its shape
is (4,).
>>> Stack(1, 4, 5, order='middle')
ValueError: order must be one of 'post', 'pre', but it is 'middle'.
>>> Stack(1, 4, 5, norm=True)
TypeError: norm must be a class of layers, not a layer, but it is a bool. Give
one such as RMSNorm, without brackets behind it.
>>> Stack(1, 4, 5, feed_forward=GatedFeedForward(4, 5))
TypeError: feed_forward must be a class of layers, not a layer, but it is a
GatedFeedForward. Give one such as RMSNorm, without brackets behind it.
>>> Stack(0, 4, 5)
ValueError: depth must be 1 or more, but it is 0.
>>> squared_error(X, X[0])
ValueError: target must have the shape of y, (3, 4), but its shape is (4,).
>>> squared_error(X[:0], X[:0])
ValueError: y must have at least one entry, because the loss is a mean, but its
shape is (0, 4).
>>> squared_error(X + 0j, X)
TypeError: y must hold float32, float64, integers or bool, but its dtype is
complex128. Convert it first: np.asarray(y, dtype=np.float64).
>>> cross_entropy(X, X)
ValueError: y must be positive, because the loss takes its logarithm, but 1 of
12 entries are not; the first is 0.0. On raw outputs use softmax_cross_entropy.
>>> cross_entropy([1.0, -2.0, -3.0], [1.0, 0.0, 0.0])
ValueError: y must be positive, because the loss takes its logarithm, but 2 of
3 entries are not; the first is -2.0. On raw outputs use softmax_cross_entropy.
>>> cross_entropy([np.nan], [1.0])
ValueError: y must be positive, because the loss takes its logarithm, but 1 of
1 entries are not; the first is nan. On raw outputs use softmax_cross_entropy.
>>> cross_entropy([1.0, 1.0], [1.0, -0.5])
ValueError: target must be 0 or more, but 1 of 2 entries are not; the first is
-0.5.
>>> softmax_cross_entropy(X, [0, 1, 4])
ValueError: target must hold classes from 0 to 3, but they run from 0 to 4.
>>> softmax_cross_entropy(X, [0, -1, 2])
ValueError: target must hold classes from 0 to 3, but they run from -1 to 2.
>>> softmax_cross_entropy(X, [0.0, 1.0, 2.0])
ValueError: target must hold classes, integers of shape (3,), or probabilities
of shape (3, 4), but it is float64 of shape (3,).
>>> softmax_cross_entropy(X, [[1, 0, 0, 0]] * 2 + [[1] * 4])
ValueError: target must sum to 1 in every row, but 1 of 3 rows do not; the
first sums to 4.0.
>>> softmax_cross_entropy(X[0], [0.5, 0.5, 0, 0.001])
ValueError: target must sum to 1 in every row, but 1 of 1 rows do not; the
first sums to 1.001.
>>> softmax_cross_entropy(np.ones((2, 3, 4)), [0, 1])
ValueError: target must hold classes, integers of shape (2, 3), or
probabilities of shape (2, 3, 4), but it is int64 of shape (2,).
>>> softmax_cross_entropy(X[0], [2, -1, 0, 0])
ValueError: target must be 0 or more, but 1 of 4 entries are not; the first is
-1.0.
>>> softmax(NO_FEATURES)
ValueError: logits must have at least one feature in its last axis, but its
shape is (3, 0).
>>> softmax_cross_entropy(1.0, 0)
ValueError: logits must have shape (..., features), but it is a single number.
Put it in a list: [logits].
"""
ERRORS = [entry.split("\n") for entry in SESSION.split("\n>>> ")[1:]]


@pytest.mark.parametrize(
    ("code", "expected"),
    [(code, " ".join(lines).strip()) for code, *lines in ERRORS],
)
def test_bad_input(code, expected):
    assert says(code) == expected


# Whatever argument is bad, the message begins with its name: every line of
# code under how the message begins.
BEGINNINGS = """
TypeError: x must hold float32
    LayerNorm(4).forward(C)
    RMSNorm(4).forward(C)
    GatedFeedForward(4, 5).forward(C)
    FeedForward(4, 5).forward(C)
    Linear(4, 4).forward(C)
    Stack(1, 4, 5).forward(C)
    Stack(1, 4, 5).blocks[0].forward(C)
TypeError: prev must hold float32
    AddNorm(4).forward(C, X)
TypeError: orig must hold float32
    AddNorm(4).forward(X, C)
TypeError: gamma must hold float32
    replaced(LayerNorm(4), gamma=1j).forward(X)
    replaced(ready(LayerNorm(4)), gamma=1j).backward(X)
TypeError: beta must hold float32
    replaced(LayerNorm(4), beta=1j).forward(X)
TypeError: W1 must hold float32
    replaced(FeedForward(4, 5), W1=1j).forward(X)
TypeError: b1 must hold float32
    replaced(FeedForward(4, 5), b1=1j).forward(X)
TypeError: W2 must hold float32
    replaced(FeedForward(4, 5), W2=1j).forward(X)
TypeError: b2 must hold float32
    replaced(FeedForward(4, 5), b2=1j).forward(X)
TypeError: W must hold float32
    replaced(Linear(4, 4), W=1j).forward(X)
TypeError: b must hold float32
    replaced(Linear(4, 4), b=1j).forward(X)
TypeError: dy must hold float32
    ready(LayerNorm(4)).backward(C)
    ready(AddNorm(4)).backward(C)
    ready(FeedForward(4, 5)).backward(C)
    ready(Linear(4, 4)).backward(C)
    ready(Stack(1, 4, 5)).backward(C)
    ready(Stack(1, 4, 5)).backward_step(C, 0.1)
    ready(Stack(1, 4, 5).blocks[0]).backward(C)
TypeError: y must hold float32
    squared_error(C, X)
    cross_entropy(C, X)
TypeError: target must hold float32
    squared_error(X, C)
    cross_entropy(X + 1, C)
    softmax_cross_entropy(X, C)
TypeError: logits must hold float32
    softmax(C)
    softmax_cross_entropy(C, ONES / 4)
ValueError: gamma must broadcast to x of shape (3, 4), but its shape is (5,).
    RMSNorm(5).forward(X)
    AddRMSNorm(5).forward(X, X)
    replaced(ready(RMSNorm(4)), gamma=np.ones(5)).backward(X)
TypeError: gamma must hold float32
    replaced(RMSNorm(4), gamma=C[0]).forward(X)
ValueError: eps must be finite and 0 or more, but it is -1.0.
    RMSNorm(4, eps=-1.0)
    replaced(RMSNorm(4), eps=-1.0).forward(X)
TypeError: dtype must be float32 or float64
    RMSNorm(4, dtype=int)
    GatedFeedForward(4, 5, dtype=int)
ValueError: x must have 5 features in its last axis, but its shape is (3, 4).
    GatedFeedForward(5, 6).forward(X)
ValueError: dy must have the shape of y, (
    ready(LayerNorm(4)).backward(SHORT)
    ready(RMSNorm(4)).backward(SHORT)
    ready(GatedFeedForward(4, 5)).backward(SHORT)
    ready(AddNorm(4)).backward(SHORT)
    ready(FeedForward(4, 5)).backward(SHORT)
    ready(Linear(4, 4)).backward(SHORT)
    ready(Linear(4, 2)).backward(X)
    ready(Stack(1, 4, 5)).backward(SHORT)
    ready(Stack(1, 4, 5, order="pre").blocks[0]).backward(SHORT)
ValueError: prev must have the shape of orig, (
    AddNorm(4).forward(X, SHORT)
ValueError: target must have the shape of y, (
    squared_error(X, SHORT)
    cross_entropy(X + 1, SHORT)
ValueError: W1 must have shape (
    replaced(FeedForward(4, 5), W1=BIG).forward(X)
    replaced(ready(FeedForward(4, 5)), W1=BIG).backward(X)
ValueError: b1 must have shape (
    replaced(FeedForward(4, 5), b1=BIG).forward(X)
ValueError: W2 must have shape (
    replaced(FeedForward(4, 5), W2=BIG).forward(X)
ValueError: b2 must have shape (
    replaced(FeedForward(4, 5), b2=BIG).forward(X)
ValueError: W_gate must have shape (4, 5)
    replaced(GatedFeedForward(4, 5), W_gate=BIG).forward(X)
    replaced(ready(GatedFeedForward(4, 5)), W_gate=BIG).backward(X)
ValueError: W_up must have shape (4, 5)
    replaced(GatedFeedForward(4, 5), W_up=BIG).forward(X)
ValueError: W_down must have shape (5, 4)
    replaced(GatedFeedForward(4, 5), W_down=BIG).forward(X)
ValueError: W must have shape (
    replaced(Linear(4, 4), W=BIG).forward(X)
    replaced(ready(Linear(4, 4)), W=BIG).backward(X)
ValueError: b must have shape (
    replaced(Linear(4, 4), b=BIG).forward(X)
ValueError: y must have at least one entry, because the loss is a mean
    squared_error([], [])
    cross_entropy([], [])
ValueError: logits must have at least one entry, because the loss is a mean
    softmax_cross_entropy(np.ones((0, 3)), [])
ValueError: x must have at least one feature in its last axis, but
    FeedForward(4, 5).forward(NO_FEATURES)
    GatedFeedForward(4, 5).forward(NO_FEATURES)
    RMSNorm(5).forward(NO_FEATURES)
    Linear(4, 5).forward(NO_FEATURES)
    Stack(1, 4, 5).forward(NO_FEATURES)
ValueError: orig must have at least one feature in its last axis, but
    AddNorm(4).forward(X, NO_FEATURES)
ValueError: lr must be finite and 0 or more
    ready(LayerNorm(4)).step(-1)
    ready(LayerNorm(4)).backward_step(X, -1)
    ready(AddNorm(4)).backward_step(X, -1)
    ready(FeedForward(4, 5)).backward_step(X, -1)
    ready(Stack(1, 4, 5)).step(-1)
    ready(Stack(1, 4, 5)).backward_step(X, -1)
    ready(Stack(1, 4, 5).blocks[0]).step(-1)
    ready(Stack(1, 4, 5).blocks[0]).backward_step(X, -1)
ValueError: shape must be 1 or more, but it is 0.
    AddNorm((3, 0))
    RMSNorm(0)
ValueError: d_model must be 1 or more, but it is 0.
    FeedForward(0, 5)
    GatedFeedForward(0, 5)
    Stack(1, 0, 5)
ValueError: d_ff must be 1 or more, but it is 0.
    FeedForward(4, 0)
    GatedFeedForward(4, 0)
    Stack(1, 4, 0)
"""


CASES = [
    (code.strip(), beginning)
    for beginning, *codes in (
        entry.split("\n") for entry in re.split(r"\n(?! )", BEGINNINGS.strip())
    )
    for code in codes
]


@pytest.mark.parametrize(("code", "beginning"), CASES)
def test_a_message_begins_with_the_name(code, beginning):
    assert says(code).startswith(beginning)


LAYERS = {
    "LayerNorm": lambda: LayerNorm(4),
    "AddNorm": lambda: AddNorm(4),
    "FeedForward": lambda: FeedForward(4, 5),
    "RMSNorm": lambda: RMSNorm(4),
    "AddRMSNorm": lambda: AddRMSNorm(4),
    "GatedFeedForward": lambda: GatedFeedForward(4, 5),
    "Linear": lambda: Linear(4, 4),
    "post-norm": lambda: Stack(2, 4, 5),
    "pre-norm": lambda: Stack(2, 4, 5, order="pre"),
    "no norm": lambda: Stack(2, 4, 5, norm=False),
}
every_layer = pytest.mark.parametrize("make", LAYERS.values(), ids=LAYERS)


@pytest.mark.parametrize(
    "code",
    [
        "layer.forward(C)",
        "layer.forward(np.ones((3, 7)))",
        "layer.forward(X, X[:1])",
        "layer.backward(X[0])",
        "layer.step(-1.0)",
        "layer.backward_step(X, -1.0)",
        "layer.backward_step(X, np.nan)",
        "layer.backward_step(X[0], 0.1)",
    ],
)
@every_layer
def test_an_error_changes_nothing(make, code):
    layer = ready(make())
    before = pickle.dumps(layer)
    with pytest.raises((TypeError, ValueError)):
        eval(code, globals(), {"layer": layer})
    assert pickle.dumps(layer) == before


@pytest.mark.parametrize("fused", [False, True])
@every_layer
def test_one_read_only_parameter_keeps_all_from_moving(make, fused):
    layer = ready(make())
    for i in (0, -1):
        p = list(layer.parameters().values())[i]
        p.flags.writeable = False
        before = pickle.dumps(layer)
        with pytest.raises(ValueError, match="read-only"):
            layer.backward_step(X, 0.1) if fused else layer.step(0.1)
        assert pickle.dumps(layer) == before
        p.flags.writeable = True


def test_a_failing_fused_step_adds_nothing_to_orig_grad():
    layer, orig_grad = ready(AddNorm(4)), np.zeros((3, 4))
    layer.beta.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        layer.backward_step(X, 0.1, orig_grad)
    with pytest.raises(ValueError, match="lr must"):
        layer.backward_step(X, -1, orig_grad)
    assert not orig_grad.any()
