"""Every bad input: the type of the error, its whole message, nothing changed.

The README holds the same list as a table.
"""

import numpy as np
import pytest

from course_lib.layers import (
    AddNorm,
    FeedForward,
    LayerNorm,
    Linear,
    Stack,
    cross_entropy,
    softmax,
    softmax_cross_entropy,
    squared_error,
)

X = np.arange(12.0).reshape(3, 4) ** 2
MADE = "must hold float32, float64, integers or bool, but its dtype is {}. "
CONVERT = "Convert it first: np.asarray({}, dtype=np.float64)."
IN_PLACE = "{} is changed in place and must be an array of float32 or "
FLOAT_ARRAY = "float64, but it is {}. Give np.array({}, dtype=np.float64)."


def ready(layer, x=X):
    """Return a layer that has gone forward and back."""
    inputs = (x, x) if isinstance(layer, AddNorm) else (x,)
    layer.forward(*inputs)
    layer.backward(np.ones(x.shape))
    return layer


def with_gamma(gamma):
    layer = LayerNorm(4)
    layer.gamma = gamma
    return layer


def with_eps(eps):
    layer = LayerNorm(4)
    layer.eps = eps
    return layer


def with_b1(b1):
    layer = FeedForward(4, 5)
    layer.b1 = b1
    return layer


def read_only(shape):
    array = np.ones(shape)
    array.flags.writeable = False
    return array


def replaced(layer, **arrays):
    for name, array in arrays.items():
        setattr(layer, name, array)
    return layer


def stepped(layer):
    ready(layer).step(0.1)
    return layer


BAD = {
    "complex x": (
        lambda: LayerNorm(4).forward(X + 0j),
        TypeError,
        "x " + MADE.format("complex128") + CONVERT.format("x"),
    ),
    "object x": (
        lambda: LayerNorm(4).forward(X.astype(object)),
        TypeError,
        "x " + MADE.format("object") + CONVERT.format("x"),
    ),
    "None": (
        lambda: FeedForward(4, 5).forward(None),
        TypeError,
        "x " + MADE.format("object") + CONVERT.format("x"),
    ),
    "text": (
        lambda: LayerNorm(1).forward(["4"]),
        TypeError,
        "x " + MADE.format("<U1") + CONVERT.format("x"),
    ),
    "float16": (
        lambda: LayerNorm(4).forward(X.astype(np.float16)),
        TypeError,
        "x " + MADE.format("float16") + CONVERT.format("x"),
    ),
    "dates": (
        lambda: LayerNorm(1).forward(np.array(["2020-01-01"], "M8[D]")),
        TypeError,
        "x " + MADE.format("datetime64[D]") + CONVERT.format("x"),
    ),
    "masked array": (
        lambda: LayerNorm(4).forward(np.ma.masked_array(X, X > 3)),
        TypeError,
        "x must be a plain array, but it is a masked one, whose mask would "
        "be lost. Fill it first: x.filled(0).",
    ),
    "ragged lists": (
        lambda: LayerNorm(2).forward([[1, 2], [3]]),
        ValueError,
        "x must be a full array, but its rows differ in length. Pad them to "
        "one length.",
    ),
    "a single number": (
        lambda: LayerNorm(4).forward(3.0),
        ValueError,
        "x must have shape (..., features), but it is a single number. Put "
        "it in a list: [x].",
    ),
    "no features": (
        lambda: LayerNorm(4).forward(np.ones((3, 0))),
        ValueError,
        "x must have at least one feature in its last axis, but its shape "
        "is (3, 0).",
    ),
    "gamma of another d_model": (
        lambda: LayerNorm(5).forward(X),
        ValueError,
        "gamma must broadcast to x of shape (3, 4), but its shape is (5,). "
        "For one gamma a feature, make the layer with 4.",
    ),
    "gamma of another number of tokens": (
        lambda: LayerNorm((2, 1)).forward(X),
        ValueError,
        "gamma must broadcast to x of shape (3, 4), but its shape is (2, 1). "
        "For one gamma a feature, make the layer with 4.",
    ),
    "gamma with more axes than x": (
        lambda: LayerNorm((1, 4)).forward(X[0]),
        ValueError,
        "gamma must broadcast to x of shape (4,), but its shape is (1, 4). "
        "For one gamma a feature, make the layer with 4.",
    ),
    "gamma that would enlarge x": (
        lambda: LayerNorm(4).forward(X[:, :1]),
        ValueError,
        "gamma must broadcast to x of shape (3, 1), but its shape is (4,). "
        "For one gamma a feature, make the layer with 1.",
    ),
    "beta that does not fit": (
        lambda: replaced(LayerNorm(4), beta=np.ones(3)).forward(X),
        ValueError,
        "beta must broadcast to x of shape (3, 4), but its shape is (3,). "
        "For one beta a feature, make the layer with 4.",
    ),
    "complex gamma": (
        lambda: with_gamma(np.ones(4) * 1j).forward(X),
        TypeError,
        "gamma " + MADE.format("complex128") + CONVERT.format("gamma"),
    ),
    "negative eps": (
        lambda: LayerNorm(4, eps=-1e-5),
        ValueError,
        "eps must be finite and 0 or more, but it is -1e-05.",
    ),
    "NaN eps": (
        lambda: LayerNorm(4, eps=float("nan")),
        ValueError,
        "eps must be finite and 0 or more, but it is nan.",
    ),
    "infinite eps": (
        lambda: LayerNorm(4, eps=float("inf")),
        ValueError,
        "eps must be finite and 0 or more, but it is inf.",
    ),
    "eps as text": (
        lambda: LayerNorm(4, eps="small"),
        TypeError,
        "eps must be a number, but it is 'small', a str.",
    ),
    "eps as bool": (
        lambda: LayerNorm(4, eps=True),
        TypeError,
        "eps must be a number, but it is True, a bool.",
    ),
    "eps made negative later": (
        lambda: with_eps(-1.0).forward(X),
        ValueError,
        "eps must be finite and 0 or more, but it is -1.0.",
    ),
    "d_model of 0": (
        lambda: LayerNorm(0),
        ValueError,
        "shape must be 1 or more, but it is 0.",
    ),
    "d_model that is not whole": (
        lambda: LayerNorm(4.0),
        TypeError,
        "shape must be a whole number, but it is 4.0, a float.",
    ),
    "d_model as bool": (
        lambda: FeedForward(True, 5),
        TypeError,
        "d_model must be a whole number, but it is True, a bool.",
    ),
    "negative d_ff": (
        lambda: FeedForward(4, -5),
        ValueError,
        "d_ff must be 1 or more, but it is -5.",
    ),
    "no d_in": (
        lambda: Linear(0, 1),
        ValueError,
        "d_in must be 1 or more, but it is 0.",
    ),
    "no d_out": (
        lambda: Linear(1, 0),
        ValueError,
        "d_out must be 1 or more, but it is 0.",
    ),
    "integer dtype": (
        lambda: LayerNorm(4, dtype=int),
        TypeError,
        "dtype must be float32 or float64, but it is int64.",
    ),
    "float16 weights": (
        lambda: FeedForward(4, 5, dtype=np.float16),
        TypeError,
        "dtype must be float32 or float64, but it is float16.",
    ),
    "wrong number of features": (
        lambda: FeedForward(5, 6).forward(X),
        ValueError,
        "x must have 5 features in its last axis, but its shape is (3, 4). "
        "Make a layer of 4 features, or give x the shape (..., 5).",
    ),
    "wrong number of features in a stack": (
        lambda: Stack(2, 5, 6).forward(X),
        ValueError,
        "x must have 5 features in its last axis, but its shape is (3, 4). "
        "Make a layer of 4 features, or give x the shape (..., 5).",
    ),
    "wrong number of features on three axes": (
        lambda: FeedForward(5, 6).forward(np.ones((2, 3, 4))),
        ValueError,
        "x must have 5 features in its last axis, but its shape is "
        "(2, 3, 4). Make a layer of 4 features, or give x the shape "
        "(..., 5).",
    ),
    "gamma that does not fit on three axes": (
        lambda: LayerNorm(5).forward(np.ones((2, 3, 4))),
        ValueError,
        "gamma must broadcast to x of shape (2, 3, 4), but its shape is "
        "(5,). For one gamma a feature, make the layer with 4.",
    ),
    "wrong number of features in a pre-norm stack": (
        lambda: Stack(2, 5, 6, order="pre").forward(X),
        ValueError,
        "x must have 5 features in its last axis, but its shape is (3, 4). "
        "Make a layer of 4 features, or give x the shape (..., 5).",
    ),
    "wrong number of features for Linear": (
        lambda: Linear(5, 2).forward(X),
        ValueError,
        "x must have 5 features in its last axis, but its shape is (3, 4). "
        "Make a layer of 4 features, or give x the shape (..., 5).",
    ),
    "given weights of another shape": (
        lambda: FeedForward(4, 5, W2=np.ones((4, 5))),
        ValueError,
        "W2 must have shape (5, 4) in this layer, but its shape is (4, 5).",
    ),
    "weights replaced by another shape": (
        lambda: with_b1(np.ones((1, 5))).forward(X),
        ValueError,
        "b1 must have shape (5,) in this layer, but its shape is (1, 5).",
    ),
    "complex weights": (
        lambda: FeedForward(4, 5, b2=np.ones(4) * 1j),
        TypeError,
        "b2 " + MADE.format("complex128") + CONVERT.format("b2"),
    ),
    "prev and orig of two shapes": (
        lambda: AddNorm(4).forward(X, X[:1]),
        ValueError,
        "prev must have the shape of orig, (1, 4), but its shape is (3, 4).",
    ),
    "complex orig": (
        lambda: AddNorm(4).forward(X, X + 0j),
        TypeError,
        "orig " + MADE.format("complex128") + CONVERT.format("orig"),
    ),
    "prev without features": (
        lambda: AddNorm(4).forward(np.ones((3, 0)), X),
        ValueError,
        "prev must have at least one feature in its last axis, but its shape "
        "is (3, 0).",
    ),
    "backward first": (
        lambda: LayerNorm(4).backward(X),
        RuntimeError,
        "backward needs a forward pass with the present parameters. Call "
        "forward first, and again after every step.",
    ),
    "backward first in a stack": (
        lambda: Stack(2, 4, 5).backward(X),
        RuntimeError,
        "backward needs a forward pass with the present parameters. Call "
        "forward first, and again after every step.",
    ),
    "backward_step first": (
        lambda: FeedForward(4, 5).backward_step(X, 0.1),
        RuntimeError,
        "backward needs a forward pass with the present parameters. Call "
        "forward first, and again after every step.",
    ),
    "backward after a step": (
        lambda: stepped(AddNorm(4)).backward(X),
        RuntimeError,
        "backward needs a forward pass with the present parameters. Call "
        "forward first, and again after every step.",
    ),
    "step first": (
        lambda: FeedForward(4, 5).step(0.1),
        RuntimeError,
        "There are no gradients yet. Call forward, then backward.",
    ),
    "gradients first": (
        lambda: Stack(1, 4, 5).gradients(),
        RuntimeError,
        "There are no gradients yet. Call forward, then backward.",
    ),
    "dy of another shape": (
        lambda: ready(LayerNorm(4)).backward(X[0]),
        ValueError,
        "dy must have the shape of y, (3, 4), but its shape is (4,).",
    ),
    "dy of another shape in FeedForward": (
        lambda: ready(FeedForward(4, 5)).backward(np.ones((3, 1))),
        ValueError,
        "dy must have the shape of y, (3, 4), but its shape is (3, 1).",
    ),
    "dy of another shape in a stack": (
        lambda: ready(Stack(1, 4, 5)).backward(np.ones((1, 4))),
        ValueError,
        "dy must have the shape of y, (3, 4), but its shape is (1, 4).",
    ),
    "complex dy": (
        lambda: ready(FeedForward(4, 5)).backward(X * 1j),
        TypeError,
        "dy " + MADE.format("complex128") + CONVERT.format("dy"),
    ),
    "orig_grad of another shape": (
        lambda: ready(AddNorm(4)).backward(X, np.zeros(4)),
        ValueError,
        "orig_grad must have the shape of orig, (3, 4), but its shape is "
        "(4,).",
    ),
    "orig_grad as a list": (
        lambda: ready(AddNorm(4)).backward(X, [[0.0] * 4] * 3),
        TypeError,
        IN_PLACE.format("orig_grad") + FLOAT_ARRAY.format("list", "orig_grad"),
    ),
    "orig_grad of integers": (
        lambda: ready(AddNorm(4)).backward(X, np.zeros((3, 4), int)),
        TypeError,
        IN_PLACE.format("orig_grad")
        + FLOAT_ARRAY.format("int64", "orig_grad"),
    ),
    "read-only orig_grad": (
        lambda: ready(AddNorm(4)).backward(X, read_only((3, 4))),
        ValueError,
        "orig_grad is changed in place, but it is read-only. Give "
        "orig_grad.copy().",
    ),
    "orig_grad before forward": (
        lambda: AddNorm(4).backward(X, np.zeros((3, 4))),
        RuntimeError,
        "backward needs a forward pass with the present parameters. Call "
        "forward first, and again after every step.",
    ),
    "negative learning rate": (
        lambda: ready(FeedForward(4, 5)).step(-0.1),
        ValueError,
        "lr must be finite and 0 or more, but it is -0.1.",
    ),
    "NaN learning rate": (
        lambda: ready(LayerNorm(4)).step(np.nan),
        ValueError,
        "lr must be finite and 0 or more, but it is nan.",
    ),
    "learning rate of None": (
        lambda: ready(Stack(1, 4, 5)).step(None),
        TypeError,
        "lr must be a number, but it is None, a NoneType.",
    ),
    "learning rate as an array": (
        lambda: ready(LayerNorm(4)).step(np.array([0.1])),
        TypeError,
        "lr must be a number, but it is array([0.1]), a ndarray.",
    ),
    "complex learning rate": (
        lambda: ready(LayerNorm(4)).step(1j),
        TypeError,
        "lr must be a number, but it is 1j, a complex.",
    ),
    "step with a list for gamma": (
        lambda: ready(with_gamma([1.0] * 4)).step(0.1),
        TypeError,
        IN_PLACE.format("gamma") + FLOAT_ARRAY.format("list", "gamma"),
    ),
    "step with integers for gamma": (
        lambda: ready(with_gamma(np.arange(4))).step(0.1),
        TypeError,
        IN_PLACE.format("gamma") + FLOAT_ARRAY.format("int64", "gamma"),
    ),
    "step with a read-only beta": (
        lambda: replaced(ready(LayerNorm(4)), beta=read_only(4)).step(0.1),
        ValueError,
        "beta is changed in place, but it is read-only. Give beta.copy().",
    ),
    "step with a gamma that was replaced": (
        lambda: replaced(ready(LayerNorm(4)), gamma=np.ones(5)).step(0.1),
        ValueError,
        "gradient of gamma must have the shape of gamma, (5,), but its shape "
        "is (4,).",
    ),
    "unknown order": (
        lambda: Stack(1, 4, 5, order="middle"),
        ValueError,
        "order must be one of 'post', 'pre', but it is 'middle'.",
    ),
    "depth of 0": (
        lambda: Stack(0, 4, 5),
        ValueError,
        "depth must be 1 or more, but it is 0.",
    ),
    "y and target of two shapes": (
        lambda: squared_error(X, X[0]),
        ValueError,
        "target must have the shape of y, (3, 4), but its shape is (4,).",
    ),
    "loss of nothing": (
        lambda: squared_error(X[:0], X[:0]),
        ValueError,
        "y must have at least one entry, because the loss is a mean, but its "
        "shape is (0, 4).",
    ),
    "complex y": (
        lambda: squared_error(X + 0j, X),
        TypeError,
        "y " + MADE.format("complex128") + CONVERT.format("y"),
    ),
    "cross entropy of 0": (
        lambda: cross_entropy(X, X),
        ValueError,
        "y must be positive, because the loss takes its logarithm, but 1 of "
        "12 entries are not; the first is 0.0. On raw outputs use "
        "softmax_cross_entropy.",
    ),
    "cross entropy of a negative output": (
        lambda: cross_entropy([1.0, -2.0, -3.0], [1.0, 0.0, 0.0]),
        ValueError,
        "y must be positive, because the loss takes its logarithm, but 2 of "
        "3 entries are not; the first is -2.0. On raw outputs use "
        "softmax_cross_entropy.",
    ),
    "cross entropy of NaN": (
        lambda: cross_entropy([np.nan], [1.0]),
        ValueError,
        "y must be positive, because the loss takes its logarithm, but 1 of "
        "1 entries are not; the first is nan. On raw outputs use "
        "softmax_cross_entropy.",
    ),
    "negative target": (
        lambda: cross_entropy([1.0, 1.0], [1.0, -0.5]),
        ValueError,
        "target must be 0 or more, but 1 of 2 entries are not; the first is "
        "-0.5.",
    ),
    "class that has no logit": (
        lambda: softmax_cross_entropy(X, [0, 1, 4]),
        ValueError,
        "target must hold classes from 0 to 3, but they run from 0 to 4.",
    ),
    "negative class": (
        lambda: softmax_cross_entropy(X, [0, -1, 2]),
        ValueError,
        "target must hold classes from 0 to 3, but they run from -1 to 2.",
    ),
    "classes as floats": (
        lambda: softmax_cross_entropy(X, [0.0, 1.0, 2.0]),
        ValueError,
        "target must hold classes, integers of shape (3,), or probabilities "
        "of shape (3, 4), but it is float64 of shape (3,).",
    ),
    "target rows that do not sum to 1": (
        lambda: softmax_cross_entropy(X, [[1, 0, 0, 0]] * 2 + [[1] * 4]),
        ValueError,
        "target must sum to 1 in every row, but 1 of 3 rows do not; the "
        "first sums to 4.0.",
    ),
    "a target row that sums to a little more than 1": (
        lambda: softmax_cross_entropy(X[0], [0.5, 0.5, 0, 0.001]),
        ValueError,
        "target must sum to 1 in every row, but 1 of 1 rows do not; the "
        "first sums to 1.001.",
    ),
    "classes for some axes only": (
        lambda: softmax_cross_entropy(np.ones((2, 3, 4)), [0, 1]),
        ValueError,
        "target must hold classes, integers of shape (2, 3), or "
        "probabilities of shape (2, 3, 4), but it is int64 of shape (2,).",
    ),
    "negative probability": (
        lambda: softmax_cross_entropy(X[0], [2, -1, 0, 0]),
        ValueError,
        "target must be 0 or more, but 1 of 4 entries are not; the first is "
        "-1.0.",
    ),
    "logits without classes": (
        lambda: softmax(np.ones((3, 0))),
        ValueError,
        "logits must have at least one feature in its last axis, but its "
        "shape is (3, 0).",
    ),
    "a single logit": (
        lambda: softmax_cross_entropy(1.0, 0),
        ValueError,
        "logits must have shape (..., features), but it is a single number. "
        "Put it in a list: [logits].",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(name):
    run, error, message = BAD[name]
    with pytest.raises(error) as caught:
        run()
    assert type(caught.value) is error
    assert str(caught.value) == message


def state(layer):
    """Return everything that a layer holds, copied."""
    kept = {}
    for name, value in vars(layer).items():
        if isinstance(value, dict | list):
            continue
        kept[name] = state(value) if hasattr(value, "step") else value
        if isinstance(value, np.ndarray):
            kept[name] = value.copy()
    for name, part in getattr(layer, "layers", {}).items():
        kept[name] = state(part)
    return kept


def assert_same(before, after):
    assert before.keys() == after.keys()
    for name, value in before.items():
        if isinstance(value, dict):
            assert_same(value, after[name])
        else:
            assert np.array_equal(value, after[name])


BREAKING = {
    "forward of complex": lambda layer: layer.forward(X * 1j),
    "forward of a wrong shape": lambda layer: layer.forward(np.ones((3, 7))),
    "backward of a wrong shape": lambda layer: layer.backward(X[0]),
    "negative lr": lambda layer: layer.step(-1.0),
    "fused, negative lr": lambda layer: layer.backward_step(X, -1.0),
    "fused, NaN lr": lambda layer: layer.backward_step(X, np.nan),
    "fused, wrong shape": lambda layer: layer.backward_step(X[0], 0.1),
}


@pytest.mark.parametrize("how", BREAKING)
@pytest.mark.parametrize(
    "make",
    [
        lambda: LayerNorm(4),
        lambda: FeedForward(4, 5),
        lambda: Linear(4, 4),
        lambda: Stack(2, 4, 5),
        lambda: Stack(2, 4, 5, order="pre"),
    ],
)
def test_an_error_changes_nothing(make, how):
    layer = ready(make())
    before = state(layer)
    with pytest.raises((TypeError, ValueError)):
        BREAKING[how](layer)
    assert_same(before, state(layer))


@pytest.mark.parametrize("fused", [False, True])
@pytest.mark.parametrize(
    "make",
    [
        lambda: LayerNorm(4),
        lambda: AddNorm(4),
        lambda: FeedForward(4, 5),
        lambda: Stack(2, 4, 5),
        lambda: Stack(2, 4, 5, order="pre"),
        lambda: Stack(2, 4, 5, norm=False),
    ],
)
def test_one_read_only_parameter_keeps_all_from_moving(make, fused):
    layer = ready(make())
    for i in (0, -1):
        p = list(layer.parameters().values())[i]
        p.flags.writeable = False
        before = state(layer)
        with pytest.raises(ValueError, match="read-only"):
            layer.backward_step(X, 0.1) if fused else layer.step(0.1)
        assert_same(before, state(layer))
        p.flags.writeable = True


def test_a_failing_fused_step_adds_nothing_to_orig_grad():
    layer, orig_grad = ready(AddNorm(4)), np.zeros((3, 4))
    layer.beta.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        layer.backward_step(X, 0.1, orig_grad)
    with pytest.raises(ValueError, match="lr must"):
        layer.backward_step(X, -1, orig_grad)
    assert not orig_grad.any()
