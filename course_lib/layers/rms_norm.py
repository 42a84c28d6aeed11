"""RMSNorm: divide every row by its root mean square, then scale.

Source: Zhang and Sennrich, "Root Mean Square Layer Normalization" (2019),
arXiv:1910.07467, equation 4. The paper has no eps; it came with the code.
"""

import numpy as np

from course_lib.layers.norm import Norm, row_mean_of_product, sum_to


class RMSNorm(Norm):
    """y = gamma * x_hat, where x_hat = x / sqrt(mean_square + eps).

    LayerNorm without its mean and without its beta: a row keeps its mean.

    Parameters
    ----------
    shape : int or tuple of int
        Shape of gamma: ``d_model``, or any that LayerNorm takes.
    eps : float
        Added to the mean square, inside the root; 0 or more. With 0, a row
        of zeros becomes NaN.
    dtype : float32 or float64
        Of gamma. The output has the dtype of x.

    Attributes
    ----------
    gamma, dgamma : ndarray of `shape`
        The parameter, and its gradient after backward.
    x_hat : ndarray, (..., d_model)
        The normalized rows of the last forward.
    mean_square, inv_rms : ndarray, (..., 1)
        Of the last forward. inv_rms is 1 / sqrt(mean_square + eps).
    """

    names = ("gamma",)
    keeps = ("x_hat", "mean_square", "inv_rms")
    needs = ("x_hat", "inv_rms")

    @staticmethod
    def normalize(x, *, gamma, eps):
        """Return y, x_hat, mean_square and inv_rms of the rows of x."""
        mean_square = row_mean_of_product(x, x)  # (..., 1)
        inv_rms = 1 / np.sqrt(mean_square + eps)  # (..., 1)
        x_hat = x * inv_rms  # (..., d_model)
        y = gamma * x_hat  # (..., d_model)
        return y, x_hat, mean_square, inv_rms

    @staticmethod
    def normalize_backward(dy, x_hat, inv_rms, *, gamma):
        """Return dx and dgamma.

        dx is dx_hat = gamma * dy without x_hat times the mean of
        dx_hat * x_hat, times inv_rms.
        """
        dgamma = sum_to(gamma.shape, dy * x_hat)
        dx_hat = dy * gamma  # (..., d_model)
        dx = dx_hat - x_hat * row_mean_of_product(dx_hat, x_hat)
        return inv_rms * dx, dgamma
