"""LayerNorm's Jacobian and its backward pass, proved for every N at once.

x_j enters x̂_i = (x_i - μ) / s in three ways: by itself where i = j, through
S₁ = Σ x_k, and through S₂ = Σ x_k². So the chain rule needs three slopes,
whatever N is. The chain rule is put in by hand; every slope and every sum is
SymPy's.
"""

import sympy as sp

from course_lib.proofs.proof import Proof, by_hand, step

# 0 <= i, j <= N - 1; N - 1 is written j + m with m >= 0, which says j <= N - 1
i, j, k, m = sp.symbols("i j k m", integer=True, nonnegative=True)
LAST = j + m
N, eps, s = sp.symbols("N epsilon s", positive=True)
S1, S2, mu = sp.symbols("S_1 S_2 mu", real=True)
x = sp.IndexedBase("x", real=True)
g = sp.IndexedBase("g", real=True)  # dL/dx̂, which is gamma * dy
x_hat = sp.IndexedBase(r"\hat{x}", real=True)
mean_g, mean_gx = sp.symbols("mean_g mean_gx", real=True)

VARIANCE = S2 / N - (S1 / N) ** 2  # σ²
INSIDE = VARIANCE + eps
F = (x[i] - S1 / N) / sp.sqrt(INSIDE)  # x̂_i in x_i, S₁ and S₂


def entry_form():
    """Return ∂x̂_i/∂x_j = (N δ_ij - 1 - x̂_i x̂_j) / (N s)."""
    delta = sp.KroneckerDelta(i, j)
    return (N * delta - 1 - x_hat[i] * x_hat[j]) / (N * s)


def three_lines():
    """Return dx_j = (g_j - mean(g) - x̂_j mean(g x̂)) / s."""
    return (g[j] - mean_g - x_hat[j] * mean_gx) / s


def prove_jacobian(claim=None):
    """Prove the entries of J = ∂x̂/∂x for every N and every ε > 0.

    Parameters
    ----------
    claim : sympy expression, optional
        In δ_ij, x̂_i, x̂_j, N and s as this file spells them; `entry_form()`
        by default. Put in your own to see what is left over.

    Returns
    -------
    Proof
    """
    claim = entry_form() if claim is None else claim
    sums, slopes = sum_rules(), partial_slopes()
    return Proof(
        "LayerNorm's Jacobian for every N",
        (
            *sums,
            variance_from_sums(),
            chain_rule(),
            *slopes,
            put_together(sums, slopes, claim),
        ),
    )


def sum_rules():
    """Return ∂S₁/∂x_j = 1 and ∂S₂/∂x_j = 2 x_j: SymPy, sums of any length."""

    def rule(name, term, formula, right):
        slope = sp.diff(sp.Sum(term, (k, 0, LAST)), x[j]).doit()
        return step(name, formula, slope, right)

    return (
        rule(
            "slope of S₁",
            x[k],
            r"\frac{\partial S_1}{\partial x_j} = 1",
            sp.S.One,
        ),
        rule(
            "slope of S₂",
            x[k] ** 2,
            r"\frac{\partial S_2}{\partial x_j} = 2 x_j",
            2 * x[j],
        ),
    )


def variance_from_sums():
    """Return s² = σ² + ε in S₁ and S₂: SymPy expands the square in the sum.

    On the right stands what f has under its root.
    """
    total = split_sum((x[k] - mu) ** 2, k)
    named = {
        sp.Sum(x[k], (k, 0, LAST)): S1,
        sp.Sum(x[k] ** 2, (k, 0, LAST)): S2,
        LAST + 1: N,
        mu: S1 / N,
    }
    return step(
        "variance from the sums",
        r"s^2 = \frac{1}{N} \sum_k (x_k - \mu)^2 + \varepsilon = "
        r"\frac{S_2}{N} - \left(\frac{S_1}{N}\right)^2 + \varepsilon",
        named_sums(total, named) / N + eps,
        ((x[i] - S1 / N) / F) ** 2,
    )


def chain_rule():
    """Return the chain rule for x̂_i = f(x_i, S₁, S₂): put in by hand."""
    f = sp.Function("f")(x[i], S1, S2)
    slope_1, slope_2 = sp.symbols("dS_1 dS_2")
    return by_hand(
        "chain rule",
        r"\frac{\partial \hat x_i}{\partial x_j} = "
        r"\delta_{ij} \frac{\partial f}{\partial x_i} + "
        r"\frac{\partial f}{\partial S_1} "
        r"\frac{\partial S_1}{\partial x_j} + "
        r"\frac{\partial f}{\partial S_2} "
        r"\frac{\partial S_2}{\partial x_j}",
        sp.Derivative(x_hat[i], x[j], evaluate=False),
        chain(
            sp.Derivative(f, x[i]),
            (sp.Derivative(f, S1), slope_1),
            (sp.Derivative(f, S2), slope_2),
        ),
    )


def chain(by_itself, *through):
    """Add up the ways: by itself where i = j, and slope times slope."""
    return sp.KroneckerDelta(i, j) * by_itself + sum(
        outer * inner for outer, inner in through
    )


def partial_slopes():
    """Return the three slopes of f(x_i, S₁, S₂): SymPy."""

    def slope(symbol, name, formula, right):
        return step(
            name, formula, sp.diff(F, symbol), right, in_terms_of_x_hat
        )

    return (
        slope(
            x[i],
            "slope of f by x_i",
            r"\frac{\partial f}{\partial x_i} = \frac{1}{s}",
            1 / s,
        ),
        slope(
            S1,
            "slope of f by S₁",
            r"\frac{\partial f}{\partial S_1} = "
            r"-\frac{1}{N s} + \frac{\mu \hat x_i}{N s^2}",
            -1 / (N * s) + S1 / N * x_hat[i] / (N * s**2),
        ),
        slope(
            S2,
            "slope of f by S₂",
            r"\frac{\partial f}{\partial S_2} = "
            r"-\frac{\hat x_i}{2 N s^2}",
            -x_hat[i] / (2 * N * s**2),
        ),
    )


def put_together(sums, slopes, claim):
    """Return the last step: the chain rule with all slopes put in."""
    (by_x, by_s1, by_s2), (slope_1, slope_2) = slopes, sums
    return step(
        "put together",
        r"\frac{\partial \hat x_i}{\partial x_j} = "
        r"\frac{N \delta_{ij} - 1 - \hat x_i \hat x_j}{N s}",
        chain(
            by_x.left, (by_s1.left, slope_1.left), (by_s2.left, slope_2.left)
        ),
        claim,
        in_terms_of_x_hat,
    )


def prove_backward(claim=None):
    """Prove dx in three sums from the N × N Jacobian, for every N.

    Parameters
    ----------
    claim : sympy expression, optional
        In g_j, mean_g, mean_gx, x̂_j, N and s; `three_lines()` by default.

    Returns
    -------
    Proof
        dx = (g - mean(g) - x̂ mean(g x̂)) / s, where g = dL/dx̂.
    """
    claim = three_lines() if claim is None else claim
    product = g[i] * entry_form()
    split = split_sum(sp.expand(product), i)
    named = {
        sp.Sum(g[i], (i, 0, LAST)): N * mean_g,
        sp.Sum(g[i] * x_hat[i], (i, 0, LAST)): N * mean_gx,
    }
    return Proof(
        "LayerNorm's backward pass for every N",
        (
            by_hand(
                "chain rule",
                r"dx_j = \sum_i g_i \frac{\partial \hat x_i}{\partial x_j}",
                sp.Derivative(sp.Symbol("L"), x[j], evaluate=False),
                sp.Sum(product, (i, 0, LAST)),
            ),
            step(
                "split the sum",
                r"dx_j = \frac{1}{s} \left(g_j - \frac{1}{N} \sum_i g_i - "
                r"\frac{\hat x_j}{N} \sum_i g_i \hat x_i\right)",
                split,
                (
                    g[j]
                    - sp.Sum(g[i], (i, 0, LAST)) / N
                    - x_hat[j] * sp.Sum(g[i] * x_hat[i], (i, 0, LAST)) / N
                )
                / s,
            ),
            step(
                "name the two means",
                r"dx = \frac{g - \overline{g} - "
                r"\hat x \, \overline{g \hat x}}{s}",
                named_sums(split, named),
                claim,
            ),
        ),
    )


def split_sum(term, index):
    """Return Σ term from 0 to N - 1, split, with constants taken out.

    SymPy also picks the one term that δ_ij leaves.
    """
    total = sp.Sum(sp.expand(term), (index, 0, LAST)).expand()
    return sp.factor_terms(total).doit()


def named_sums(expression, names):
    """Put names in the place of sums, and N in that of their length."""
    return sp.expand(sp.factor_terms(expression).subs(names))


def in_terms_of_x_hat(expression):
    """Write x_i as μ + s x̂_i and the root as s; what is 0 becomes 0."""
    short = {v: S1 / N + s * hat for v, hat in pairs()}
    return sp.expand(expression.xreplace({INSIDE: s**2}).xreplace(short))


def pairs():
    """Return x_i and x_j, each with its x̂."""
    return ((x[i], x_hat[i]), (x[j], x_hat[j]))
