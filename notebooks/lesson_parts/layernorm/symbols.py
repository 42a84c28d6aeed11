"""One row of LayerNorm in symbols: in short, and spelled out in x."""

import sympy as sp

from course_lib.evidence.proof import step


class Row:
    """A row of n features, before γ and β.

    Formulas are written short, with symbols for the root and for every x̂_i;
    `meaning` says what they stand for.

    Parameters
    ----------
    n : int
    eps_inside : bool
        Whether ε stands inside the root, s = √(σ² + ε) and x̂ = (x - μ) / s,
        or outside, s = σ and x̂ = (x - μ) / (σ + ε).

    Attributes
    ----------
    x : Matrix, (n, 1)
        Symbols x_1 … x_n.
    eps, s : Symbol
    x_hat : Matrix, (n, 1)
        Symbols x̂_1 … x̂_n.
    inside : sympy expression
        What is under the root, s².
    normalized : Matrix, (n, 1)
        x̂, spelled out in x and ε.
    meaning : dict
        s and every x̂_i, spelled out in x and ε.
    at : dict
        Some point: x = 1, 4, 9, …, ε = 2.
    """

    def __init__(self, n, eps_inside=True):
        self.n = n
        self.x = sp.Matrix(sp.symbols(f"x_1:{n + 1}", real=True))
        self.eps, self.s = sp.symbols("epsilon s", positive=True)
        self.x_hat = sp.Matrix(sp.symbols(rf"\hat{{x}}_1:{n + 1}", real=True))
        away = self.x - sp.ones(n, 1) * sum(self.x) / n
        var = sum(v**2 for v in away) / n
        self.inside = var + self.eps if eps_inside else var
        root = sp.sqrt(self.inside)
        self.normalized = away / (root if eps_inside else root + self.eps)
        self.meaning = {self.s: root, **dict(zip(self.x_hat, self.normalized))}
        squares = {v: sp.Integer(i) ** 2 for i, v in enumerate(self.x, 1)}
        self.at = {**squares, self.eps: sp.Integer(2)}

    def simplify(self, expression):
        """Return 0 for what is 0, and otherwise what is left of it.

        That is the expression itself where it is short, and its value at
        `at` where it would fill the page: one point where two formulas
        differ refutes that they are equal. With s² for what is inside the
        root, the numerator is a polynomial in s; the expression is 0 if
        division by s² - inside leaves 0.
        """
        spelled = expression.xreplace(self.meaning)
        if value := decimals(spelled.xreplace(self.at)):
            is_short = expression.free_symbols.isdisjoint(self.x)
            return sp.expand(expression) if is_short else value
        with_s = sp.together(spelled.xreplace({self.inside: self.s**2}))
        numerator, _ = sp.fraction(with_s)
        return sp.rem(numerator, self.s**2 - self.inside, self.s)

    def step(self, name, formula, left, right):
        """Check left = right with what the symbols stand for."""
        values = ", ".join(str(self.at[v]) for v in self.x)
        example = f"x = ({values}), ε = {self.at[self.eps]}"
        return step(name, formula, left, right, self.simplify, example)


def decimals(expression):
    """Return an expression with its numbers as decimals, rounding as 0."""
    terms = sp.expand(expression.evalf(15)).as_coefficients_dict()
    return sum(c.evalf(4) * v for v, c in terms.items() if abs(c) > 1e-12)
