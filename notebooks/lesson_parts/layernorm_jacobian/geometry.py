"""What a Jacobian of a norm does to a vector: steps of a proof for every N."""

import sympy as sp

from course_lib.evidence.proof import step
from lesson_parts.layernorm_jacobian.every_n import (
    LAST,
    N,
    eps,
    i,
    j,
    s,
    split_sum,
    x_hat,
)

v = sp.IndexedBase("v", real=True)
SUM_XV = sp.Sum(v[i] * x_hat[i], (i, 0, LAST))


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
