"""Backward, step and training: the order of things, and what they lead to."""

import numpy as np
import pytest
from every_layer import (
    DY,
    LAYERS,
    SINGLE,
    X,
    copies,
    every_layer,
    forth,
    make,
)

from course_lib.layers import (
    AddNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    Linear,
    RMSNorm,
    Stack,
    softmax_cross_entropy,
    squared_error,
)


def assert_same(arrays, expected, **tolerance):
    assert arrays.keys() == expected.keys()
    for name, array in arrays.items():
        np.testing.assert_allclose(array, expected[name], **tolerance)


@every_layer
def test_step_is_exactly_p_minus_lr_dp_in_place(name):
    layer = forth(make(name))
    layer.backward(DY)
    arrays, before = layer.parameters(), copies(layer.parameters())
    gradients = copies(layer.gradients())
    assert any(dp.any() for dp in gradients.values())
    layer.step(0)
    assert_same(layer.parameters(), before, rtol=0)
    layer.step(0.3)
    for name, p in layer.parameters().items():
        assert p is arrays[name]
        assert np.array_equal(p, before[name] - 0.3 * gradients[name])
    assert_same(layer.gradients(), gradients, rtol=0)
    with pytest.raises(RuntimeError, match="Call forward first"):
        layer.backward(DY)


@every_layer
def test_the_fused_step_does_what_backward_and_step_do(name):
    apart, fused = make(name), make(name)
    for _ in range(3):
        dx = forth(apart).backward(DY)
        apart.step(0.01)
        same = {"rtol": 1e-12, "atol": 1e-12}
        assert np.allclose(forth(fused).backward_step(DY, 0.01), dx, **same)
        assert_same(fused.parameters(), apart.parameters(), **same)
    with pytest.raises(RuntimeError, match="Call forward first"):
        fused.backward(DY)


@pytest.mark.parametrize("name", SINGLE)
def test_whether_it_can_go_back_is_true_or_false(name):
    layer = make(name)
    assert layer.can_go_back is False
    assert forth(layer).can_go_back is True
    layer.backward_step(DY, 0.1)
    assert layer.can_go_back is False


def test_feed_forward_shows_its_hidden_layer_token_by_token():
    relu = forth(FeedForward(4, 7))
    assert np.array_equal(relu.hidden, np.maximum(relu.pre_activation, 0))
    for kind in (FeedForward, GatedFeedForward):
        layer, token = forth(kind(4, 7)), forth(kind(4, 7), X[1, 2])
        for name in ("pre_activation", "hidden"):
            whole, one = getattr(layer, name), getattr(token, name)
            assert (whole.shape, one.shape) == ((2, 3, 7), (7,))
            assert np.allclose(one, whole[1, 2], rtol=1e-13)


def test_the_fused_step_of_feed_forward_keeps_no_gradients():
    layer = forth(FeedForward(4, 7))
    layer.backward(DY)
    layer.backward_step(DY, 0.1)
    with pytest.raises(RuntimeError, match="no gradients"):
        layer.step(0.1)
    assert layer.dW1 is layer.db1 is layer.dW2 is layer.db2 is None


@every_layer
def test_backward_overwrites_and_belongs_to_the_last_forward(name):
    layer, fresh = forth(make(name)), forth(make(name), X[::-1])
    dx, once = layer.backward(DY), copies(layer.gradients())
    assert np.array_equal(layer.backward(DY), dx)
    assert_same(layer.gradients(), once, rtol=0)
    forth(layer, X[::-1])
    assert np.array_equal(layer.backward(DY), fresh.backward(DY))
    assert_same(layer.gradients(), fresh.gradients(), rtol=0)


@every_layer
def test_what_happens_to_x_and_y_after_forward_does_not_matter(name):
    x, layer, fresh = X.copy(), make(name), forth(make(name))
    y = layer.forward(x)
    x[...], y[...] = 7, -7
    dx = layer.backward(DY)
    assert np.array_equal(dx, fresh.backward(DY))
    assert_same(layer.gradients(), fresh.gradients(), rtol=0)
    for dp in layer.gradients().values():
        assert not np.shares_memory(dp, DY)
        assert not np.shares_memory(dp, dx)


def test_one_token_gives_gradients_of_its_own_memory():
    layer, dy = forth(LayerNorm(4), [1.0, 2, 4, 8]), np.ones(4)
    layer.backward(dy)
    dy[...] = 5
    assert layer.dbeta.tolist() == [1, 1, 1, 1]


def test_the_fused_step_uses_the_gamma_of_the_forward_pass():
    """First dz, then gamma: the other order gives another dz."""
    layer, other = AddNorm(4), AddNorm(4)
    layer.forward(X, X)
    other.forward(X, X)
    right, orig_grad = other.backward(DY), np.ones(X.shape)
    dz = layer.backward_step(DY, 0.1, orig_grad)
    assert np.array_equal(dz, right)
    assert np.array_equal(orig_grad, 1 + right)
    assert np.array_equal(layer.gamma, 1 - 0.1 * other.dgamma)
    other.gamma[...] = layer.gamma
    assert not np.allclose(other.backward(DY), right, rtol=0.01)


# --- Weights -----------------------------------------------------------------


def test_the_layer_keeps_copies_of_given_weights():
    W1 = np.ones((4, 5))
    layer = FeedForward(4, 5, W1=W1, b1=[0] * 5)
    assert layer.W1.dtype == layer.b1.dtype == np.float64
    layer.W1 += 1
    assert (W1 == 1).all()


def test_made_weights_have_the_documented_spread():
    layer, linear = FeedForward(300, 500, rng=7), Linear(400, 300, rng=7)
    gated = GatedFeedForward(300, 500, rng=7)
    for W, variance in (
        (layer.W1, 2 / 300),
        (layer.W2, 1 / 500),
        (linear.W, 1 / 400),
        (gated.W_gate, 1 / 300),
        (gated.W_up, 1 / 300 / 0.35577552),
        (gated.W_down, 1 / 500),
    ):
        assert abs(W.mean()) < 4 * np.sqrt(variance / W.size)
        assert abs(W.var() / variance - 1) < 0.02
    assert not any(b.any() for b in (layer.b1, layer.b2, linear.b))


@pytest.mark.parametrize("kind", [FeedForward, GatedFeedForward])
def test_fresh_weights_keep_the_mean_square_of_normalized_rows(kind):
    x = RMSNorm(400).forward(np.random.default_rng(1).normal(1, 2, (50, 400)))
    assert abs((kind(400, 1000).forward(x) ** 2).mean() - 1) < 0.05


@pytest.mark.parametrize(
    "name", ["FeedForward", "GatedFeedForward", "Linear", "post-norm"]
)
def test_weights_follow_the_seed_which_is_0_by_default(name):
    def first(**rng):
        return next(iter(LAYERS[name](**rng).parameters().values()))

    rng = np.random.default_rng(7)
    assert np.array_equal(first(), first(rng=0))
    assert np.array_equal(first(rng=7), first(rng=rng))
    assert not np.array_equal(first(rng=7), first(rng=rng))
    assert not np.array_equal(first(rng=7), first())


# --- Training ----------------------------------------------------------------


def train(net, x, target, steps, lr, loss=squared_error, factor=1):
    """Return the losses on the way."""
    losses = []
    for _ in range(steps):
        value, dy = loss(factor * net.forward(x), target)
        losses.append(value)
        net.backward_step(factor * dy, lr)
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
    x, target = np.random.default_rng(3).standard_normal((2, 8, 6))
    assert train(FeedForward(6, 64), x, target, 3000, 0.3)[-1] < 1e-6


def test_classes_are_learnt_by_heart():
    rng = np.random.default_rng(4)
    x, classes = rng.standard_normal((8, 6)), rng.integers(0, 6, 8)
    stack = Stack(2, 6, 32)
    losses = train(stack, x, classes, 2000, 0.5, softmax_cross_entropy, 3)
    assert losses[-1] < 1e-3
    assert np.array_equal(stack.forward(x).argmax(axis=-1), classes)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_two_runs_are_bit_identical(dtype):
    x, target = np.random.default_rng(3).standard_normal((2, 8, 6))
    one, two = (Stack(2, 6, 16, rng=5, dtype=dtype) for _ in range(2))
    losses = train(one, x, target, 50, 0.1)
    assert losses == train(two, x, target, 50, 0.1)
    assert losses[-1] < losses[0]
    assert_same(one.parameters(), two.parameters(), rtol=0)
