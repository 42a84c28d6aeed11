r"""LayerNorm's Jacobian and its backward pass, proved for every N at once.

The Jacobian goes in the five steps of lesson 06. Mean and variance are sums of
N terms, where N is a symbol; SymPy differentiates them by x_j as they stand.
"""

from functools import partial

import sympy as sp

from course_lib.evidence.proof import Proof, by_hand, step

# 0 <= i, j <= N - 1; N - 1 is written j + m with m >= 0, which says j <= N - 1
i, j, k, m = sp.symbols("i j k m", integer=True, nonnegative=True)
LAST = j + m
N, eps, s = sp.symbols("N epsilon s", positive=True)
mu = sp.Symbol("mu", real=True)
x = sp.IndexedBase("x", real=True)
g = sp.IndexedBase("g", real=True)  # dL/dx̂, which is gamma * dy
x_hat = sp.IndexedBase(r"\hat{x}", real=True)
mean_g, mean_gx = sp.symbols("mean_g mean_gx", real=True)

SUM = sp.Sum(x[k], (k, 0, LAST))  # N μ
MEAN = SUM / (LAST + 1)
VAR = sp.Sum((x[k] - MEAN) ** 2, (k, 0, LAST)) / (LAST + 1)
ROOT = sp.sqrt(VAR + eps)


def entry_form(s=s, centred=1):
    """Return ∂x̂_i/∂x_j = (N δ_ij - 1 - x̂_i x̂_j) / (N s).

    The 1 comes from the mean that is taken off; RMSNorm has 0 there.
    """
    delta = sp.KroneckerDelta(i, j)
    return (N * delta - centred - x_hat[i] * x_hat[j]) / (N * s)


def three_lines():
    """Return dx_j = (g_j - mean(g) - x̂_j mean(g x̂)) / s."""
    return (g[j] - mean_g - x_hat[j] * mean_gx) / s


def prove_jacobian(claim=None):
    """Prove the entries of J = ∂x̂/∂x for every N and every ε > 0.

    Parameters
    ----------
    claim : sympy expression, optional
        In δ_ij, x̂_i, x̂_j, N and s as this file spells them; `entry_form()`
        by default.
    """
    claim = entry_form() if claim is None else claim
    delta = sp.KroneckerDelta(i, j)
    return Proof(
        "LayerNorm's Jacobian for every N",
        (
            slope("the mean", r"\mu", MEAN, r"\frac{1}{N}", 1 / N),
            slope(
                "the deviation",
                r"(x_i - \mu)",
                x[i] - MEAN,
                r"\delta_{ij} - \frac{1}{N}",
                delta - 1 / N,
            ),
            slope(
                "the variance",
                r"\sigma^2",
                VAR,
                r"\frac{2}{N} (x_j - \mu)",
                2 * (x[j] - mu) / N,
            ),
            slope("the root", "s", ROOT, r"\frac{\hat x_j}{N}", x_hat[j] / N),
            slope(
                "the fraction",
                r"\hat x_i",
                (x[i] - MEAN) / ROOT,
                r"\frac{N \delta_{ij} - 1 - \hat x_i \hat x_j}{N s}",
                claim,
            ),
        ),
    )


def slope(name, symbol, value, formula, right, **meaning):
    """Let SymPy differentiate a value by x_j, and compare."""
    formula = rf"\frac{{\partial {symbol}}}{{\partial x_j}} = {formula}"
    found = sp.diff(value, x[j])
    return step(name, formula, found, right, partial(in_short, **meaning))


def in_short(expression, var=VAR, mu=mu, s=s):
    """Write σ², μ and x̂ for what they stand for; what is 0 becomes 0."""
    short = expression.xreplace({var: s**2 - eps, MEAN: mu})
    short = short.replace(
        lambda e: isinstance(e, sp.Sum) and e.has(sp.KroneckerDelta),
        lambda e: split_sum(e.function, k),
    ).subs(m, N - 1 - j)
    short = named_sums(short, {SUM.subs(LAST, N - 1): N * mu}).doit()
    return sp.expand(short.subs({x[v]: mu + s * x_hat[v] for v in (i, j)}))


def prove_backward(claim=None):
    """Prove dx in three sums from the N × N Jacobian, for every N.

    Parameters
    ----------
    claim : sympy expression, optional
        Of dx_j, where g = dL/dx̂: in g_j, mean_g, mean_gx, x̂_j, N and s;
        `three_lines()` by default.
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


def prove_slope():
    """Return whether the slope of ρ = ℓ/s by ℓ is ε/s³."""
    length = sp.Symbol("l", positive=True)
    s = sp.sqrt(length**2 / N + eps)
    return sp.simplify(sp.diff(length / s, length) - eps / s**3) == 0
