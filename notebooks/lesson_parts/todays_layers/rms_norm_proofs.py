r"""RMSNorm's Jacobian J = ∂x̂/∂x and what it does to a vector, for every N.

x̂ = x / r with r = √(mean square + ε). J = (I - x̂x̂ᵀ/N) / r, for every ε: it
is LayerNorm's without its 1. J shrinks x by ε/r³, so that for ε = 0 no
gradient is left along x, and divides every direction at right angles to x by
r. **1** is no direction of its own: a shift of all features shows.
"""

from functools import partial

import sympy as sp

from course_lib.evidence.proof import Proof, step
from lesson_parts.layernorm_jacobian import every_n as layer_norm
from lesson_parts.layernorm_jacobian.every_n import (
    LAST,
    N,
    eps,
    j,
    k,
    x,
    x_hat,
)
from lesson_parts.layernorm_jacobian.geometry import (
    SUM_XV,
    image,
    sum_of_squares,
    symmetric,
    times_v,
    v,
)

r = sp.Symbol("r", positive=True)
SQUARES = sp.Sum(x[k] ** 2, (k, 0, LAST))
MEAN_SQUARE = SQUARES / (LAST + 1)
ROOT = sp.sqrt(MEAN_SQUARE + eps)
EIGENVALUES = {"x_hat": eps / r**3, "other": 1 / r}


def entry_form():
    """Return ∂x̂_i/∂x_j = (N δ_ij - x̂_i x̂_j) / (N r)."""
    return layer_norm.entry_form(r, centred=0)


def prove_jacobian(claim=None):
    """Prove the entries of J = ∂x̂/∂x for every N and every ε > 0.

    Parameters
    ----------
    claim : sympy expression, optional
        In δ_ij, x̂_i, x̂_j, N and r as this file spells them; `entry_form()`
        by default.
    """
    claim = entry_form() if claim is None else claim
    slope = partial(layer_norm.slope, var=MEAN_SQUARE, mu=0, s=r)
    return Proof(
        "RMSNorm's Jacobian for every N",
        (
            slope(
                "the mean square",
                r"\left(\frac{1}{N} \sum_k x_k^2\right)",
                MEAN_SQUARE,
                r"\frac{2}{N} x_j",
                2 * x[j] / N,
            ),
            slope("the root", "r", ROOT, r"\frac{\hat x_j}{N}", x_hat[j] / N),
            slope(
                "the fraction",
                r"\hat x_i",
                x[layer_norm.i] / ROOT,
                r"\frac{N \delta_{ij} - \hat x_i \hat x_j}{N r}",
                claim,
            ),
        ),
    )


def prove_eigenvectors(eigenvalues=None):
    """Prove what J does to x̂ and to the rest, for every N.

    Parameters
    ----------
    eigenvalues : dict, optional
        Claims by the names "x_hat" and "other"; those that are not given are
        `EIGENVALUES`.
    """
    claim = {**EIGENVALUES, **(eigenvalues or {})}
    squares = sum_of_squares(
        SQUARES, r, r"N \left(1 - \frac{\varepsilon}{r^2}\right)"
    )
    along = image(x_hat[j], 0, squares.right, r)
    return Proof(
        "The eigenvectors of RMSNorm's Jacobian for every N",
        (
            symmetric(entry_form()),
            squares,
            step(
                "J times any v",
                r"(J v)_j = \frac{1}{r} \left(v_j - "
                r"\frac{\hat x_j}{N} \sum_i \hat x_i v_i\right)",
                times_v(entry_form()),
                image(v[j], 0, SUM_XV, r),
            ),
            step(
                "along x̂",
                r"J \hat x = \frac{\varepsilon}{r^3} \hat x",
                along,
                claim["x_hat"] * x_hat[j],
            ),
            step(
                "along x̂, with ε = 0",
                r"J \hat x = 0",
                along.subs(eps, 0),
                sp.S.Zero,
            ),
            step(
                "at right angles to x̂",
                r"J v = \frac{1}{r} v, \quad v \perp \hat x",
                image(v[j], 0, 0, r),
                claim["other"] * v[j],
            ),
        ),
    )
