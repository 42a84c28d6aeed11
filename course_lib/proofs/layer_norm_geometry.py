r"""What J = ∂x̂/∂x does to a vector: three directions, three eigenvalues.

J sends **1** to 0, shrinks x̂ by ε/s³, and divides every direction at right
angles to both by s, with s = √(σ² + ε). A row that is constant has x̂ = 0, and
then only the first and the last are there.
"""

import sympy as sp

from course_lib.proofs.layer_norm_every_n import (
    LAST,
    N,
    entry_form,
    eps,
    i,
    j,
    k,
    mu,
    named_sums,
    s,
    split_sum,
    x,
    x_hat,
)
from course_lib.proofs.proof import Proof, step

v = sp.IndexedBase("v", real=True)
var = sp.Symbol("sigma^2", nonnegative=True)
SUM_V = sp.Sum(v[i], (i, 0, LAST))
SUM_XV = sp.Sum(v[i] * x_hat[i], (i, 0, LAST))
EIGENVALUES = {"one": sp.S.Zero, "x_hat": eps / s**3, "other": 1 / s}


def prove_eigenvectors(eigenvalues=None):
    """Prove what J does to **1**, to x̂ and to the rest, for every N.

    Parameters
    ----------
    eigenvalues : dict, optional
        Claims by the names "one", "x_hat" and "other"; those that are not
        given are `EIGENVALUES`.

    Returns
    -------
    Proof
    """
    claim = {**EIGENVALUES, **(eigenvalues or {})}
    sum_step, square_step = sum_of_x_hat(), sum_of_squares()
    total, squares = sum_step.right, square_step.right
    swapped = entry_form().subs({i: j, j: i}, simultaneous=True)
    return Proof(
        "J's eigenvectors for every N",
        (
            step("symmetric", "J_{ij} = J_{ji}", entry_form(), swapped),
            sum_step,
            square_step,
            times_vector(),
            step(
                "along 1",
                r"J \mathbf{1} = 0 \cdot \mathbf{1}",
                image(sp.S.One, N, total),
                claim["one"],
            ),
            step(
                "along x̂",
                r"J \hat x = \frac{\varepsilon}{s^3} \hat x",
                image(x_hat[j], total, squares),
                claim["x_hat"] * x_hat[j],
            ),
            step(
                "at right angles to both",
                r"J v = \frac{1}{s} v, \quad v \perp \mathbf{1}, \hat x",
                image(v[j], sp.S.Zero, sp.S.Zero),
                claim["other"] * v[j],
            ),
        ),
    )


def sum_of_x_hat():
    """Return Σ x̂_k = 0: SymPy splits the sum, Σ x_k = N μ is the mean."""
    total = split_sum((x[k] - mu) / s, k)
    named = {sp.Sum(x[k], (k, 0, LAST)): N * mu, LAST + 1: N}
    return step(
        "x̂ sums to 0",
        r"\sum_k \hat x_k = 0",
        named_sums(total, named),
        sp.S.Zero,
    )


def sum_of_squares():
    """Return Σ x̂_k² = N (1 - ε/s²): Σ (x_k - μ)² = N σ² is the variance."""
    squares = sp.factor_terms(sp.Sum((x[k] - mu) ** 2 / s**2, (k, 0, LAST)))
    named = {sp.Sum((x[k] - mu) ** 2, (k, 0, LAST)): N * var, var: s**2 - eps}
    return step(
        "squares of x̂",
        r"\sum_k \hat x_k^2 = \frac{N \sigma^2}{s^2} = "
        r"N \left(1 - \frac{\varepsilon}{s^2}\right)",
        squares.subs(named).subs(var, s**2 - eps),
        N * (1 - eps / s**2),
    )


def times_vector():
    """Return J v with its two sums; J is symmetric, so it is vᵀ J too."""
    return step(
        "J times any v",
        r"(J v)_j = \frac{1}{s} \left(v_j - \frac{1}{N} \sum_i v_i - "
        r"\frac{\hat x_j}{N} \sum_i \hat x_i v_i\right)",
        split_sum(sp.expand(v[i] * entry_form()), i),
        image(v[j], SUM_V, SUM_XV),
    )


def image(v_j, sum_v, sum_xv):
    """Return entry j of J v, given v_j, Σ v_i and Σ x̂_i v_i."""
    return (v_j - sum_v / N - x_hat[j] * sum_xv / N) / s
