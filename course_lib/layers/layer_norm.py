"""LayerNorm: every row to mean 0 and variance about 1, then scale and shift.

Source: Ba, Kiros and Hinton, "Layer Normalization" (2016), arXiv:1607.06450.
"""

import numpy as np

from . import checks
from .layer import Layer


class LayerNorm(Layer):
    """y = gamma * x_hat + beta, where x_hat = (x - mean) / sqrt(var + eps).

    Mean and variance are taken over the last axis, each row by itself.

    Parameters
    ----------
    shape : int or tuple of int
        Shape of gamma and beta. ``d_model`` is the standard: one gamma and
        beta a feature. ``(num_tokens, 1)`` gives one a token. Any shape that
        broadcasts to the input will do.
    eps : float
        Added to the variance, inside the root. With 0, a constant row gives
        NaN.
    dtype : dtype
        Of gamma and beta. The output has the dtype of x, whatever this is.

    Attributes
    ----------
    gamma, beta, dgamma, dbeta : ndarray of `shape`
        Parameters, and their gradients after backward.
    x_hat : ndarray of x.shape
        The normalized rows of the last forward.
    mean, var, rstd : ndarray of x.shape[:-1] + (1,)
        Of the last forward; var divides by N, rstd = 1 / sqrt(var + eps).
    """

    names = ("gamma", "beta")

    def __init__(self, shape, *, eps=1e-5, dtype=np.float64):
        shape = checks.shape("shape", shape)
        self.gamma = np.ones(shape, dtype)
        self.beta = np.zeros(shape, dtype)
        self.eps = checks.non_negative("eps", eps)

    def forward(self, x):
        """Normalize every row of x, shape (..., d_model); return y.

        Raises
        ------
        TypeError
            If x is complex, object or text.
        ValueError
            If x has no features, or gamma or beta does not broadcast to x.
        """
        x = checks.features("x", x)
        gamma = checks.broadcast_parameter("gamma", self.gamma, x)
        beta = checks.broadcast_parameter("beta", self.beta, x)
        eps = checks.non_negative("eps", self.eps)

        mean = row_mean(x)  # (..., 1)
        x_hat = x - mean  # (..., d_model)
        slip = row_mean(x_hat)  # what rounding left in the mean
        x_hat -= slip
        var = np.vecdot(x_hat, x_hat)[..., None] / x.shape[-1]  # (..., 1)
        rstd = 1 / np.sqrt(var + eps)  # (..., 1)
        x_hat *= rstd
        y = x_hat * gamma
        y += beta

        self.mean, self.var, self.rstd = mean + slip, var, rstd
        self.x_hat = x_hat
        self.can_go_back = True
        return y

    def backward(self, dy):
        """Take dL/dy, return dL/dx; leave dL/dgamma and dL/dbeta.

        Raises
        ------
        RuntimeError
            Before the first forward, and after a step without a new forward.
        ValueError
            If dy does not have the shape of y.
        """
        self.check_can_go_back()
        x_hat = self.x_hat  # (..., d_model)
        dy = checks.same_shape("dy", dy, "y", x_hat)
        gamma = checks.broadcast_parameter("gamma", self.gamma, x_hat)

        dx = dy * gamma  # dL/dx_hat, (..., d_model)
        mean = row_mean(dx)  # (..., 1)
        slope = np.vecdot(dx, x_hat)[..., None] / x_hat.shape[-1]  # (..., 1)
        dx -= x_hat * slope
        dx -= mean
        dx *= self.rstd

        self.dgamma = sum_to(self.gamma.shape, dy * x_hat)
        self.dbeta = sum_to(self.beta.shape, dy)
        return dx


def row_mean(x):
    """Return the mean of every row, shape (..., 1).

    A mean is a dot product with the weights 1/N. As one product of a matrix
    and a vector it is several times faster than x.mean(axis=-1).
    """
    n = x.shape[-1]
    return (x @ np.full(n, 1 / n, x.dtype))[..., None]


def sum_to(shape, values):
    """Sum over every axis along which a parameter of `shape` was repeated."""
    first = values.ndim - len(shape)  # axes that the parameter does not have
    repeated = [
        axis
        for axis in range(values.ndim)
        if axis < first or shape[axis - first] != values.shape[axis]
    ]
    return values.sum(axis=tuple(repeated)).reshape(shape)
