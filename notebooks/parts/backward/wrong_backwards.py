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


def with_slip(base, **wrong):
    """Return a class of layers whose backward leaves wrong gradients.

    Parameters
    ----------
    base : type
        Layers with a right backward.
    **wrong : callable
        By name, such as ``dx`` or ``dgamma``. Each takes a layer that has
        gone back, with its right dx beside its other gradients, and dy, and
        returns a wrong gradient.
    """

    class Slip(base):
        def backward(self, dy):
            self.dx = super().backward(dy)
            found = {name: f(self, dy) for name, f in wrong.items()}
            vars(self).update(found)
            return self.dx

    return Slip


def dx_without_gamma(layer, dy):
    """Forget that γ multiplies dy on its way to x̂."""
    along = layer.x_hat * row_mean_of_product(dy, layer.x_hat)
    return layer.rstd * (dy - row_mean(dy) - along)


def dx_without_mean(layer, dy):
    """Leave the mean of dx̂ in dx."""
    return layer.dx + layer.rstd * row_mean(dy * layer.gamma)


def dx_without_variance(layer, dy):
    """Leave the part along x̂ in dx."""
    share = row_mean_of_product(dy * layer.gamma, layer.x_hat)
    return layer.dx + layer.rstd * layer.x_hat * share


def dgamma_from_y(layer, dy):
    """Take dγ from the output y, not from x̂."""
    y = layer.gamma * layer.x_hat + layer.beta
    return sum_to(layer.gamma.shape, dy * y)


DxWithoutMean = with_slip(LayerNorm, dx=dx_without_mean)
DgammaFromY = with_slip(LayerNorm, dgamma=dgamma_from_y)
SLIPS = {
    "dx is all zeros": with_slip(LayerNorm, dx=lambda layer, dy: 0 * layer.dx),
    "dx without γ": with_slip(LayerNorm, dx=dx_without_gamma),
    "dx without the mean's term": DxWithoutMean,
    "dx without the variance's term": with_slip(
        LayerNorm, dx=dx_without_variance
    ),
    "dβ not summed over tokens": with_slip(LayerNorm, dbeta=lambda _, dy: dy),
    "dγ from y, not from x̂": DgammaFromY,
    # right for (tokens, features)
    "dγ and dβ as .sum(axis=0)": with_slip(
        LayerNorm,
        dgamma=lambda layer, dy: (dy * layer.x_hat).sum(axis=0),
        dbeta=lambda layer, dy: np.sum(dy, axis=0),
    ),
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
