"""One row of LayerNorm in symbols: in short, and spelled out in x."""

import sympy as sp

from course_lib.proofs.proof import step


class Row:
    """A row of n features, before γ and β.

    Formulas are written short, with a symbol each for μ, s = √(σ² + ε) and
    x̂_i. `spell_out` puts in what the symbols stand for.

    Attributes
    ----------
    n : int
    x : Matrix, (n, 1)
        Symbols x_1 … x_n.
    eps, mu, s : Symbol
    x_hat : Matrix, (n, 1)
        Symbols x̂_1 … x̂_n.
    mean, var, std, normalized
        What μ, σ², s and x̂ are, spelled out in x and ε.
    """

    def __init__(self, n):
        self.n = n
        self.x = sp.Matrix(sp.symbols(f"x_1:{n + 1}", real=True))
        self.eps, self.s = sp.symbols("epsilon s", positive=True)
        self.mu = sp.Symbol("mu", real=True)
        self.x_hat = sp.Matrix(
            [sp.Symbol(rf"\hat{{x}}_{i}", real=True) for i in range(1, n + 1)]
        )
        self.mean = sum(self.x) / n
        self.var = sum((v - self.mean) ** 2 for v in self.x) / n
        self.std = sp.sqrt(self.var + self.eps)
        self.normalized = (self.x - self.mean * sp.ones(n, 1)) / self.std
        self.meaning = {
            self.mu: self.mean,
            self.s: self.std,
            **dict(zip(self.x_hat, self.normalized)),
        }

    def spell_out(self, expression):
        """Write μ, s and x̂ in terms of x and ε."""
        return expression.xreplace(self.meaning)

    def simplify(self, expression):
        """Return 0 for what is 0, and otherwise what is left of it.

        That is the expression itself where it is short, and its value at
        `example` where it would fill the page: one point where two formulas
        differ refutes that they are equal.
        """
        spelled = self.spell_out(expression)
        if value := decimals(spelled.xreplace(self.at)):
            short = {self.s, self.eps, self.mu, *self.x_hat}
            is_short = expression.free_symbols <= short
            return sp.expand(expression) if is_short else value
        return reduce_root(spelled, self.var + self.eps, self.s)

    def step(self, name, formula, left, right):
        """Check left = right with what the symbols stand for."""
        return step(name, formula, left, right, self.simplify, self.example)

    @property
    def at(self):
        """Some point: x = 1, 4, 9, …, ε = 2."""
        squares = ((v, sp.Integer(i) ** 2) for i, v in enumerate(self.x, 1))
        return {self.eps: sp.Integer(2), **dict(squares)}

    @property
    def example(self):
        """The same point in words."""
        values = ", ".join(str(self.at[v]) for v in self.x)
        return f"x = ({values}), ε = {self.at[self.eps]}"


def decimals(expression):
    """Return an expression with its numbers as decimals, rounding as 0."""
    terms = sp.expand(expression.evalf(15)).as_coefficients_dict()
    return sum(c.evalf(4) * v for v, c in terms.items() if abs(c) > 1e-12)


def reduce_root(expression, inside, root):
    """Return 0 for what is 0, by the arithmetic of polynomials alone.

    With √inside written as `root`, the expression is a polynomial in its
    symbols and in powers of `root`, positive and negative. Even powers become
    `inside` again; what then remains is 0 only if the expression is.
    """
    inverse = sp.Dummy(positive=True)  # 1 / root
    expression = expression.xreplace({inside: root**2}).replace(
        lambda e: e.is_Pow and e.base == root and e.exp.is_negative,
        lambda e: inverse**-e.exp,
    )
    symbols = sorted(inside.free_symbols | expression.free_symbols, key=str)
    symbols = [v for v in symbols if v not in (root, inverse)]
    ring = sp.polys.rings.PolyRing([*symbols, root, inverse], sp.QQ)
    by_power = {}
    for monomial, c in ring.from_expr(expression).terms():
        power = monomial[-2] - monomial[-1]
        rest = ring({(*monomial[:-2], 0, 0): c})
        by_power[power] = by_power.get(power, ring.zero) + rest

    inside, root = ring.from_expr(inside), ring.from_expr(root)
    lowest = min(by_power, default=0)
    total = ring.zero
    for power, rest in by_power.items():
        half, odd = divmod(power - lowest, 2)
        total += rest * inside**half * root**odd
    return total.as_expr()
