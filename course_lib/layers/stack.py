"""A stack of blocks: FeedForward, each with a shortcut and a LayerNorm."""

import numpy as np

from . import checks
from .feed_forward import FeedForward
from .layer import Composite
from .layer_norm import LayerNorm


class Block(Composite):
    """One FeedForward f with its shortcut and its LayerNorm.

    Post-norm is y = LayerNorm(x + f(x)), pre-norm is y = x + f(LayerNorm(x)).
    Without the shortcut, "x +" is left out; without norm, LayerNorm is.
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
        self.order = checks.one_of("order", order, ("post", "pre"))
        self.shortcut = shortcut
        self.feed_forward = FeedForward(d_model, d_ff, rng=rng, dtype=dtype)
        self.layers = {"feed_forward": self.feed_forward}
        self.norm = None
        if norm:
            self.norm = LayerNorm(d_model, eps=eps, dtype=dtype)
            self.layers["norm"] = self.norm

    def forward(self, x):
        """Take x, shape (..., d_model); return y of the same shape."""
        x = checks.features("x", x)
        pre, post = self.norms()
        y = self.feed_forward.forward(pre.forward(x) if pre else x)
        if self.shortcut:
            y += x
        return post.forward(y) if post else y

    def backward(self, dy):
        """Take dL/dy, return dL/dx; leave every parameter's gradient."""
        return self.go_back(dy, lambda layer, dy: layer.backward(dy))

    def backward_step(self, dy, lr):
        """Run backward and step in one; return dL/dx."""
        lr = checks.non_negative("lr", lr)
        return self.go_back(dy, lambda layer, dy: layer.backward_step(dy, lr))

    def go_back(self, dy, backward):
        """Call backward(layer, dy) on the layers, last to first."""
        pre, post = self.norms()
        dz = backward(post, dy) if post else dy
        dx = backward(self.feed_forward, dz)
        if pre:
            dx = backward(pre, dx)
        if self.shortcut:
            dx = dx + dz
        return dx

    def norms(self):
        """Return the LayerNorm before the sublayer and the one after it."""
        return (self.norm, None) if self.order == "pre" else (None, self.norm)


class Stack(Composite):
    """`depth` blocks, one after the other.

    Parameters
    ----------
    depth, d_model, d_ff : int
        Blocks, features of x and y, features of each hidden layer.
    order : {"post", "pre"}
        Where LayerNorm stands: after the addition, or before the sublayer.
    shortcut, norm : bool
        Leave either out to see what it is good for.
    rng : numpy.random.Generator or int
        Where the weights come from, or its seed.
    eps, dtype
        As in LayerNorm and FeedForward.

    Attributes
    ----------
    blocks : list of Block
    activations : list of ndarray
        x, then every block's output, after forward.
    activation_gradients : list of ndarray
        The gradient of each of `activations`, after backward.
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
        activations = [checks.features("x", x)]
        for block in self.blocks:
            activations.append(block.forward(activations[-1]))
        self.activations = activations
        return activations[-1]

    def backward(self, dy):
        """Take dL/dy, return dL/dx; leave every parameter's gradient."""
        return self.go_back(dy, lambda block, dy: block.backward(dy))

    def backward_step(self, dy, lr):
        """Run backward and step in one, block by block; return dL/dx."""
        lr = checks.non_negative("lr", lr)
        return self.go_back(dy, lambda block, dy: block.backward_step(dy, lr))

    def go_back(self, dy, backward):
        """Call backward(block, dy) on the blocks, last to first."""
        gradients = [dy]
        for block in reversed(self.blocks):
            gradients.append(backward(block, gradients[-1]))
        self.activation_gradients = gradients[::-1]
        return gradients[-1]
