"""Linear: weighted sums of the features, as at the end of a classifier."""

import numpy as np

from course_lib.layers import checks
from course_lib.layers.layer import Layer, rows


class Linear(Layer):
    """y = x W + b.

    Parameters
    ----------
    d_in, d_out : int
        Features of x and of y.
    rng : numpy.random.Generator or int
        Makes W, normal with variance 1 / d_in; an int is its seed. b is 0.
    dtype : float32 or float64
        Of the parameters. The output has the dtype of x.

    Attributes
    ----------
    W, b : ndarray
        Parameters, (d_in, d_out) and (d_out,); after backward, their
        gradients dW and db.
    """

    names = ("W", "b")

    def __init__(self, d_in, d_out, *, rng=0, dtype=np.float64):
        self.d_in = d_in = checks.count("d_in", d_in)
        self.d_out = d_out = checks.count("d_out", d_out)
        self.sizes = {"W": (d_in, d_out), "b": (d_out,)}
        dtype = checks.float_dtype(dtype)
        rng = np.random.default_rng(rng)
        W = rng.normal(0, np.sqrt(1 / d_in), (d_in, d_out))
        self.W, self.b = W.astype(dtype), np.zeros(d_out, dtype)

    def forward(self, x):
        """Take x, shape (..., d_in); return y, shape (..., d_out)."""
        x = checks.features("x", x, self.d_in)
        W, b = self.weights(x.dtype)
        y = rows(x) @ W  # (tokens, d_out)
        y += b
        self.x, self.ready_for_backward = x.copy(), True
        return y.reshape(*x.shape[:-1], self.d_out)

    def backward(self, dy):
        """Take dL/dy and return dL/dx; leave dW and db."""
        self.check_ready_for_backward()
        y = np.empty((*self.x.shape[:-1], self.d_out), self.x.dtype)
        dy = rows(checks.like("dy", dy, "y", y))  # (tokens, d_out)
        W, _ = self.weights(dy.dtype)
        self.dW = rows(self.x).T @ dy  # (d_in, d_out)
        self.db = dy.sum(axis=0)  # (d_out,)
        return (dy @ W.T).reshape(self.x.shape)
