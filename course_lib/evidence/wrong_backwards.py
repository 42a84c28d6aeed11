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
