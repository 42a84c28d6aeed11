"""Another layer: ε added to σ, outside the root. Its Jacobian is another.

x̂ = (x - μ) / (σ + ε) is what the tutorial's code computes, while its formula
has ε inside the root. The extra factor (σ + ε)/σ stands before x̂x̂ᵀ.
"""

import sympy as sp

from course_lib.proofs.layer_norm_row import Row, decimals, reduce_root
from course_lib.proofs.proof import Proof, step


def outside_form(row, sigma):
    """Return (N δ_ij - 1 - x̂_i x̂_j (σ + ε)/σ) / (N (σ + ε))."""
    return form(row, (sigma + row.eps) / sigma, sigma)


def inside_form(row, sigma):
    """Return the form for ε inside the root with σ + ε for s: wrong here."""
    return form(row, sp.S.One, sigma)


def form(row, factor, sigma):
    """Return (N I - 11ᵀ - factor · x̂x̂ᵀ) / (N (σ + ε))."""
    n, outside = row.n, sigma + row.eps
    matrix = n * sp.eye(n) - sp.ones(n, n)
    return (matrix - factor * row.x_hat * row.x_hat.T) / (n * outside)


def prove_eps_outside(n=3, claim=outside_form):
    """Prove the Jacobian of x̂ = (x - μ) / (σ + ε), for σ > 0.

    Parameters
    ----------
    n : int
    claim : callable
        Takes the `Row` and the symbol σ, returns the (n, n) matrix. With
        ``claim=inside_form`` the proof fails.

    Returns
    -------
    Proof
    """
    row, sigma = Row(n), sp.Symbol("sigma", positive=True)
    above = row.x - row.mean * sp.ones(n, 1)
    outside = sp.sqrt(row.var) + row.eps
    found = (above / outside).jacobian(row.x)
    x_hat = dict(zip(row.x_hat, above / (sigma + row.eps)))
    clear = sigma * (sigma + row.eps) ** 2  # of all fractions

    def simplify(difference):
        spelled = difference.xreplace(x_hat)
        root = sp.sqrt(row.var)
        if value := decimals(spelled.xreplace({sigma: root}).xreplace(row.at)):
            return value
        short = sp.cancel(spelled.xreplace({row.var: sigma**2}) * clear)
        return reduce_root(short, row.var, sigma) / clear

    formula = (
        r"\frac{\partial \hat x_i}{\partial x_j} = \frac{1}{N (\sigma + "
        r"\varepsilon)} \left(N \delta_{ij} - 1 - \frac{\sigma + "
        r"\varepsilon}{\sigma} \hat x_i \hat x_j\right)"
    )
    return Proof(
        f"The Jacobian with ε outside the root, N = {n}",
        (
            step(
                f"all {n**2} entries",
                formula,
                found,
                claim(row, sigma),
                simplify,
                row.example,
            ),
        ),
    )
