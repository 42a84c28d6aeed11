"""Linear: a weighted sum of the features; the head of a stack."""

import numpy as np

from . import checks
from .layer import Layer


class Linear(Layer):
    """y = x W + b.

    Parameters
    ----------
    d_in, d_out : int
        Features of x and of y.
    rng : numpy.random.Generator or int
        Where W comes from, or its seed: normal with variance 1 / d_in. b is 0.
    dtype : dtype
        Of the parameters. The output has the dtype of x, whatever this is.
    """

    names = ("W", "b")

    def __init__(self, d_in, d_out, *, rng=0, dtype=np.float64):
        d_in = checks.count("d_in", d_in)
        d_out = checks.count("d_out", d_out)
        rng = np.random.default_rng(rng)
        self.W = rng.normal(0, np.sqrt(1 / d_in), (d_in, d_out)).astype(dtype)
        self.b = np.zeros(d_out, dtype)

    def forward(self, x):
        """Take x, shape (..., d_in); return y, shape (..., d_out)."""
        x, W, b = self.checked(x)
        y = x.reshape(-1, x.shape[-1]) @ W  # (tokens, d_out)
        y += b
        self.x = x.copy()
        self.y_like = y = y.reshape(*x.shape[:-1], -1)
        self.can_go_back = True
        return y

    def backward(self, dy):
        """Take dL/dy, return dL/dx; leave dW and db."""
        self.check_can_go_back()
        dy = checks.same_shape("dy", dy, "y", self.y_like)
        _, W, _ = self.checked(self.x)
        dy = dy.reshape(-1, dy.shape[-1])  # (tokens, d_out)
        x = self.x.reshape(-1, self.x.shape[-1])  # (tokens, d_in)
        self.dW = x.T @ dy
        self.db = dy.sum(axis=0)
        return (dy @ W.T).reshape(self.x.shape)

    def checked(self, x):
        """Return x and the parameters as arrays that fit each other."""
        d_in, d_out = np.shape(self.W)
        x = checks.features("x", x, d_in)
        return (
            x,
            checks.parameter("W", self.W, (d_in, d_out), x.dtype),
            checks.parameter("b", self.b, (d_out,), x.dtype),
        )
