"""Backward, step and training: the order of things, and what they lead to."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from every_layer import DY, LAYERS, X, copies, every_layer, forth, make

from course_lib import layers
from course_lib.layers import (
    AddNorm,
    AddRMSNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    Linear,
    Stack,
    squared_error,
)
from course_lib.layers.activations import silu


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


def last_part(layer):
    """Return the innermost layer that moves last."""
    parts = [*getattr(layer, "layers", {}).values()]
    return last_part(parts[-1]) if parts else layer


@pytest.mark.parametrize(
    "spoil, error, complaint",
    [
        (lambda dp: None, RuntimeError, "no gradients yet"),
        (lambda dp: np.zeros((2, *dp.shape)), ValueError, "have the shape"),
    ],
    ids=["no gradient", "another shape"],
)
@every_layer
def test_a_step_that_is_refused_moves_no_part(name, spoil, error, complaint):
    layer = forth(make(name))
    layer.backward(DY)
    before = copies(layer.parameters())
    part = last_part(layer)
    last = f"d{part.names[-1]}"
    setattr(part, last, spoil(getattr(part, last)))
    with pytest.raises(error, match=complaint):
        layer.step(0.3)
    assert_same(layer.parameters(), before, rtol=0)


@every_layer
def test_backward_step_does_what_backward_and_step_do(name):
    apart, at_once = make(name), make(name)
    for _ in range(3):
        dx = forth(apart).backward(DY)
        apart.step(0.01)
        assert np.array_equal(forth(at_once).backward_step(DY, 0.01), dx)
        assert_same(at_once.parameters(), apart.parameters(), rtol=0)
    with pytest.raises(RuntimeError, match="Call forward first"):
        at_once.backward(DY)


def test_the_hidden_layer_is_in_sight_token_by_token():
    relu, gated = forth(make("FeedForward")), forth(make("GatedFeedForward"))
    m, up = X @ gated.W_gate, X @ gated.W_up
    for ours, expected in (
        (relu.pre_activation, X @ relu.W1 + relu.b1),
        (relu.hidden, np.maximum(relu.pre_activation, 0)),
        (gated.pre_activation, m),
        (gated.gate, silu(m)),
        (gated.up, up),
        (gated.hidden, silu(m) * up),
    ):
        assert ours.shape == (2, 3, 5)
        assert np.allclose(ours, expected, rtol=1e-13)
    assert forth(relu, X[1, 2]).pre_activation.shape == (5,)


def test_relu_lets_nothing_through_at_zero_and_below():
    layer = FeedForward(1, 3, W1=[[1, -1, 0]], W2=[[1], [1], [1]])
    layer.forward([[2.0]])
    assert layer.hidden.tolist() == [[2, 0, 0]]
    layer.backward([[1.0]])
    assert layer.db1.tolist() == [1, 0, 0]


def test_shared_weights_move_by_both_gradients():
    apart, fused = (Stack(2, 4, 5, rng=3) for _ in range(2))
    for stack in (apart, fused):
        first, second = (block.feed_forward for block in stack.blocks)
        second.W1 = first.W1
        stack.forward(X)
    before = fused.blocks[0].feed_forward.W1.copy()
    apart.backward(DY)
    both = sum(block.feed_forward.dW1 for block in apart.blocks)
    apart.step(0.1)
    fused.backward_step(DY, 0.1)
    for stack in (apart, fused):
        for block in stack.blocks:
            moved = block.feed_forward.W1
            assert np.allclose(moved, before - 0.1 * both, rtol=1e-12)


def test_several_batches_make_one_step_as_the_page_says():
    """Weighted by their tokens, two means make the mean over all."""
    page = Path(layers.__file__).with_name("if_you_come_from_pytorch.md")
    code = page.read_text("utf-8").split("```python\n")[1].split("```")[0]
    x, target = X.reshape(6, 4), DY.reshape(6, 4)
    names = {"squared_error": squared_error, "tokens": 6, "lr": 0.1}
    in_one, in_two = make("FeedForward"), make("FeedForward")
    for layer, cuts in ((in_one, [0, 6]), (in_two, [0, 2, 6])):
        parts = [slice(*ends) for ends in pairwise(cuts)]
        batches = [(x[part], target[part]) for part in parts]
        exec(code, {**names, "layer": layer, "batches": batches})
    assert_same(in_two.parameters(), in_one.parameters(), rtol=1e-12)


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


@pytest.mark.parametrize("kind", [AddNorm, AddRMSNorm])
def test_both_ways_back_add_the_same_to_what_reached_orig_elsewhere(kind):
    layer, rng = kind(4), np.random.default_rng(2)
    layer.gamma[...] = rng.standard_normal(4)
    layer.forward(X, DY)
    plain, elsewhere = layer.backward(DY), rng.standard_normal(X.shape)
    for backward in (
        layer.backward,
        lambda dy, orig_grad: layer.backward_step(dy, 0.1, orig_grad),
    ):
        orig_grad = elsewhere.copy()
        assert np.array_equal(backward(DY, orig_grad), plain)
        assert np.array_equal(orig_grad, elsewhere + plain)


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
