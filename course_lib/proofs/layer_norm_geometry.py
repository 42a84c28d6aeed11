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
from course_lib.proofs.layer_norm_row import Row
from course_lib.proofs.proof import Proof, by_hand, step

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


def prove_multiplicities(n=3, powers=None):
    """Prove how often J has each eigenvalue, for rows of n features.

    N s J has the characteristic polynomial λ (λ - N ε/s²) (λ - N)^(n - 2):
    so J has 0 once, ε/s³ once and 1/s n - 2 times, and its rank is n - 1 for
    ε > 0 and n - 2 for ε = 0.

    Parameters
    ----------
    n : int
        2 or more.
    powers : tuple of int, optional
        Claims of how often: 0, ε/s³, 1/s; (1, 1, n - 2) by default.

    Returns
    -------
    Proof
        The polynomial at any ε, and at ε = 0.
    """
    zero, small, large = powers or (1, 1, n - 2)
    row, lam = Row(n), sp.Symbol("lambda")
    # x̂ sums to 0, which fixes its last entry; the squares fix ε/s².
    x_hat = sp.Matrix([*row.x_hat[:-1], -sum(row.x_hat[:-1])])
    eps_over_var = 1 - x_hat.dot(x_hat) / n
    matrix = n * sp.eye(n) - sp.ones(n, n) - x_hat * x_hat.T
    found = matrix.charpoly(lam).as_expr()
    claim = lam**zero * (lam - n * eps_over_var) ** small * (lam - n) ** large
    both = r"\det(\lambda I - N s J) = "
    return Proof(
        f"J's eigenvalues by their number, N = {n}",
        (
            by_hand(
                "x̂ as a unit of measure",
                r"\sum_k \hat x_k = 0, \quad "
                r"\frac{\varepsilon}{s^2} = 1 - \frac{1}{N} \sum_k \hat x_k^2",
                sp.Symbol("epsilon") / sp.Symbol("s") ** 2,
                eps_over_var,
            ),
            step(
                "characteristic polynomial",
                both + r"\lambda \left(\lambda - N \frac{\varepsilon}{s^2}"
                r"\right) (\lambda - N)^{N - 2}",
                found,
                claim,
            ),
        ),
    )


def rank(n=3, eps=1):
    """Return the rank of J at x = 1, 4, 9, …, n²: exact, by elimination.

    Parameters
    ----------
    n : int
    eps : int or sympy.Rational
        0 or more.

    Returns
    -------
    int
        n - 1 for ε > 0, n - 2 for ε = 0.
    """
    x = sp.Matrix([sp.Integer(k) ** 2 for k in range(1, n + 1)])
    away = x - sp.ones(n, 1) * sum(x) / n
    var = away.dot(away) / n
    # N s J, all of it rational: a number that is not 0 keeps the rank.
    matrix = n * sp.eye(n) - sp.ones(n, n) - away * away.T / (var + eps)
    return matrix.rank()
