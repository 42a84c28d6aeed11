"""The stack: what it keeps, its names and options.

test_fifty_digits.py: which function it is, in each of its variants.
"""

import numpy as np

from course_lib.layers import LayerNorm, Stack


def test_what_came_in_and_back_is_kept_for_every_block():
    x, dy = np.random.default_rng(3).standard_normal((2, 5, 4))
    stack = Stack(3, 4, 6, order="pre")
    y, dx = stack.forward(x), stack.backward(dy)
    kept, gradients = stack.activations, stack.activation_gradients
    assert len(kept) == len(gradients) == 4
    assert np.array_equal(kept[0], x)
    assert np.array_equal(gradients[0], dx)
    assert np.array_equal(stack.final_norm.forward(kept[3]), y)
    assert np.array_equal(stack.final_norm.backward(dy), gradients[3])
    for i, block in enumerate(stack.blocks):
        assert np.array_equal(block.forward(kept[i]), kept[i + 1])
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
