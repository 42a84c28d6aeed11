"""Two facts of the first lessons, proved with SymPy for every N."""

import sympy as sp

N = sp.symbols("N", integer=True, positive=True)
i, j, k = sp.symbols("i j k", integer=True, positive=True)


def variance_two_ways():
    """Turn the mean of squared deviations into the one-pass form, every N.

    SymPy expands the square and splits the sum; that Σ x_i is N μ is the
    definition of the mean, put in by hand.

    Returns
    -------
    two_pass, expanded, one_pass : sympy.Expr
        The mean of (x_i − μ)²; the same with the square expanded and the sum
        split; and what is left of it once Σ x_i is N μ.
    """
    x, mean = sp.IndexedBase("x"), sp.symbols("mu", real=True)
    two_pass = sp.Sum((x[i] - mean) ** 2, (i, 1, N)) / N
    expanded = sp.expand(sp.factor_terms(sp.expand(two_pass).doit()))
    total = sp.Sum(x[i], (i, 1, N))
    return two_pass, expanded, sp.expand(expanded.subs(total, N * mean))


def centring_twice():
    """Multiply the centring matrix I − 11ᵀ/N by itself, every N.

    Returns
    -------
    entry, product : sympy.Expr
        Row i, column j of the matrix, and the same entry of its square,
        summed over k by SymPy.
    """

    def entry(row, column):
        return sp.KroneckerDelta(row, column, (1, N)) - 1 / N

    product = sp.Sum(entry(i, k) * entry(k, j), (k, 1, N))
    return entry(i, j), sp.simplify(product.doit())
