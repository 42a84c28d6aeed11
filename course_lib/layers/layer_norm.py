"""LayerNorm: bring every row to mean 0 and variance 1, then scale and shift.

Source: Ba, Kiros and Hinton, "Layer Normalization" (2016), arXiv:1607.06450.
"""

import numpy as np

from course_lib.layers import validate
from course_lib.layers.layer import Layer, sum_to


class LayerNorm(Layer):
    """y = gamma * x_hat + beta, where x_hat = (x - mean) / sqrt(var + eps).

    Mean and variance belong to one row: they are taken over the last axis,
    whatever the shape of gamma. ``Layer.forward`` checks x and calls
    ``compute``; ``Layer.backward`` checks dy and calls ``compute_gradients``.

    Parameters
    ----------
    shape : int or tuple of int
        Shape of gamma and beta. ``d_model`` is the standard, one of each per
        feature; x must have that many. ``(num_tokens, 1)`` gives one per
        token. They must broadcast to x and never enlarge it. No shape changes
        the axes of the mean: PyTorch's ``LayerNorm((4, 5))``, over two axes,
        is ``LayerNorm(20)`` of ``x.reshape(-1, 20)``.
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
        self.d_in, shape = validate.features_and_shape("shape", shape)
        dtype = validate.float_dtype(dtype)
        self.eps = validate.non_negative("eps", eps)
        self.gamma, self.beta = np.ones(shape, dtype), np.zeros(shape, dtype)

    def compute(self, x, gamma, beta):
        """Return y of a checked x; keep x_hat, mean, var and rstd."""
        eps = validate.non_negative("eps", self.eps)
        N = x.shape[-1]
        mean = x.sum(axis=-1, keepdims=True) / N  # (..., 1)
        centred = x - mean  # (..., d_model)
        mean_error = centred.sum(axis=-1, keepdims=True) / N  # by rounding
        mean += mean_error
        centred -= mean_error
        var = (centred**2).sum(axis=-1, keepdims=True) / N  # (..., 1)
        rstd = 1 / np.sqrt(var + eps)  # (..., 1)
        x_hat = centred * rstd  # (..., d_model)
        y = gamma * x_hat + beta  # (..., d_model)
        self.x_hat, self.mean, self.var, self.rstd = x_hat, mean, var, rstd
        return y

    def compute_gradients(self, dy, gamma, beta):
        """Return dx of a checked dy; leave dgamma and dbeta.

        dx is dx_hat without its mean and without x_hat times the mean of
        dx_hat * x_hat, times rstd.
        """
        x_hat, N = self.x_hat, dy.shape[-1]
        self.dgamma = sum_to(gamma.shape, dy * x_hat)
        self.dbeta = sum_to(beta.shape, dy)
        dx_hat = dy * gamma  # (..., d_model)
        dx = dx_hat - dx_hat.sum(axis=-1, keepdims=True) / N
        dx -= x_hat * ((dx * x_hat).sum(axis=-1, keepdims=True) / N)
        return self.rstd * dx
