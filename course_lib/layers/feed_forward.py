"""FeedForward: Linear, ReLU, Linear, on every token by itself.

Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.3.
"""

import numpy as np

from course_lib.layers import validate
from course_lib.layers.layer import Layer, flatten_tokens, sum_to


class FeedForward(Layer):
    """y = max(0, x W1 + b1) W2 + b2.

    Parameters
    ----------
    d_model, d_ff : int
        Features of x and y, and of the hidden layer.
    rng : numpy.random.Generator or int
        Makes the weights that are not given; an int is its seed. W1 is
        normal with variance 2 / d_model, so that the ReLU keeps the mean
        square (He et al., 2015, arXiv:1502.01852), W2 with 1 / d_ff; b1 and
        b2 are 0.
    W1, b1, W2, b2 : array_like, optional
        Given weights. The layer keeps copies.
    dtype : float32 or float64
        Of the parameters. The output has the dtype of x.

    Attributes
    ----------
    W1, b1, W2, b2 : ndarray
        Parameters, (d_model, d_ff), (d_ff,), (d_ff, d_model), (d_model,);
        after backward, their gradients dW1, db1, dW2, db2.
    x : ndarray, (..., d_model)
        A copy of the last input.
    pre_activation, hidden : ndarray, (..., d_ff)
        Before and after the ReLU of the last forward.
    """

    names = ("W1", "b1", "W2", "b2")

    def __init__(
        self,
        d_model,
        d_ff,
        *,
        rng=0,
        W1=None,
        b1=None,
        W2=None,
        b2=None,
        dtype=np.float64,
    ):
        self.d_in = self.d_model = d_model = validate.count("d_model", d_model)
        self.d_ff = d_ff = validate.count("d_ff", d_ff)
        shapes = (d_model, d_ff), (d_ff,), (d_ff, d_model), (d_model,)
        self.sizes = dict(zip(self.names, shapes))
        rng = np.random.default_rng(rng)
        if W1 is None:
            W1 = rng.normal(0, np.sqrt(2 / d_model), (d_model, d_ff))
        if W2 is None:
            W2 = rng.normal(0, np.sqrt(1 / d_ff), (d_ff, d_model))
        b1 = np.zeros(d_ff) if b1 is None else b1
        b2 = np.zeros(d_model) if b2 is None else b2
        dtype = validate.float_dtype(dtype)
        for name, p in zip(self.names, (W1, b1, W2, b2)):
            p = validate.require_shape(name, p, self.sizes[name])
            setattr(self, name, p.astype(dtype))

    def compute(self, x, W1, b1, W2, b2):
        """Return y of a checked x; keep x, pre_activation and hidden."""
        pre_activation = flatten_tokens(x) @ W1  # (tokens, d_ff)
        pre_activation += b1
        hidden = np.maximum(pre_activation, 0)  # (tokens, d_ff)
        y = hidden @ W2  # (tokens, d_model)
        y += b2

        wide = (*x.shape[:-1], self.d_ff)  # (..., d_ff)
        self.pre_activation = pre_activation.reshape(wide)
        self.hidden = hidden.reshape(wide)
        self.x = x.copy()
        return y.reshape(x.shape)

    def compute_gradients(self, dy, W1, b1, W2, b2):
        """Return dx of a checked dy; leave dW1, db1, dW2 and db2."""
        dy, hidden = flatten_tokens(dy), flatten_tokens(self.hidden)
        dpre = dy @ W2.T  # dL/dhidden, (tokens, d_ff)
        dpre *= hidden > 0  # only what the ReLU let by
        self.dW1 = flatten_tokens(self.x).T @ dpre  # (d_model, d_ff)
        self.db1 = sum_to(b1.shape, dpre)  # (d_ff,)
        self.dW2 = hidden.T @ dy  # (d_ff, d_model)
        self.db2 = sum_to(b2.shape, dy)  # (d_model,)
        return (dpre @ W1.T).reshape(self.x.shape)
