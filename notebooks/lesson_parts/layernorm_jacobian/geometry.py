r"""What J = ∂x̂/∂x does to a vector: three directions, three eigenvalues.

J sends **1** to 0, shrinks x̂ by ε/s³, and divides every direction at right
angles to both by s, with s = √(σ² + ε). A row that is constant has x̂ = 0, and
then only the first and the last are there.
"""

import sympy as sp

from course_lib.evidence.proof import Proof, step
from lesson_parts.layernorm_jacobian.every_n import (
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

v = sp.IndexedBase("v", real=True)
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
    """
    claim = {**EIGENVALUES, **(eigenvalues or {})}
    # SymPy splits the sum; Σ x_k = N μ is the mean.
    named = {sp.Sum(x[k], (k, 0, LAST)): N * mu, LAST + 1: N}
    total = step(
        "x̂ sums to 0",
        r"\sum_k \hat x_k = 0",
        named_sums(split_sum((x[k] - mu) / s, k), named),
        sp.S.Zero,
    )
    squares = sum_of_squares(
        sp.Sum((x[k] - mu) ** 2, (k, 0, LAST)),
        s,
        r"\frac{N \sigma^2}{s^2} = N \left(1 - \frac{\varepsilon}{s^2}\right)",
    )
    return Proof(
        "J's eigenvectors for every N",
        (
            symmetric(entry_form()),
            total,
            squares,
            step(
                "J times any v",
                r"(J v)_j = \frac{1}{s} \left(v_j - \frac{1}{N} \sum_i v_i - "
                r"\frac{\hat x_j}{N} \sum_i \hat x_i v_i\right)",
                times_v(entry_form()),
                image(v[j], SUM_V, SUM_XV),
            ),
            step(
                "along 1",
                r"J \mathbf{1} = 0 \cdot \mathbf{1}",
                image(sp.S.One, N, total.right),
                claim["one"],
            ),
            step(
                "along x̂",
                r"J \hat x = \frac{\varepsilon}{s^3} \hat x",
                image(x_hat[j], total.right, squares.right),
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


def symmetric(form):
    """Return the step that the entries of J make a symmetric matrix."""
    swapped = form.subs({i: j, j: i}, simultaneous=True)
    return step("symmetric", "J_{ij} = J_{ji}", form, swapped)


def sum_of_squares(squares, s, formula):
    """Return Σ x̂_k² = N (1 - ε/s²), given the sum of s² x̂_k².

    That sum is N (s² - ε): s² is its mean, and ε.
    """
    total = sp.Sum(squares.function / s**2, *squares.limits)
    return step(
        "squares of x̂",
        r"\sum_k \hat x_k^2 = " + formula,
        sp.factor_terms(total).subs(squares, N * (s**2 - eps)),
        N * (1 - eps / s**2),
    )


def times_v(form):
    """Return entry j of vᵀ J, which is J v, since J is symmetric."""
    return split_sum(sp.expand(v[i] * form), i)


def image(v_j, sum_v, sum_xv, s=s):
    """Return entry j of J v, given v_j, Σ v_i and Σ x̂_i v_i."""
    return (v_j - sum_v / N - x_hat[j] * sum_xv / N) / s
