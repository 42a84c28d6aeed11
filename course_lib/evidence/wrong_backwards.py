"""Six LayerNorms with a right forward pass and one slip in the backward.

They are here to be caught: lesson 03 tries checks on them.
"""

import numpy as np

from course_lib.layers import LayerNorm

SLIPS = (
    "dx is all zeros",
    "dx without γ",
    "dx without the mean's term",
    "dx without the variance's term",
    "dβ not summed over tokens",
    "dγ from y, not from x̂",
)


class WrongBackward(LayerNorm):
    """LayerNorm whose backward pass makes one of the `SLIPS`.

    Parameters
    ----------
    slip : str
    *args, **options
        As in LayerNorm.
    """

    def __init__(self, slip, *args, **options):
        if slip not in SLIPS:
            raise ValueError(
                f"slip is one of {'; '.join(SLIPS)}; got {slip!r}"
            )
        super().__init__(*args, **options)
        self.slip = slip

    def backward(self, dy):
        """Take dL/dy, return a wrong dL/dx or leave a wrong gradient."""
        dx = super().backward(dy)
        x_hat, rstd = self.x_hat, self.rstd
        dx_hat = dy * self.gamma
        if self.slip == "dx is all zeros":
            return 0 * dx
        if self.slip == "dx without γ":
            slope = row_mean(dy * x_hat)
            return rstd * (dy - row_mean(dy) - x_hat * slope)
        if self.slip == "dx without the mean's term":
            return dx + rstd * row_mean(dx_hat)
        if self.slip == "dx without the variance's term":
            return dx + rstd * x_hat * row_mean(dx_hat * x_hat)
        if self.slip == "dβ not summed over tokens":
            self.dbeta = np.array(dy)
        else:
            y = self.gamma * x_hat + self.beta
            self.dgamma = (dy * y).reshape(-1, *self.gamma.shape).sum(axis=0)
        return dx


def row_mean(values):
    """Return the mean of every row, shape (..., 1)."""
    return values.mean(axis=-1, keepdims=True)


def gradients(layer, x, gamma, beta, dy):
    """Return dx, dgamma and dbeta of a layer with these parameters."""
    layer.gamma, layer.beta = np.array(gamma, float), np.array(beta, float)
    layer.forward(x)
    return layer.backward(dy), layer.dgamma, layer.dbeta


def passes_by_value(slip, x, gamma, beta, dy, eps=1e-5, tolerance=1e-6):
    """Compare the gradients with the true ones by value, never by shape.

    Parameters
    ----------
    slip : str
        One of `SLIPS`.
    x, dy : array_like, (num_tokens, d_model)
    gamma, beta : array_like, (d_model,)
    eps, tolerance : float

    Returns
    -------
    bool
        Whether this careless check lets the slip pass.
    """
    d_model = np.shape(x)[-1]
    right = gradients(LayerNorm(d_model, eps=eps), x, gamma, beta, dy)
    wrong = gradients(
        WrongBackward(slip, d_model, eps=eps), x, gamma, beta, dy
    )
    return all(_close(a, b, tolerance) for a, b in zip(wrong, right))


def _close(a, b, tolerance):
    try:
        return np.allclose(a, b, rtol=tolerance, atol=tolerance)
    except ValueError:  # shapes that do not even broadcast
        return False
