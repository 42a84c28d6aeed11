"""Another layer: ε added to σ, outside the root. Its Jacobian is another.

x̂ = (x - μ) / (σ + ε) is what the tutorial's code computes, while its formula
has ε inside the root. The extra factor (σ + ε)/σ stands before x̂x̂ᵀ.
"""

import numpy as np
import sympy as sp

from course_lib.evidence.proof import Proof
from lesson_parts.layernorm.symbols import Row

INDIA = np.array([0.6, 2.3, 1.2, 2.7])
STUDYING = np.array([3.16, 0.61, 1.87])
TRIED = (
    ("India", INDIA, 1e-6),
    ("India", INDIA, 1e-5),
    ("studying / 10000", STUDYING / 10_000, 1e-5),
)


def outside_form(row):
    """Return (N I - 11ᵀ - x̂x̂ᵀ (σ + ε)/σ) / (N (σ + ε)); row.s is σ."""
    n, outside = row.n, row.s + row.eps
    matrix = n * sp.eye(n) - sp.ones(n, n)
    factor = outside / row.s
    return (matrix - factor * row.x_hat * row.x_hat.T) / (n * outside)


def prove_eps_outside(n=3, claim=outside_form):
    """Prove the Jacobian of x̂ = (x - μ) / (σ + ε), for σ > 0.

    Parameters
    ----------
    n : int
    claim : callable
        Takes the `Row`, returns the (n, n) matrix.
    """
    row = Row(n, eps_inside=False)
    formula = (
        r"\frac{\partial \hat x_i}{\partial x_j} = \frac{1}{N (\sigma + "
        r"\varepsilon)} \left(N \delta_{ij} - 1 - \frac{\sigma + "
        r"\varepsilon}{\sigma} \hat x_i \hat x_j\right)"
    )
    found = row.normalized.jacobian(row.x)
    return Proof(
        f"The Jacobian with ε outside the root, N = {n}",
        (row.step(f"all {n**2} entries", formula, found, claim(row)),),
    )
