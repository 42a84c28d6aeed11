"""LayerNorms with a right forward pass and one slip in the backward.

They are here to be caught: lesson 07 tries checks on them.
"""

import numpy as np

from course_lib.layers import LayerNorm
from course_lib.layers.layer_norm import (
    row_mean,
    row_mean_of_product,
    sum_to,
)


class DxZero(LayerNorm):
    """Hand back a dx of zeros."""

    def backward(self, dy):
        return 0 * super().backward(dy)


class DxWithoutGamma(LayerNorm):
    """Forget that γ multiplies dy on its way to x̂."""

    def backward(self, dy):
        gamma, self.gamma = self.gamma, np.ones_like(self.gamma)
        dx = super().backward(dy)
        self.gamma = gamma
        return dx


class DxWithoutMean(LayerNorm):
    """Leave the mean of dx̂ in dx."""

    def backward(self, dy):
        dx = super().backward(dy)
        return dx + self.rstd * row_mean(dy * self.gamma)


class DxWithoutVariance(LayerNorm):
    """Leave the part along x̂ in dx."""

    def backward(self, dy):
        dx, x_hat = super().backward(dy), self.x_hat
        slope = row_mean_of_product(dy * self.gamma, x_hat)
        return dx + self.rstd * x_hat * slope


class DbetaNotSummed(LayerNorm):
    """Hand dy back as dβ, one row a token."""

    def backward(self, dy):
        dx = super().backward(dy)
        self.dbeta = np.array(dy)
        return dx


class DgammaFromY(LayerNorm):
    """Take dγ from the output y, not from x̂."""

    def backward(self, dy):
        dx = super().backward(dy)
        y = self.gamma * self.x_hat + self.beta
        self.dgamma = sum_to(self.gamma.shape, dy * y)
        return dx


class SummedOverAxis0(LayerNorm):
    """Sum dγ and dβ over the first axis: right for (tokens, features)."""

    def backward(self, dy):
        dx = super().backward(dy)
        self.dgamma = (dy * self.x_hat).sum(axis=0)
        self.dbeta = np.sum(dy, axis=0)
        return dx


SLIPS = {
    "dx is all zeros": DxZero,
    "dx without γ": DxWithoutGamma,
    "dx without the mean's term": DxWithoutMean,
    "dx without the variance's term": DxWithoutVariance,
    "dβ not summed over tokens": DbetaNotSummed,
    "dγ from y, not from x̂": DgammaFromY,
    "dγ and dβ as .sum(axis=0)": SummedOverAxis0,
}


def passes_by_value(slip, x, gamma, beta, dy, eps=1e-5, tolerance=1e-6):
    """Compare the gradients with the true ones by value, never by shape.

    Parameters
    ----------
    slip : str
        One of `SLIPS`.
    x, dy : array_like, (..., d_model)
    gamma, beta : array_like, (d_model,)
    eps, tolerance : float

    Returns
    -------
    bool
        Whether this careless check lets the slip pass.
    """
    d_model = np.shape(x)[-1]
    right = gradients(LayerNorm(d_model, eps=eps), x, gamma, beta, dy)
    wrong = gradients(SLIPS[slip](d_model, eps=eps), x, gamma, beta, dy)
    return all(close(a, b, tolerance) for a, b in zip(wrong, right))


def gradients(layer, x, gamma, beta, dy):
    """Return dx, dgamma and dbeta of a layer with these parameters."""
    layer.gamma, layer.beta = np.array(gamma, float), np.array(beta, float)
    layer.forward(x)
    return layer.backward(np.array(dy, float)), layer.dgamma, layer.dbeta


def close(a, b, tolerance):
    """Compare by value, whatever the shapes; False if they cannot meet."""
    try:
        return np.allclose(a, b, rtol=tolerance, atol=tolerance)
    except ValueError:  # shapes that do not even broadcast
        return False
