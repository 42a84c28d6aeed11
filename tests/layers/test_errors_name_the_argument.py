"""Whatever argument is bad, the message begins with its name."""

import numpy as np
import pytest
from test_errors import X, ready, replaced

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

COMPLEX = X * 1j
SHORT = X[:, :2]
TARGET = np.full((3, 4), 0.25)


def after_forward(layer, **arrays):
    """Return a layer whose parameters were replaced after forward."""
    layer.forward(X)
    return replaced(layer, **arrays)


def block(**options):
    """Return the only block of a stack, after forward and backward."""
    return ready(Stack(1, 4, 5, **options)).blocks[0]


COMPLEX_ARGUMENTS = [
    ("x", lambda: LayerNorm(4).forward(COMPLEX)),
    ("gamma", lambda: replaced(LayerNorm(4), gamma=1j).forward(X)),
    ("beta", lambda: replaced(LayerNorm(4), beta=1j).forward(X)),
    ("dy", lambda: ready(LayerNorm(4)).backward(COMPLEX)),
    ("gamma", lambda: after_forward(LayerNorm(4), gamma=1j).backward(X)),
    ("prev", lambda: AddNorm(4).forward(COMPLEX, X)),
    ("orig", lambda: AddNorm(4).forward(X, COMPLEX)),
    ("dy", lambda: ready(AddNorm(4)).backward(COMPLEX)),
    ("x", lambda: FeedForward(4, 5).forward(COMPLEX)),
    ("W1", lambda: replaced(FeedForward(4, 5), W1=1j).forward(X)),
    ("b1", lambda: replaced(FeedForward(4, 5), b1=1j).forward(X)),
    ("W2", lambda: replaced(FeedForward(4, 5), W2=1j).forward(X)),
    ("b2", lambda: replaced(FeedForward(4, 5), b2=1j).forward(X)),
    ("dy", lambda: ready(FeedForward(4, 5)).backward(COMPLEX)),
    ("x", lambda: Linear(4, 4).forward(COMPLEX)),
    ("W", lambda: replaced(Linear(4, 4), W=1j).forward(X)),
    ("b", lambda: replaced(Linear(4, 4), b=1j).forward(X)),
    ("dy", lambda: ready(Linear(4, 4)).backward(COMPLEX)),
    ("x", lambda: Stack(1, 4, 5).forward(COMPLEX)),
    ("dy", lambda: ready(Stack(1, 4, 5)).backward(COMPLEX)),
    ("dy", lambda: ready(Stack(1, 4, 5)).backward_step(COMPLEX, 0.1)),
    ("x", lambda: block().forward(COMPLEX)),
    ("dy", lambda: block().backward(COMPLEX)),
    ("y", lambda: squared_error(COMPLEX, X)),
    ("target", lambda: squared_error(X, COMPLEX)),
    ("y", lambda: cross_entropy(COMPLEX, X)),
    ("target", lambda: cross_entropy(X + 1, COMPLEX)),
    ("logits", lambda: softmax(COMPLEX)),
    ("logits", lambda: softmax_cross_entropy(COMPLEX, TARGET)),
    ("target", lambda: softmax_cross_entropy(X, COMPLEX)),
]


@pytest.mark.parametrize(("name", "run"), COMPLEX_ARGUMENTS)
def test_complex(name, run):
    with pytest.raises(TypeError) as caught:
        run()
    assert str(caught.value).startswith(f"{name} must hold float32")


WRONG_SHAPES = [
    ("dy", "y", lambda: ready(LayerNorm(4)).backward(SHORT)),
    ("dy", "y", lambda: ready(AddNorm(4)).backward(SHORT)),
    ("prev", "orig", lambda: AddNorm(4).forward(X, SHORT)),
    ("dy", "y", lambda: ready(FeedForward(4, 5)).backward(SHORT)),
    ("dy", "y", lambda: ready(Linear(4, 4)).backward(SHORT)),
    ("dy", "y", lambda: ready(Stack(1, 4, 5)).backward(SHORT)),
    ("dy", "y", lambda: block(order="pre").backward(SHORT)),
    ("target", "y", lambda: squared_error(X, SHORT)),
    ("target", "y", lambda: cross_entropy(X + 1, SHORT)),
]


@pytest.mark.parametrize(("name", "other", "run"), WRONG_SHAPES)
def test_wrong_shape(name, other, run):
    with pytest.raises(ValueError) as caught:
        run()
    start = f"{name} must have the shape of {other}, ("
    assert str(caught.value).startswith(start)


PARAMETERS_THAT_DO_NOT_FIT = [
    ("W1", lambda bad: replaced(FeedForward(4, 5), W1=bad).forward(X)),
    ("b1", lambda bad: replaced(FeedForward(4, 5), b1=bad).forward(X)),
    ("W2", lambda bad: replaced(FeedForward(4, 5), W2=bad).forward(X)),
    ("b2", lambda bad: replaced(FeedForward(4, 5), b2=bad).forward(X)),
    ("W1", lambda bad: after_forward(FeedForward(4, 5), W1=bad).backward(X)),
    ("W", lambda bad: replaced(Linear(4, 4), W=bad).forward(X)),
    ("b", lambda bad: replaced(Linear(4, 4), b=bad).forward(X)),
    ("W", lambda bad: after_forward(Linear(4, 4), W=bad).backward(X)),
]


@pytest.mark.parametrize(("name", "run"), PARAMETERS_THAT_DO_NOT_FIT)
def test_parameter_that_does_not_fit(name, run):
    with pytest.raises(ValueError) as caught:
        run(np.ones((7, 7)))
    assert str(caught.value).startswith(f"{name} must have shape (")


NO_ENTRIES = [
    ("y", lambda: squared_error([], [])),
    ("y", lambda: cross_entropy([], [])),
    ("logits", lambda: softmax_cross_entropy(np.ones((0, 3)), [])),
]


@pytest.mark.parametrize(("name", "run"), NO_ENTRIES)
def test_no_entries(name, run):
    with pytest.raises(ValueError) as caught:
        run()
    start = f"{name} must have at least one entry, because the loss is a mean"
    assert str(caught.value).startswith(start)


NO_FEATURES = [
    ("x", lambda bad: LayerNorm(4).forward(bad)),
    ("prev", lambda bad: AddNorm(4).forward(bad, X)),
    ("orig", lambda bad: AddNorm(4).forward(X, bad)),
    ("x", lambda bad: FeedForward(4, 5).forward(bad)),
    ("x", lambda bad: Linear(4, 5).forward(bad)),
    ("x", lambda bad: Stack(1, 4, 5).forward(bad)),
    ("logits", lambda bad: softmax(bad)),
]


@pytest.mark.parametrize(("name", "run"), NO_FEATURES)
def test_no_features(name, run):
    with pytest.raises(ValueError) as caught:
        run(np.ones((3, 0)))
    start = f"{name} must have at least one feature in its last axis, but "
    assert str(caught.value).startswith(start)


RATES = [
    lambda lr: ready(LayerNorm(4)).step(lr),
    lambda lr: ready(LayerNorm(4)).backward_step(X, lr),
    lambda lr: ready(AddNorm(4)).backward_step(X, lr),
    lambda lr: ready(FeedForward(4, 5)).step(lr),
    lambda lr: ready(FeedForward(4, 5)).backward_step(X, lr),
    lambda lr: ready(Stack(1, 4, 5)).step(lr),
    lambda lr: ready(Stack(1, 4, 5)).backward_step(X, lr),
    lambda lr: block().step(lr),
    lambda lr: block().backward_step(X, lr),
]


@pytest.mark.parametrize("run", RATES)
def test_learning_rate(run):
    with pytest.raises(ValueError) as caught:
        run(-1)
    assert str(caught.value).startswith("lr must be finite and 0 or more")


SIZES = [
    ("shape", lambda: LayerNorm(0)),
    ("shape", lambda: AddNorm((3, 0))),
    ("d_model", lambda: FeedForward(0, 5)),
    ("d_ff", lambda: FeedForward(4, 0)),
    ("d_in", lambda: Linear(0, 5)),
    ("d_out", lambda: Linear(4, 0)),
    ("depth", lambda: Stack(0, 4, 5)),
    ("d_model", lambda: Stack(1, 0, 5)),
    ("d_ff", lambda: Stack(1, 4, 0)),
]


@pytest.mark.parametrize(("name", "run"), SIZES)
def test_size(name, run):
    with pytest.raises(ValueError) as caught:
        run()
    assert str(caught.value) == f"{name} must be 1 or more, but it is 0."
