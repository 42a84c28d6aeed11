"""A fact of lesson 02, proved with SymPy for every N."""

import sympy as sp

N = sp.symbols("N", integer=True, positive=True)
i, j, k = sp.symbols("i j k", integer=True, positive=True)


def centring_matrix_entry(row, column):
    """Return an entry of I − 11ᵀ/N, with N a symbol."""
    return sp.KroneckerDelta(row, column, (1, N)) - 1 / N


def centring_twice():
    """Multiply the centring matrix I − 11ᵀ/N by itself, every N.

    Returns
    -------
    sympy.Eq
        Row i, column j of the square as a sum over k on the left, and of the
        matrix itself on the right.
    sympy.Expr
        The left side minus the right.
    """
    terms = centring_matrix_entry(i, k) * centring_matrix_entry(k, j)
    square = sp.Sum(terms, (k, 1, N))
    once = centring_matrix_entry(i, j)
    equation = sp.Eq(square, once, evaluate=False)
    return equation, sp.simplify(square.doit() - once)
