"""LayerNorm: bring every row to mean 0 and variance 1, then scale and shift.

Source: Ba, Kiros and Hinton, "Layer Normalization" (2016), arXiv:1607.06450.
"""

import numpy as np

from course_lib.layers.norm import Norm, row_mean, row_mean_of_product, sum_to


class LayerNorm(Norm):
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
    keeps = ("x_hat", "mean", "var", "rstd")
    needs = ("x_hat", "rstd")

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

    @staticmethod
    def normalize_backward(dy, x_hat, rstd, *, gamma, beta):
        """Return dx, dgamma and dbeta.

        dx is dx_hat = gamma * dy without its mean and without x_hat times the
        mean of dx_hat * x_hat, times rstd.
        """
        dgamma = sum_to(gamma.shape, dy * x_hat)
        dbeta = sum_to(beta.shape, dy)
        dx_hat = dy * gamma  # (..., d_model)
        dx = dx_hat - row_mean(dx_hat)
        dx -= x_hat * row_mean_of_product(dx, x_hat)
        return rstd * dx, dgamma, dbeta
