"""Linear: weighted sums of the features, as at the end of a classifier."""

import numpy as np

from course_lib.layers import validate
from course_lib.layers.layer import Layer, flatten_tokens, sum_to


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
        self.d_in = d_in = validate.count("d_in", d_in)
        self.d_out = d_out = validate.count("d_out", d_out)
        self.sizes = {"W": (d_in, d_out), "b": (d_out,)}
        dtype = validate.float_dtype(dtype)
        rng = np.random.default_rng(rng)
        W = rng.normal(0, np.sqrt(1 / d_in), (d_in, d_out))
        self.W, self.b = W.astype(dtype), np.zeros(d_out, dtype)

    def compute(self, x, W, b):
        """Return y of a checked x."""
        y = flatten_tokens(x) @ W  # (tokens, d_out)
        y += b
        self.x = x.copy()
        return y.reshape(*x.shape[:-1], self.d_out)

    def compute_gradients(self, dy, W, b):
        """Return dx of a checked dy; leave dW and db."""
        dy = flatten_tokens(dy)  # (tokens, d_out)
        self.dW = flatten_tokens(self.x).T @ dy  # (d_in, d_out)
        self.db = sum_to(b.shape, dy)  # (d_out,)
        return (dy @ W.T).reshape(self.x.shape)
