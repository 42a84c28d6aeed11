"""Backward, step and training: the order of things, and what they lead to."""

import numpy as np
import pytest

from course_lib.layers import (
    AddNorm,
    FeedForward,
    LayerNorm,
    Linear,
    Stack,
    softmax_cross_entropy,
    squared_error,
)
from course_lib.layers.stack import Block

LAYERS = {
    "layer_norm": lambda: LayerNorm(4),
    "layer_norm per token": lambda: LayerNorm((5, 1)),
    "feed_forward": lambda: FeedForward(4, 7),
    "linear": lambda: Linear(4, 4),
    "stack": lambda: Stack(3, 4, 7),
    "stack pre": lambda: Stack(2, 4, 7, order="pre"),
    "stack without norm": lambda: Stack(2, 4, 7, norm=False),
}
every_layer = pytest.mark.parametrize("make", LAYERS.values(), ids=LAYERS)


def data(seed=0, shape=(5, 4)):
    """Return x and dy."""
    return np.random.default_rng(seed).standard_normal((2, *shape))


def copies(arrays):
    return {name: array.copy() for name, array in arrays.items()}


@every_layer
def test_step_is_exactly_p_minus_lr_dp_in_place(make):
    layer = make()
    x, dy = data()
    layer.forward(x)
    layer.backward(dy)
    arrays, before = layer.parameters(), copies(layer.parameters())
    gradients = copies(layer.gradients())
    layer.step(0.3)
    assert any(dp.any() for dp in gradients.values())
    for name, p in layer.parameters().items():
        assert p is arrays[name]
        assert np.array_equal(p, before[name] - 0.3 * gradients[name])
        assert np.array_equal(layer.gradients()[name], gradients[name])
    with pytest.raises(RuntimeError, match="Call forward first"):
        layer.backward(dy)


@every_layer
def test_a_step_of_0_moves_nothing(make):
    layer = make()
    x, dy = data()
    layer.forward(x)
    layer.backward(dy)
    before = copies(layer.parameters())
    layer.step(0)
    for name, p in layer.parameters().items():
        assert np.array_equal(p, before[name])


@every_layer
def test_the_fused_step_does_what_backward_and_step_do(make):
    apart, fused = make(), make()
    x, dy = data()
    for _ in range(3):
        apart.forward(x)
        dx = apart.backward(dy)
        apart.step(0.01)
        fused.forward(x)
        assert np.allclose(
            fused.backward_step(dy, 0.01), dx, rtol=1e-12, atol=1e-12
        )
        for name, p in fused.parameters().items():
            expected = apart.parameters()[name]
            assert np.allclose(p, expected, rtol=1e-12, atol=1e-12)
    with pytest.raises(RuntimeError, match="Call forward first"):
        fused.backward(dy)


@pytest.mark.parametrize("make", [LAYERS["layer_norm"], LAYERS["linear"]])
def test_whether_it_can_go_back_is_true_or_false(make):
    layer = make()
    x, dy = data()
    assert layer.can_go_back is False
    layer.forward(x)
    assert layer.can_go_back is True
    layer.backward_step(dy, 0.1)
    assert layer.can_go_back is False


def test_feed_forward_shows_its_hidden_layer_token_by_token():
    layer = FeedForward(4, 7)
    x, dy = data(shape=(2, 5, 4))
    layer.forward(x)
    assert layer.pre_activation.shape == layer.hidden.shape == (2, 5, 7)
    assert np.array_equal(layer.hidden, np.maximum(layer.pre_activation, 0))
    token = FeedForward(4, 7)
    token.forward(x[1, 3])
    assert token.hidden.shape == (7,)
    assert np.allclose(token.hidden, layer.hidden[1, 3], rtol=1e-13)
    assert layer.can_go_back is True
    layer.backward_step(dy, 0.1)
    assert layer.can_go_back is False


def test_the_fused_step_of_feed_forward_keeps_no_gradients():
    layer = FeedForward(4, 7)
    x, dy = data()
    layer.forward(x)
    layer.backward(dy)
    layer.backward_step(dy, 0.1)
    with pytest.raises(RuntimeError, match="no gradients"):
        layer.step(0.1)
    assert layer.dW1 is layer.db1 is layer.dW2 is layer.db2 is None


@every_layer
def test_a_second_backward_overwrites_and_does_not_add(make):
    layer = make()
    x, dy = data()
    layer.forward(x)
    dx = layer.backward(dy)
    once = copies(layer.gradients())
    assert np.array_equal(layer.backward(dy), dx)
    for name, dp in layer.gradients().items():
        assert np.array_equal(dp, once[name])


@every_layer
def test_backward_belongs_to_the_last_forward(make):
    x, dy = data()
    other, _ = data(seed=1)
    layer, fresh = make(), make()
    layer.forward(x)
    layer.backward(dy)
    layer.forward(other)
    fresh.forward(other)
    assert np.array_equal(layer.backward(dy), fresh.backward(dy))
    for name, dp in layer.gradients().items():
        assert np.array_equal(dp, fresh.gradients()[name])


@every_layer
def test_what_happens_to_x_and_y_after_forward_does_not_matter(make):
    x, dy = data()
    layer, fresh = make(), make()
    y = layer.forward(x)
    fresh.forward(x.copy())
    x[...], y[...] = 7, -7
    assert np.array_equal(layer.backward(dy), fresh.backward(dy))
    for name, dp in layer.gradients().items():
        assert np.array_equal(dp, fresh.gradients()[name])


@every_layer
def test_gradients_share_no_memory_with_dy(make):
    layer = make()
    x, dy = data()
    layer.forward(x)
    dx = layer.backward(dy)
    for dp in layer.gradients().values():
        assert not np.shares_memory(dp, dy)
        assert not np.shares_memory(dp, dx)


def test_one_token_gives_gradients_of_its_own_memory():
    layer = LayerNorm(4)
    layer.forward([1.0, 2, 4, 8])
    dy = np.ones(4)
    layer.backward(dy)
    dy[...] = 5
    assert layer.dbeta.tolist() == [1, 1, 1, 1]


def test_the_fused_step_uses_the_gamma_of_the_forward_pass():
    """First dz, then gamma: the other order gives another dz."""
    layer, other = AddNorm(4), AddNorm(4)
    x, dy = data()
    layer.forward(x, x)
    other.forward(x, x)
    right = other.backward(dy)
    orig_grad = np.ones(x.shape)
    dz = layer.backward_step(dy, 0.1, orig_grad)
    assert np.array_equal(dz, right)
    assert np.array_equal(orig_grad, 1 + right)
    assert np.array_equal(layer.gamma, 1 - 0.1 * other.dgamma)
    other.gamma[...] = layer.gamma
    assert not np.allclose(other.backward(dy), right, rtol=0.01)


def test_the_layer_keeps_copies_of_given_weights():
    W1 = np.ones((4, 5))
    layer = FeedForward(4, 5, W1=W1, b1=[0] * 5)
    assert layer.W1.dtype == layer.b1.dtype == np.float64
    layer.W1 += 1
    assert (W1 == 1).all()


def test_made_weights_follow_the_seed_and_the_documented_spread():
    layer = FeedForward(300, 500, rng=7)
    assert np.array_equal(layer.W1, FeedForward(300, 500, rng=7).W1)
    rng = np.random.default_rng(7)
    again = FeedForward(300, 500, rng=rng)
    assert np.array_equal(layer.W2, again.W2)
    assert not np.array_equal(again.W1, FeedForward(300, 500, rng=rng).W1)
    assert not np.array_equal(layer.W1, FeedForward(300, 500).W1)
    for W, variance in ((layer.W1, 2 / 300), (layer.W2, 1 / 500)):
        assert abs(W.mean()) < 4 * np.sqrt(variance / W.size)
        assert abs(W.var() / variance - 1) < 0.02
    assert not layer.b1.any()
    assert not layer.b2.any()
    linear = Linear(400, 300, rng=7)
    assert abs(linear.W.var() * 400 - 1) < 0.02
    assert np.array_equal(linear.W, Linear(400, 300, rng=7).W)
    assert not np.array_equal(linear.W, Linear(400, 300).W)
    assert not linear.b.any()


def test_the_seed_is_0_by_default():
    assert np.array_equal(Linear(3, 2).W, Linear(3, 2, rng=0).W)
    for one, two in (
        (FeedForward(3, 2), FeedForward(3, 2, rng=0)),
        (Stack(1, 3, 2), Stack(1, 3, 2, rng=0)),
        (Block(3, 2), Block(3, 2, rng=0)),
    ):
        for name, p in one.parameters().items():
            assert np.array_equal(p, two.parameters()[name])


def overfit(stack, steps, lr):
    """Learn eight rows by heart; return the losses."""
    rng = np.random.default_rng(3)
    x, target = rng.standard_normal((2, 8, 6))
    losses = []
    for _ in range(steps):
        loss, dy = squared_error(stack.forward(x), target)
        losses.append(loss)
        stack.backward_step(dy, lr)
    return losses


@pytest.mark.parametrize("order", ["pre", "post"])
def test_eight_rows_are_learnt_by_heart(order):
    head = Linear(32, 6, rng=1)
    stack = Stack(2, 32, 64, order=order, rng=2)
    rng = np.random.default_rng(3)
    x, target = rng.standard_normal((8, 32)), rng.standard_normal((8, 6))
    for _ in range(300):
        loss, dy = squared_error(head.forward(stack.forward(x)), target)
        stack.backward_step(head.backward_step(dy, 0.03), 0.03)
    assert loss < 1e-6


def test_feed_forward_alone_learns_eight_rows_by_heart():
    assert overfit(FeedForward(6, 64), 3000, 0.3)[-1] < 1e-6


def test_classes_are_learnt_by_heart():
    rng = np.random.default_rng(4)
    x, classes = rng.standard_normal((8, 6)), rng.integers(0, 6, 8)
    stack = Stack(2, 6, 32)
    for _ in range(2000):
        loss, dy = softmax_cross_entropy(3 * stack.forward(x), classes)
        stack.backward_step(3 * dy, 0.5)
    assert loss < 1e-3
    assert np.array_equal(stack.forward(x).argmax(axis=-1), classes)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_two_runs_are_bit_identical(dtype):
    runs = []
    for _ in range(2):
        stack = Stack(2, 6, 16, rng=5, dtype=dtype)
        runs.append((overfit(stack, 50, 0.1), stack.parameters()))
    assert runs[0][0] == runs[1][0]
    assert runs[0][0][-1] < runs[0][0][0]
    for name, p in runs[0][1].items():
        assert np.array_equal(p, runs[1][1][name])
