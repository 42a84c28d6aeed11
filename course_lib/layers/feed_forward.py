"""FeedForward: Linear, ReLU, Linear, on every token by itself.

Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.3.
"""

import numpy as np

from course_lib.layers import validate
from course_lib.layers.layer import Layer, flatten_tokens


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
            p = validate.require_shape(name, p, self.sizes[name], dtype)
            setattr(self, name, p.copy())

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
        dy, dpre, dx = self.backprop_to_input(dy, W1, W2)
        self.dW1 = flatten_tokens(self.x).T @ dpre  # (d_model, d_ff)
        self.db1 = dpre.sum(axis=0)  # (d_ff,)
        self.dW2 = flatten_tokens(self.hidden).T @ dy  # (d_ff, d_model)
        self.db2 = dy.sum(axis=0)  # (d_model,)
        return dx

    def backward_step(self, dy, lr):
        """Run backward and step in one, for training; return dL/dx.

        lr multiplies the few rows of dy and dpre in place of the large
        gradients of the weights, which are not kept.
        """
        lr = validate.non_negative("lr", lr)
        self.check_parameters()
        dy, parameters = self.prepare_backward(dy)
        W1, W2 = parameters["W1"], parameters["W2"]
        dy, dpre, dx = self.backprop_to_input(dy, W1, W2)
        dy, dpre = lr * dy, lr * dpre
        self.W1 -= flatten_tokens(self.x).T @ dpre
        self.b1 -= dpre.sum(axis=0)
        self.W2 -= flatten_tokens(self.hidden).T @ dy
        self.b2 -= dy.sum(axis=0)
        self.dW1 = self.db1 = self.dW2 = self.db2 = None
        self.ready_for_backward = False
        return dx

    def backprop_to_input(self, dy, W1, W2):
        """Return dL/dy and dL/dpre_activation as rows, and dL/dx."""
        dy = flatten_tokens(dy)  # (tokens, d_model)
        dpre = dy @ W2.T  # dL/dhidden, (tokens, d_ff)
        dpre *= flatten_tokens(self.hidden) > 0  # only what the ReLU let by
        dx = dpre @ W1.T  # (tokens, d_model)
        return dy, dpre, dx.reshape(self.x.shape)
