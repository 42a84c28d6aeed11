"""SiLU and GELU, smooth relatives of the ReLU, and their slopes.

Sources: Hendrycks and Gimpel, "Gaussian Error Linear Units" (2016),
arXiv:1606.08415, for both; Ramachandran, Zoph and Le, "Searching for
Activation Functions" (2017), arXiv:1710.05941, call SiLU Swish.
"""

import math

import numpy as np

erfc = np.vectorize(math.erfc, otypes=[float])  # NumPy has none of its own


def sigmoid(m):
    """Return 1 / (1 + exp(-m)); exp gets no positive number to overflow on."""
    small = np.exp(-np.abs(m))
    return np.where(m < 0, small, 1) / (1 + small)


def silu(m):
    """Return m sigmoid(m)."""
    return m * sigmoid(m)


def silu_slope(m):
    """Return the derivative of silu, sigmoid(m) (1 + m sigmoid(-m)).

    sigmoid(-m) is 1 - sigmoid(m) without its rounding error.
    """
    return sigmoid(m) * (1 + m * sigmoid(-m))


def gelu(m):
    """Return m Φ(m), Φ the distribution function of the standard normal."""
    return m * normal_cdf(m)


def gelu_slope(m):
    """Return the derivative of gelu, Φ(m) + m φ(m), φ the density."""
    return normal_cdf(m) + m * np.exp(-m * m / 2) / math.sqrt(2 * math.pi)


def normal_cdf(m):
    """Return Φ(m), the share of a standard normal that lies below m."""
    z = np.asarray(-m / math.sqrt(2))
    return erfc(z).astype(z.dtype) / 2  # erfc knows float64 alone
