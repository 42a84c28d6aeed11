r"""RMSNorm's Jacobian J = ∂x̂/∂x and what it does to a vector, for every N.

x̂ = x / r with r = √(mean square + ε). J = (I - x̂x̂ᵀ/N) / r, for every ε: it
is LayerNorm's without its 1. J shrinks x by ε/r³, so that for ε = 0 no
gradient is left along x, and divides every direction at right angles to x by
r. **1** is no direction of its own: a shift of all features shows.
"""

import sympy as sp

from course_lib.proofs.layer_norm_every_n import (
    LAST,
    N,
    eps,
    i,
    j,
    k,
    named_sums,
    slope,
    split_sum,
    x,
    x_hat,
)
from course_lib.proofs.layer_norm_geometry import SUM_XV, v
from course_lib.proofs.proof import Proof, step

r = sp.Symbol("r", positive=True)
SQUARES = sp.Sum(x[k] ** 2, (k, 0, LAST))
MEAN_SQUARE = SQUARES / (LAST + 1)
ROOT = sp.sqrt(MEAN_SQUARE + eps)
EIGENVALUES = {"x_hat": eps / r**3, "other": 1 / r}


def entry_form():
    """Return ∂x̂_i/∂x_j = (N δ_ij - x̂_i x̂_j) / (N r)."""
    return (N * sp.KroneckerDelta(i, j) - x_hat[i] * x_hat[j]) / (N * r)


def prove_jacobian(claim=None):
    """Prove the entries of J = ∂x̂/∂x for every N and every ε > 0.

    Parameters
    ----------
    claim : sympy expression, optional
        In δ_ij, x̂_i, x̂_j, N and r as this file spells them; `entry_form()`
        by default. Put in your own to see what is left over.

    Returns
    -------
    Proof
    """
    claim = entry_form() if claim is None else claim
    return Proof(
        "RMSNorm's Jacobian for every N",
        (
            slope(
                "the mean square",
                r"\left(\frac{1}{N} \sum_k x_k^2\right)",
                MEAN_SQUARE,
                r"\frac{2}{N} x_j",
                2 * x[j] / N,
                in_short,
            ),
            slope(
                "the root",
                "r",
                ROOT,
                r"\frac{\hat x_j}{N}",
                x_hat[j] / N,
                in_short,
            ),
            slope(
                "the fraction",
                r"\hat x_i",
                x[i] / ROOT,
                r"\frac{N \delta_{ij} - \hat x_i \hat x_j}{N r}",
                claim,
                in_short,
            ),
        ),
    )


def in_short(expression):
    """Write r and x̂ for what they stand for; what is 0 becomes 0."""
    short = expression.xreplace({MEAN_SQUARE: r**2 - eps}).doit()
    short = named_sums(short, {LAST + 1: N})
    return sp.expand(short.subs({x[n]: r * x_hat[n] for n in (i, j)}))


def prove_eigenvectors(eigenvalues=None):
    """Prove what J does to x̂ and to the rest, for every N.

    Parameters
    ----------
    eigenvalues : dict, optional
        Claims by the names "x_hat" and "other"; those that are not given are
        `EIGENVALUES`.

    Returns
    -------
    Proof
    """
    claim = {**EIGENVALUES, **(eigenvalues or {})}
    squares = sum_of_squares()
    swapped = entry_form().subs({i: j, j: i}, simultaneous=True)
    return Proof(
        "The eigenvectors of RMSNorm's Jacobian for every N",
        (
            step("symmetric", "J_{ij} = J_{ji}", entry_form(), swapped),
            squares,
            step(
                "J times any v",
                r"(J v)_j = \frac{1}{r} \left(v_j - "
                r"\frac{\hat x_j}{N} \sum_i \hat x_i v_i\right)",
                split_sum(sp.expand(v[i] * entry_form()), i),
                image(v[j], SUM_XV),
            ),
            step(
                "along x̂",
                r"J \hat x = \frac{\varepsilon}{r^3} \hat x",
                image(x_hat[j], squares.right),
                claim["x_hat"] * x_hat[j],
            ),
            step(
                "along x̂, with ε = 0",
                r"J \hat x = 0",
                image(x_hat[j], squares.right).subs(eps, 0),
                sp.S.Zero,
            ),
            step(
                "at right angles to x̂",
                r"J v = \frac{1}{r} v, \quad v \perp \hat x",
                image(v[j], sp.S.Zero),
                claim["other"] * v[j],
            ),
        ),
    )


def sum_of_squares():
    """Return Σ x̂_k² = N (1 - ε/r²): Σ x_k² is N times the mean square."""
    squares = sp.factor_terms(sp.Sum(x[k] ** 2 / r**2, (k, 0, LAST)))
    return step(
        "squares of x̂",
        r"\sum_k \hat x_k^2 = N \left(1 - \frac{\varepsilon}{r^2}\right)",
        squares.subs(SQUARES, N * (r**2 - eps)),
        N * (1 - eps / r**2),
    )


def image(v_j, sum_xv):
    """Return entry j of J v, given v_j and Σ x̂_i v_i."""
    return (v_j - x_hat[j] * sum_xv / N) / r
