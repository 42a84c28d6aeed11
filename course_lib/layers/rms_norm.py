"""RMSNorm: divide every row by its root mean square, then scale.

Source: Zhang and Sennrich, "Root Mean Square Layer Normalization" (2019),
arXiv:1910.07467, equation 4. The paper has no eps; it came with the code.
"""

import numpy as np

from course_lib.layers import checks
from course_lib.layers.blocks import in_blocks
from course_lib.layers.layer import Layer
from course_lib.layers.layer_norm import row_mean_of_product, sum_to


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
    mean_square, rrms : ndarray, (..., 1)
        Of the last forward. rrms is 1 / sqrt(mean_square + eps).
    """

    names = ("gamma",)

    def __init__(self, shape, *, eps=1e-5, dtype=np.float64):
        shape, dtype = checks.shape("shape", shape), checks.float_dtype(dtype)
        self.gamma = np.ones(shape, dtype)
        self.eps = checks.non_negative("eps", eps)

    def forward(self, x):
        """Divide every row of x by its root mean square, then scale it.

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
            If x has no features, or gamma does not broadcast to x.
        """
        x = checks.features("x", x)
        gamma = checks.broadcasts("gamma", self.gamma, x)
        eps = checks.non_negative("eps", self.eps)
        found = in_blocks(self.normalize, x, gamma=gamma, eps=eps)
        y, self.x_hat, self.mean_square, self.rrms = found
        self.ready_for_backward = True
        return y

    @staticmethod
    def normalize(x, *, gamma, eps):
        """Return y, x_hat, mean_square and rrms of the rows of x."""
        mean_square = row_mean_of_product(x, x)  # (..., 1)
        rrms = 1 / np.sqrt(mean_square + eps)  # (..., 1)
        x_hat = x * rrms  # (..., d_model)
        y = gamma * x_hat  # (..., d_model)
        return y, x_hat, mean_square, rrms

    def backward(self, dy):
        """Take dL/dy and return dL/dx; leave dL/dgamma.

        dx is gamma * dy without its part along x_hat, divided by the root
        mean square.

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
        arrays = dy, self.x_hat, self.rrms
        found = in_blocks(self.normalize_backward, *arrays, gamma=gamma)
        dx, self.dgamma = found
        return dx

    @staticmethod
    def normalize_backward(dy, x_hat, rrms, *, gamma):
        """Return dx and dgamma."""
        dgamma = sum_to(gamma.shape, dy * x_hat)
        dx_hat = dy * gamma  # (..., d_model)
        dx = dx_hat - x_hat * row_mean_of_product(dx_hat, x_hat)
        return rrms * dx, dgamma
