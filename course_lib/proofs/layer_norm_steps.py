"""LayerNorm's Jacobian derived by hand, one rule a step, SymPy beside each.

Every function takes a `Row` of n features and returns the step for all
entries at once: what SymPy differentiates on the left, what the rule gives on
the right. `derive` puts them in order.
"""

import sympy as sp

from course_lib.proofs.layer_norm_jacobian import brute_force, entry_form
from course_lib.proofs.layer_norm_row import Row
from course_lib.proofs.proof import Proof


def derive(n=3):
    """Return the derivation of J for rows of n features, step by step."""
    row = Row(n)
    steps = (
        mean_slope(row),
        deviation_slope(row),
        deviation_sum(row),
        variance_slope(row),
        root_slope(row),
        quotient_rule(row),
        tidy_up(row),
    )
    return Proof(f"LayerNorm's Jacobian by hand, N = {n}", steps)


def mean_slope(row):
    """Weigh x_j by 1/N, as the mean does. Shape (1, n)."""
    return row.step(
        "slope of the mean",
        r"\frac{\partial \mu}{\partial x_j} = \frac{1}{N}",
        gradient(row, row.mean),
        sp.ones(1, row.n) / row.n,
    )


def deviation_slope(row):
    """Move x_j: its own deviation by 1, the mean under all. (n, n)."""
    return row.step(
        "slope of the deviations",
        r"\frac{\partial (x_i - \mu)}{\partial x_j} = "
        r"\delta_{ij} - \frac{1}{N}",
        sp.Matrix([gradient(row, v - row.mean) for v in row.x]),
        sp.eye(row.n) - sp.ones(row.n, row.n) / row.n,
    )


def deviation_sum(row):
    """Add up the deviations from the mean: they cancel. One number."""
    return row.step(
        "sum of the deviations",
        r"\sum_k (x_k - \mu) = 0",
        sum(v - row.mean for v in row.x),
        sp.S.Zero,
    )


def variance_slope(row):
    """Use power rule and chain rule; the 1/N part meets 0. Shape (1, n).

    (2/N) Σ_k (x_k - μ)(δ_kj - 1/N) = 2 (x_j - μ) / N.
    """
    return row.step(
        "slope of the variance",
        r"\frac{\partial \sigma^2}{\partial x_j} = \frac{2}{N} \sum_k "
        r"(x_k - \mu) \left(\delta_{kj} - \frac{1}{N}\right) = "
        r"\frac{2 (x_j - \mu)}{N}",
        gradient(row, row.var),
        2 * deviations(row).T / row.n,
    )


def root_slope(row):
    """Use the chain rule: a root divides by twice itself. Shape (1, n)."""
    return row.step(
        "slope of the root",
        r"\frac{\partial s}{\partial x_j} = \frac{1}{2 s} "
        r"\frac{\partial \sigma^2}{\partial x_j} = \frac{x_j - \mu}{N s} = "
        r"\frac{\hat x_j}{N}",
        gradient(row, row.std),
        row.x_hat.T / row.n,
    )


def quotient_rule(row):
    """Use (slope above · s - above · slope of s) / s². Shape (n, n)."""
    n, s = row.n, row.s
    above = sp.eye(n) - sp.ones(n, n) / n
    return row.step(
        "quotient rule",
        r"\frac{\partial \hat x_i}{\partial x_j} = \frac{1}{s^2} \left["
        r"\left(\delta_{ij} - \frac{1}{N}\right) s - "
        r"(x_i - \mu) \frac{\hat x_j}{N}\right]",
        brute_force(row),
        (above * s - deviations(row) * row.x_hat.T / n) / s**2,
    )


def tidy_up(row):
    """Cancel s, with (x_i - μ)/s = x̂_i, and take out 1/(N s). Shape (n, n)."""
    return row.step(
        "one fraction",
        r"\frac{\partial \hat x_i}{\partial x_j} = "
        r"\frac{N \delta_{ij} - 1 - \hat x_i \hat x_j}{N s}",
        quotient_rule(row).right,
        entry_form(row),
    )


def gradient(row, expression):
    """Return SymPy's derivatives by x_1 … x_n, shape (1, n)."""
    return sp.Matrix([[sp.diff(expression, v) for v in row.x]])


def deviations(row):
    """Return x - μ with μ as a symbol, shape (n, 1)."""
    return row.x - row.mu * sp.ones(row.n, 1)
