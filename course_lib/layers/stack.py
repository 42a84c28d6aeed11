"""A stack of blocks, each a FeedForward with its shortcut and LayerNorm."""

import numpy as np

from course_lib.layers import checks
from course_lib.layers.feed_forward import FeedForward
from course_lib.layers.layer import Composite
from course_lib.layers.layer_norm import LayerNorm


class Block(Composite):
    """One FeedForward f with its shortcut and its LayerNorm.

    Post-norm is y = LayerNorm(x + f(x)), pre-norm is y = x + f(LayerNorm(x)).
    Without the shortcut "x +" is left out, without norm LayerNorm is.
    """

    def __init__(
        self,
        d_model,
        d_ff,
        *,
        order="post",
        shortcut=True,
        norm=True,
        rng=0,
        eps=1e-5,
        dtype=np.float64,
    ):
        order = checks.one_of("order", order, ("post", "pre"))
        self.shortcut = shortcut
        self.feed_forward = FeedForward(d_model, d_ff, rng=rng, dtype=dtype)
        self.norm = LayerNorm(d_model, eps=eps, dtype=dtype) if norm else None
        self.norm_before = self.norm if order == "pre" else None
        self.norm_after = self.norm if order == "post" else None
        self.layers = {"feed_forward": self.feed_forward}
        if norm:
            self.layers["norm"] = self.norm

    def forward(self, x):
        """Take x, shape (..., d_model); return y of the same shape."""
        x = y = checks.features("x", x, self.feed_forward.d_model)
        if self.norm_before:
            y = self.norm_before.forward(y)
        y = self.feed_forward.forward(y)
        if self.shortcut:
            y += x
        if self.norm_after:
            y = self.norm_after.forward(y)
        return y

    def go_back(self, dy, backward):
        """Call backward(part, dy) on the parts; add what the shortcut hands.

        The norm stands before or behind, so the order is this block's own.
        """
        self.check_can_go_back()
        if self.norm_after:
            dy = backward(self.norm_after, dy)
        dx = backward(self.feed_forward, dy)
        if self.norm_before:
            dx = backward(self.norm_before, dx)
        if self.shortcut:
            dx += dy  # the shortcut hands dy on unchanged
        return dx


class Stack(Composite):
    """`depth` blocks, one after the other.

    Parameters
    ----------
    depth, d_model, d_ff : int
        Blocks, features of x and y, features of every hidden layer.
    rng : numpy.random.Generator or int
        Makes the weights; an int is its seed.
    order : {"post", "pre"}
        Where LayerNorm stands: after the addition, or before the sublayer.
    shortcut, norm : bool
        Leave one out to see what it is good for.
    eps, dtype
        As in LayerNorm and FeedForward.

    Attributes
    ----------
    blocks : list of Block
    activations : list of ndarray
        x and every block's output, depth + 1 in all, after forward.
    activation_gradients : list of ndarray
        The loss's gradient by each of `activations`, after backward.
    """

    def __init__(self, depth, d_model, d_ff, *, rng=0, **options):
        rng = np.random.default_rng(rng)
        self.blocks = [
            Block(d_model, d_ff, rng=rng, **options)
            for _ in range(checks.count("depth", depth))
        ]
        self.layers = {f"blocks.{i}": b for i, b in enumerate(self.blocks)}

    def forward(self, x):
        """Take x, shape (..., d_model); return y of the same shape."""
        activations = [checks.floats("x", x)]
        for block in self.blocks:
            activations.append(block.forward(activations[-1]))
        self.activations = activations
        return activations[-1]

    def go_back(self, dy, backward):
        """Call backward(block, dy) on the blocks; keep every gradient."""
        self.check_can_go_back()
        gradients = [checks.like("dy", dy, "y", self.activations[-1])]
        for block in reversed(self.blocks):
            gradients.append(backward(block, gradients[-1]))
        self.activation_gradients = gradients[::-1]
        return gradients[-1]
