"""RMSNorm: divide every row by its root mean square, then scale.

Source: Zhang and Sennrich, "Root Mean Square Layer Normalization" (2019),
arXiv:1910.07467, equation 4. The paper has no eps; it came with the code.
"""

import numpy as np

from course_lib.layers import validate
from course_lib.layers.layer import Layer, sum_to


class RMSNorm(Layer):
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

    def __init__(self, shape, *, eps=1e-5, dtype=np.float64):
        self.d_in, shape = validate.features_and_shape("shape", shape)
        dtype = validate.float_dtype(dtype)
        self.eps = validate.non_negative("eps", eps)
        self.gamma = np.ones(shape, dtype)

    def compute(self, x, gamma):
        """Return y of a checked x; keep x_hat, mean_square and inv_rms."""
        eps = validate.non_negative("eps", self.eps)
        mean_square = (x**2).sum(axis=-1, keepdims=True) / x.shape[-1]
        inv_rms = 1 / np.sqrt(mean_square + eps)  # (..., 1)
        x_hat = x * inv_rms  # (..., d_model)
        y = gamma * x_hat  # (..., d_model)
        self.x_hat, self.inv_rms = x_hat, inv_rms
        self.mean_square = mean_square
        return y

    def compute_gradients(self, dy, gamma):
        """Return dx of a checked dy; leave dgamma.

        dx is dx_hat without x_hat times the mean of dx_hat * x_hat, times
        inv_rms.
        """
        x_hat, N = self.x_hat, dy.shape[-1]
        self.dgamma = sum_to(gamma.shape, dy * x_hat)
        dx_hat = dy * gamma  # (..., d_model)
        along = (dx_hat * x_hat).sum(axis=-1, keepdims=True) / N  # (..., 1)
        return self.inv_rms * (dx_hat - x_hat * along)
