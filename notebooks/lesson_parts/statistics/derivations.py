"""Lesson 01's own proof of σ² = mean(x²) − μ²."""


def variance():
    """Let SymPy multiply out, and take the mean of each power of x."""
    import sympy as sp

    x, mu, squares = sp.symbols("x mu squares")
    powers = sp.Poly((x - mu) ** 2, x).all_coeffs()
    total = sum(c * mean for c, mean in zip(powers, (squares, mu, 1)))
    return sp.expand(total - squares + mu**2) == 0
