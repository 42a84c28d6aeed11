"""LayerNorm: bring every row to mean 0 and variance 1, then scale and shift.

Source: Ba, Kiros and Hinton, "Layer Normalization" (2016), arXiv:1607.06450.
"""

from functools import lru_cache

import numpy as np

from course_lib.layers import checks
from course_lib.layers.blocks import in_blocks
from course_lib.layers.layer import Layer, rows


class LayerNorm(Layer):
    """y = gamma * x_hat + beta, where x_hat = (x - mean) / sqrt(var + eps).

    Mean and variance belong to one row: they are taken over the last axis.

    Parameters
    ----------
    shape : int or tuple of int
        Shape of gamma and beta. ``d_model`` is the standard, one of each a
        feature; ``(num_tokens, 1)`` gives one a token. They must broadcast
        to x and never enlarge it.
    eps : float
        Added to the variance, inside the root; 0 or more. With 0, a constant
        row becomes NaN.
    dtype : float32 or float64
        Of gamma and beta. The output has the dtype of x.

    Attributes
    ----------
    gamma, beta, dgamma, dbeta : ndarray of `shape`
        Parameters, and their gradients after backward.
    x_hat : ndarray, (..., d_model)
        The normalized rows of the last forward.
    mean, var, rstd : ndarray, (..., 1)
        Of the last forward. var divides by N; rstd is 1 / sqrt(var + eps).
    """

    names = ("gamma", "beta")

    def __init__(self, shape, *, eps=1e-5, dtype=np.float64):
        shape, dtype = checks.shape("shape", shape), checks.float_dtype(dtype)
        self.gamma = np.ones(shape, dtype)
        self.beta = np.zeros(shape, dtype)
        self.eps = checks.non_negative("eps", eps)

    def forward(self, x):
        """Normalize every row of x, then scale and shift it.

        Parameters
        ----------
        x : array_like, (..., d_model)

        Returns
        -------
        y : ndarray, (..., d_model)

        Raises
        ------
        TypeError
            If x is complex, object or text.
        ValueError
            If x has no features, or gamma or beta does not broadcast to x.
        """
        x = checks.features("x", x)
        gamma = checks.broadcasts("gamma", self.gamma, x)
        beta = checks.broadcasts("beta", self.beta, x)
        eps = checks.non_negative("eps", self.eps)
        found = in_blocks(self.normalize, x, gamma=gamma, beta=beta, eps=eps)
        y, self.x_hat, self.mean, self.var, self.rstd = found
        self.ready_for_backward = True
        return y

    @staticmethod
    def normalize(x, *, gamma, beta, eps):
        """Return y, x_hat, mean, var and rstd of the rows of x."""
        mean = row_mean(x)  # (..., 1)
        centred = x - mean  # (..., d_model)
        mean_error = row_mean(centred)  # (..., 1), what rounding left in it
        mean += mean_error
        centred -= mean_error
        var = row_mean_of_product(centred, centred)  # (..., 1)
        rstd = 1 / np.sqrt(var + eps)  # (..., 1)
        x_hat = centred * rstd  # (..., d_model)
        y = gamma * x_hat + beta  # (..., d_model)
        return y, x_hat, mean, var, rstd

    def backward(self, dy):
        """Take dL/dy and return dL/dx; leave dL/dgamma and dL/dbeta.

        dx is gamma * dy without its mean and without its part along x_hat,
        divided by the standard deviation.

        Parameters
        ----------
        dy : array_like, (..., d_model)

        Returns
        -------
        dx : ndarray, (..., d_model)

        Raises
        ------
        RuntimeError
            Before the first forward, and after a step without a forward.
        ValueError
            If dy does not have the shape of y.
        """
        self.check_ready_for_backward()
        dy = checks.like("dy", dy, "y", self.x_hat)
        gamma = checks.broadcasts("gamma", self.gamma, self.x_hat)
        beta = checks.broadcasts("beta", self.beta, self.x_hat)
        arrays = dy, self.x_hat, self.rstd
        found = in_blocks(
            self.normalize_backward, *arrays, gamma=gamma, beta=beta
        )
        dx, self.dgamma, self.dbeta = found
        return dx

    @staticmethod
    def normalize_backward(dy, x_hat, rstd, *, gamma, beta):
        """Return dx, dgamma and dbeta."""
        dgamma = sum_to(gamma.shape, dy * x_hat)
        dbeta = sum_to(beta.shape, dy)
        dx_hat = dy * gamma  # (..., d_model)
        dx = dx_hat - row_mean(dx_hat)
        dx -= x_hat * row_mean_of_product(dx, x_hat)
        return rstd * dx, dgamma, dbeta


def row_mean(x):
    """Return the mean of every row, shape (..., 1).

    A sum is a dot product with ones: as a product of matrix and vector it is
    faster than x.mean(axis=-1).
    """
    n = x.shape[-1]
    return x.dot(ones(n, x.dtype))[..., None] / n


@lru_cache(maxsize=16)
def ones(n, dtype):
    """Return n ones, made once and kept."""
    row = np.ones(n, dtype)
    row.flags.writeable = False
    return row


def row_mean_of_product(a, b):
    """Return the mean of a * b in every row, shape (..., 1)."""
    return np.vecdot(a, b)[..., None] / a.shape[-1]


def sum_to(shape, values):
    """Sum over the axes along which a parameter of `shape` was repeated.

    The parameter was used in all those places, and collects the gradient
    from each of them.
    """
    if shape == values.shape[-1:]:  # one number a feature
        tokens = rows(values)  # (tokens, d_model)
        return tokens.T.dot(ones(len(tokens), tokens.dtype))
    sizes = (None,) * (values.ndim - len(shape)) + shape
    repeated = [i for i, n in enumerate(values.shape) if n != sizes[i]]
    return values.sum(axis=tuple(repeated)).reshape(shape)
