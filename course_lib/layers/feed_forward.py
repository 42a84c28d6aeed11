"""FeedForward: Linear, ReLU, Linear, on every token by itself.

Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.3.
"""

import numpy as np

from . import checks
from .layer import Layer


class FeedForward(Layer):
    """y = max(0, x W1 + b1) W2 + b2.

    Parameters
    ----------
    d_model, d_ff : int
        Features of x and y, and of the hidden layer.
    rng : numpy.random.Generator or int
        Where made weights come from, or its seed. W1 is normal with variance
        2 / d_model, which keeps the mean square through a ReLU (He et al.,
        2015, arXiv:1502.01852); W2 with 1 / d_ff; b1 and b2 are 0.
    W1, b1, W2, b2 : array_like, optional
        Given weights; the layer keeps copies.
    dtype : dtype
        Of the parameters. The output has the dtype of x, whatever this is.

    Attributes
    ----------
    W1 (d_model, d_ff), b1 (d_ff,), W2 (d_ff, d_model), b2 (d_model,)
        Parameters; dW1, db1, dW2, db2 their gradients after backward.
    x : ndarray, (..., d_model)
        Copy of the last input.
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
        d_model = checks.count("d_model", d_model)
        d_ff = checks.count("d_ff", d_ff)
        rng = np.random.default_rng(rng)
        if W1 is None:
            W1 = rng.normal(0, np.sqrt(2 / d_model), (d_model, d_ff))
        if W2 is None:
            W2 = rng.normal(0, np.sqrt(1 / d_ff), (d_ff, d_model))
        b1 = np.zeros(d_ff) if b1 is None else b1
        b2 = np.zeros(d_model) if b2 is None else b2
        self.W1 = checks.parameter("W1", W1, (d_model, d_ff), dtype).copy()
        self.b1 = checks.parameter("b1", b1, (d_ff,), dtype).copy()
        self.W2 = checks.parameter("W2", W2, (d_ff, d_model), dtype).copy()
        self.b2 = checks.parameter("b2", b2, (d_model,), dtype).copy()

    def forward(self, x):
        """Take x, shape (..., d_model); return y of the same shape."""
        x, W1, b1, W2, b2 = self.checked(x)

        pre_activation = rows(x) @ W1  # (tokens, d_ff)
        pre_activation += b1
        hidden = np.maximum(pre_activation, 0)  # (tokens, d_ff)
        y = hidden @ W2  # (tokens, d_model)
        y += b2

        self.x = x.copy()
        self.pre_activation = pre_activation.reshape(*x.shape[:-1], -1)
        self.hidden = hidden.reshape(*x.shape[:-1], -1)
        self.can_go_back = True
        return y.reshape(x.shape)

    def backward(self, dy):
        """Take dL/dy, return dL/dx; leave dW1, db1, dW2 and db2."""
        dy, dpre, dx = self.backward_rows(dy)
        self.dW1 = rows(self.x).T @ dpre  # (d_model, d_ff)
        self.db1 = dpre.sum(axis=0)  # (d_ff,)
        self.dW2 = rows(self.hidden).T @ dy  # (d_ff, d_model)
        self.db2 = dy.sum(axis=0)  # (d_model,)
        return dx

    def backward_step(self, dy, lr):
        """Run backward and step in one, for training; return dL/dx.

        lr multiplies the small dy and dpre, not the large gradients of the
        weights, and no gradients are kept.
        """
        lr = checks.non_negative("lr", lr)
        dy, dpre, dx = self.backward_rows(dy)
        dy, dpre = lr * dy, lr * dpre
        self.W1 -= rows(self.x).T @ dpre
        self.b1 -= dpre.sum(axis=0)
        self.W2 -= rows(self.hidden).T @ dy
        self.b2 -= dy.sum(axis=0)
        self.dW1 = self.db1 = self.dW2 = self.db2 = None
        self.can_go_back = False
        return dx

    def backward_rows(self, dy):
        """Return dy and dL/dpre_activation as rows, and dL/dx."""
        self.check_can_go_back()
        dy = rows(checks.same_shape("dy", dy, "y", self.x))
        _, W1, _, W2, _ = self.checked(self.x)
        dpre = dy @ W2.T  # dL/dhidden, (tokens, d_ff)
        dpre *= rows(self.hidden) > 0  # where the ReLU let through
        dx = dpre @ W1.T  # (tokens, d_model)
        return dy, dpre, dx.reshape(self.x.shape)

    def checked(self, x):
        """Return x and the parameters as arrays that fit each other."""
        d_model, d_ff = np.shape(self.W1)
        x = checks.features("x", x, d_model)
        return (
            x,
            checks.parameter("W1", self.W1, (d_model, d_ff), x.dtype),
            checks.parameter("b1", self.b1, (d_ff,), x.dtype),
            checks.parameter("W2", self.W2, (d_ff, d_model), x.dtype),
            checks.parameter("b2", self.b2, (d_model,), x.dtype),
        )


def rows(x):
    """Return x with all its leading axes made one: (tokens, features)."""
    return x.reshape(-1, x.shape[-1])
