"""Two facts of the first lessons, proved with SymPy for every N."""

import sympy as sp

N = sp.symbols("N", integer=True, positive=True)
i, j, k = sp.symbols("i j k", integer=True, positive=True)


def variance_two_ways(sign=-1):
    """Compare the variance with mean of squares less squared mean, every N.

    SymPy expands the square and splits the sum; that Σ x_i is N μ is the
    definition of the mean, put in by hand.

    Parameters
    ----------
    sign : int
        What the squared mean is multiplied by: another claim than −1 fails.

    Returns
    -------
    sympy.Eq
        The mean of (x_i − μ)² on the left, the other formula on the right.
    sympy.Expr
        The left side minus the right.
    """
    x, mean = sp.IndexedBase("x"), sp.symbols("mu", real=True)
    two_pass = sp.Sum((x[i] - mean) ** 2, (i, 1, N)) / N
    split = sp.expand(sp.factor_terms(sp.expand(two_pass).doit()))
    total = sp.Sum(x[i], (i, 1, N))
    found = split.subs(total, N * mean)
    one_pass = sp.Sum(x[i] ** 2, (i, 1, N)) / N + sign * mean**2
    equation = sp.Eq(two_pass, one_pass, evaluate=False)
    return equation, sp.simplify(found - one_pass)


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
