"""What the page on the printed entries says in words."""

import numpy as np
from slopes import slopes

x = np.array([3.16, 0.61, 1.87])
x_hat = (x - x.mean()) / x.std()
J = slopes(lambda x: (x - x.mean()) / x.std(), x)

CLAIMS = {
    "since x̂ᵢ² = (xᵢ − μ)²/σ²": np.allclose(
        x_hat**2, (x - x.mean()) ** 2 / x.var()
    ),
    "every row of a true Jacobian adds up to 0": np.allclose(
        J.sum(axis=1), 0, atol=1e-8
    ),
    "times Nσ, at ε = 0": np.allclose(
        3 * x.std() * J, 3 * np.eye(3) - 1 - np.outer(x_hat, x_hat)
    ),
    "In a true Jacobian of x̂ every row adds up to 0": np.allclose(
        J @ np.ones(3), 0, atol=1e-8
    ),
    "γ times the right sum, plus β times the gradient of β itself": np.isclose(
        np.sum(x * (2 * x_hat + 3)), 2 * np.sum(x * x_hat) + 3 * np.sum(x)
    ),
    "For γ = 1 and β = 0 it is right": np.isclose(
        np.sum(x * (1 * x_hat + 0)), np.sum(x * x_hat)
    ),
}
