"""Slopes of the two divisors, with ε under the root and behind it."""

import numpy as np


def divisor_slopes(token, eps):
    """Return both slopes by the chain rule, (d_model,) each, by formula."""
    var = token.var()
    slope_of_var = 2 * (token - token.mean()) / len(token)
    with np.errstate(divide="ignore", invalid="ignore"):  # where var is 0
        return {
            "√(v + ε):": 1 / (2 * np.sqrt(var + eps)) * slope_of_var,
            "√v + ε:": 1 / (2 * np.sqrt(var)) * slope_of_var,
        }
