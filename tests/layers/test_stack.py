"""The stack: which function it is, in each of its variants."""

import numpy as np
import pytest

from course_lib.evidence import textbook
from course_lib.layers import (
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    Linear,
    RMSNorm,
    Stack,
)
from course_lib.layers.layer import Composite

VARIANTS = [
    (order, shortcut, norm, final_norm, feed_forward)
    for order in ("post", "pre")
    for shortcut in (True, False)
    for norm in (LayerNorm, RMSNorm, False)
    for final_norm in (None, True, False)
    for feed_forward in (FeedForward, GatedFeedForward)
]
X, DY = np.random.default_rng(3).standard_normal((2, 5, 4))


def made(
    order, shortcut, norm, final_norm=None, feed_forward=FeedForward, depth=3
):
    """Return a stack with random parameters."""
    options = {"order": order, "shortcut": shortcut, "norm": norm}
    options |= {"final_norm": final_norm, "feed_forward": feed_forward}
    stack = Stack(depth, 4, 6, rng=1, eps=0.1, **options)
    rng = np.random.default_rng(2)
    for p in stack.parameters().values():
        p[...] = rng.standard_normal(p.shape) / 2
    return stack


def by_formula(stack, x, order, shortcut, norm, final_norm, feed_forward):
    """Write the blocks' formulas down, with parameters by name.

    Return x, the output of every block, and y.
    """

    def parameters(part):
        named = stack.parameters().items()
        return [p for name, p in named if name.startswith(f"{part}.")]

    def normalized(z, part):
        rms = norm is RMSNorm
        plain = textbook.rms_norm if rms else textbook.layer_norm
        return plain(z, *parameters(part), eps=0.1)

    def sublayer(z, i):
        gated = feed_forward is GatedFeedForward
        plain = textbook.gated_feed_forward if gated else textbook.feed_forward
        return plain(z, *parameters(f"blocks.{i}.feed_forward"))

    outputs = [x]
    for i in range(len(stack.blocks)):
        before = norm and order == "pre"
        z = sublayer(normalized(x, f"blocks.{i}.norm") if before else x, i)
        z = x + z if shortcut else z
        after = norm and order == "post"
        x = normalized(z, f"blocks.{i}.norm") if after else z
        outputs.append(x)
    if final_norm or (final_norm is None and norm and order == "pre"):
        x = normalized(x, "final_norm")
    return [*outputs, x]


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_is_the_function_that_it_says(variant):
    x = np.random.default_rng(3).standard_normal((2, 5, 4))
    stack = made(*variant)
    y = stack.forward(x)
    *expected, last = by_formula(stack, x, *variant)
    assert len(stack.activations) == len(expected) == 4
    for ours, formula in zip([*stack.activations, y], [*expected, last]):
        assert np.allclose(ours, formula, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("variant", VARIANTS)
def test_gradients_by_differences(variant):
    rng, x = np.random.default_rng(4), X.copy()
    stack = made(*variant, depth=2)
    stack.forward(x)
    gradients = {"x": stack.backward(DY), **stack.gradients()}
    arrays = {"x": x, **stack.parameters()}
    assert arrays.keys() == gradients.keys()
    for name, array in arrays.items():
        direction = rng.standard_normal(array.shape)
        slope, start, h = (gradients[name] * direction).sum(), array.copy(), []
        for move in (1e-6, -1e-6):
            array[...] = start + move * direction
            h.append((stack.forward(x) * DY).sum())
        array[...] = start
        assert abs((h[0] - h[1]) / 2e-6 - slope) < 1e-7 * (1 + abs(slope))


def test_activation_gradients_are_those_of_every_block():
    stack = made("pre", True, LayerNorm)
    stack.forward(X)
    dx = stack.backward(DY)
    gradients = stack.activation_gradients
    assert len(gradients) == 4
    assert np.array_equal(gradients[0], dx)
    assert np.array_equal(gradients[3], stack.final_norm.backward(DY))
    for i, block in enumerate(stack.blocks):
        assert np.array_equal(block.backward(gradients[i + 1]), gradients[i])


def test_names_of_parameters():
    names = ["feed_forward.W1", "feed_forward.b1", "feed_forward.W2"]
    names += ["feed_forward.b2", "norm.gamma", "norm.beta"]
    expected = [f"blocks.{i}.{name}" for i in range(2) for name in names]
    stack = Stack(2, 4, 6)
    assert list(stack.parameters()) == expected
    stack.backward(stack.forward(np.ones((1, 4))))
    assert list(stack.gradients()) == expected
    bare = Stack(1, 4, 6, norm=False)
    assert list(bare.parameters()) == expected[:4]
    final = ["final_norm.gamma", "final_norm.beta"]
    pre = Stack(2, 4, 6, order="pre")
    assert list(pre.parameters()) == [*expected, *final]
    ended = Stack(1, 4, 6, norm=False, final_norm=True)
    assert list(ended.parameters()) == [*expected[:4], *final]


def test_options_reach_every_block_and_weights_differ():
    stack = Stack(2, 4, 6, order="pre", eps=0.5, dtype=np.float32, rng=9)
    assert stack.final_norm.eps == 0.5
    for block in stack.blocks:
        assert block.norm.eps == 0.5
        assert block.feed_forward.W1.shape == (4, 6)
    for p in stack.parameters().values():
        assert p.dtype == np.float32
    assert Stack(1, 4, 6).blocks[0].norm.eps == LayerNorm(4).eps == 1e-5
    first, second = (block.feed_forward.W1 for block in stack.blocks)
    assert not np.array_equal(first, second)
    again = Stack(2, 4, 6, dtype=np.float32, rng=9)
    assert np.array_equal(second, again.blocks[1].feed_forward.W1)


def test_a_shortcut_carries_the_gradient_where_the_sublayer_gives_none():
    stack = Stack(8, 4, 6, norm=False)
    for p in stack.parameters().values():
        p[...] = 0
    assert np.array_equal(stack.forward(X), X)
    assert np.array_equal(stack.backward(DY), DY)


class Chain(Composite):
    """Two layers, one after the other."""

    def __init__(self):
        self.layers = {"first": Linear(4, 3, rng=1), "second": Linear(3, 2)}

    def forward(self, x):
        first, second = self.layers.values()
        return second.forward(first.forward(x))


def test_a_composite_goes_back_through_its_parts_last_to_first():
    chain, dy = Chain(), DY[:, :2]
    with pytest.raises(RuntimeError, match="Call forward first"):
        chain.backward(dy)
    chain.forward(X)
    W1, W2 = (chain.layers[part].W.copy() for part in ("first", "second"))
    assert np.allclose(chain.backward(dy), dy @ W2.T @ W1.T, rtol=1e-14)
    assert np.allclose(chain.gradients()["first.b"], (dy @ W2.T).sum(0))
    assert np.allclose(chain.backward_step(dy, 0.1), dy @ W2.T @ W1.T)
    assert np.allclose(chain.layers["second"].b, -0.1 * dy.sum(0))
    with pytest.raises(ValueError, match="lr must"):
        chain.backward_step(dy, -1)
