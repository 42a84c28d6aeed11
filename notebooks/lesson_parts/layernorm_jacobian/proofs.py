r"""LayerNorm's Jacobian J = ∂x̂/∂x at one size: SymPy against the formula.

J holds the slopes of x̂. The matrix of the document on Add & Norm, which it
calls 𝒥, is another one: 𝒥 = N · s · J, with s = √(σ² + ε).
"""

from dataclasses import replace

import sympy as sp

from course_lib.evidence.proof import Proof
from lesson_parts.layernorm.symbols import Row


def entry_form(row):
    """Return J from its entries, (N δ_ij - 1 - x̂_i x̂_j) / (N s)."""

    def entry(i, j):
        delta = sp.KroneckerDelta(i, j)
        product = row.x_hat[i] * row.x_hat[j]
        return (row.n * delta - 1 - product) / (row.n * row.s)

    return sp.Matrix(row.n, row.n, entry)


def document_matrix(row):
    """Return 𝒥 = N I - 11ᵀ - x̂x̂ᵀ, which is right."""
    n = row.n
    return n * sp.eye(n) - sp.ones(n, n) - row.x_hat * row.x_hat.T


def printed_entries(row):
    """Return 𝒥 from the entries that the document prints, which are wrong.

    Off the diagonal it prints -(1 + (x_i - μ)(x_j - μ)) / s²: the 1 slipped
    into the fraction. Here x_i - μ is written as s x̂_i.
    """

    def entry(i, j):
        product = row.s**2 * row.x_hat[i] * row.x_hat[j]
        if i == j:
            return row.n - 1 - product / row.s**2
        return -(1 + product) / row.s**2

    return sp.Matrix(row.n, row.n, entry)


def prove_document_matrix(n=3, claim=document_matrix):
    """Prove J's entries, and compare N s J with the document's matrix 𝒥.

    With ``claim=printed_entries`` the proof fails, and what is left over says
    why: 1 - 1/s², which is 0 only where s = 1.

    Parameters
    ----------
    n : int
    claim : callable
        Takes a `Row`, returns the (n, n) matrix that is claimed to be 𝒥.
    """
    row = Row(n)
    right = entry_form(row)
    # J is written with its proved entries, so that a wrong claim leaves a
    # short remainder.
    compared = row.step(
        claim.__name__.replace("_", " "),
        r"\mathcal{J} = N s J = N I - \mathbf{1}\mathbf{1}^T - "
        r"\hat x \hat x^T",
        claim(row),
        n * row.s * right,
    )
    return Proof(
        f"The matrix of text A, N = {n}",
        (
            row.step(
                f"all {n**2} entries",
                r"\frac{\partial \hat x_i}{\partial x_j} = "
                r"\frac{N \delta_{ij} - 1 - \hat x_i \hat x_j}{N s}",
                row.normalized.jacobian(row.x),
                right,
            ),
            replace(compared, rest="printed - right"),
        ),
    )
