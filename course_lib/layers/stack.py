"""A stack of blocks, each a feed-forward layer with shortcut and norm."""

import numpy as np

from course_lib.layers import validate
from course_lib.layers.feed_forward import FeedForward
from course_lib.layers.layer import Composite
from course_lib.layers.layer_norm import LayerNorm


class Block(Composite):
    """A feed-forward layer f with its shortcut and its norm, if it has one.

    Post-norm is y = norm(x + f(x)), pre-norm is y = x + f(norm(x)). Without
    the shortcut "x +" is left out.
    """

    def __init__(self, feed_forward, norm, *, order, shortcut):
        self.order = validate.one_of("order", order, ("post", "pre"))
        self.shortcut = shortcut
        self.set_layers(feed_forward, norm)

    def set_layers(self, feed_forward, norm):
        """Take two layers for this block's own; norm may be None."""
        self.feed_forward, self.norm = feed_forward, norm
        self.norm_before = norm if self.order == "pre" else None
        self.norm_after = norm if self.order == "post" else None
        self.layers = {"feed_forward": feed_forward}
        if norm:
            self.layers["norm"] = norm

    def forward(self, x):
        """Take x, shape (..., d_model); return y of the same shape."""
        x = y = validate.require_features("x", x, self.feed_forward.d_model)
        if self.norm_before:
            y = self.norm_before.forward(y)
        y = self.feed_forward.forward(y)
        if self.shortcut:
            y += x
        if self.norm_after:
            y = self.norm_after.forward(y)
        return y

    def backward(self, dy):
        """Take dL/dy and return dL/dx; the shortcut adds dy to it."""
        self.check_ready_for_backward()
        if self.norm_after:
            dy = self.norm_after.backward(dy)
        dx = self.feed_forward.backward(dy)
        if self.norm_before:
            dx = self.norm_before.backward(dx)
        if self.shortcut:
            dx += dy  # the shortcut hands dy on unchanged
        return dx


class Stack(Composite):
    """`depth` blocks, one after the other, and a final norm where it belongs.

    Parameters
    ----------
    depth, d_model, d_ff : int
        Blocks, features of x and y, features of every hidden layer.
    rng : numpy.random.Generator or int
        Makes the weights; an int is its seed.
    order : {"post", "pre"}
        Where the norm stands: after the addition, or before the sublayer.
    shortcut : bool
        False leaves it out, to see what it is good for.
    norm : type or False
        LayerNorm, RMSNorm, or one of your own that is made like them; False
        leaves it out.
    feed_forward : type
        FeedForward, GatedFeedForward, or one of your own made like them.
    final_norm : bool, optional
        One more norm after the last block, LayerNorm if `norm` is False. By
        default only pre-norm has it, because nothing else normalizes its last
        sum (Xiong et al., 2020, arXiv:2002.04745; GPT-2 calls it ln_f).
    eps, dtype
        As in the norm and the feed-forward layer.

    Attributes
    ----------
    blocks : list of Block
    final_norm : layer or None
    activations : list of ndarray
        x and every block's output, depth + 1 in all, after forward.
    activation_gradients : list of ndarray
        The loss's gradient by each of `activations`, after backward.
    """

    def __init__(
        self,
        depth,
        d_model,
        d_ff,
        *,
        rng=0,
        order="post",
        shortcut=True,
        norm=LayerNorm,
        feed_forward=FeedForward,
        final_norm=None,
        eps=1e-5,
        dtype=np.float64,
    ):
        feed_forward = validate.layer_class("feed_forward", feed_forward)
        norm = validate.layer_class("norm", norm) if norm else None
        rng = np.random.default_rng(rng)
        settings = {"eps": eps, "dtype": dtype}
        self.blocks = [
            Block(
                feed_forward(d_model, d_ff, rng=rng, dtype=dtype),
                norm and norm(d_model, **settings),
                order=order,
                shortcut=shortcut,
            )
            for _ in range(validate.count("depth", depth))
        ]
        self.layers = {f"blocks.{i}": b for i, b in enumerate(self.blocks)}
        if final_norm is None:
            final_norm = norm and order == "pre"
        self.final_norm = None
        if final_norm:
            self.final_norm = (norm or LayerNorm)(d_model, **settings)
            self.layers["final_norm"] = self.final_norm

    def forward(self, x):
        """Take x, shape (..., d_model); return y of the same shape."""
        activations = [validate.as_floats("x", x)]
        for block in self.blocks:
            activations.append(block.forward(activations[-1]))
        self.activations = activations
        if self.final_norm:
            return self.final_norm.forward(activations[-1])
        return activations[-1]

    def backward(self, dy):
        """Take dL/dy and return dL/dx; keep the gradients between blocks."""
        self.check_ready_for_backward()
        dy = validate.same_shape_and_dtype("dy", dy, "y", self.activations[-1])
        if self.final_norm:
            dy = self.final_norm.backward(dy)
        gradients = [dy]
        for block in reversed(self.blocks):
            gradients.append(block.backward(gradients[-1]))
        self.activation_gradients = gradients[::-1]
        return gradients[-1]
