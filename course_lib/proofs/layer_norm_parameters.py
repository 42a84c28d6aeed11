"""The gradients of γ and β, and where γ goes in dx: proved at 2 × 3.

Two tokens of three features; L = Σ dy · y stands for any loss, whose
gradient by y is dy.
"""

import sympy as sp

from course_lib.proofs.layer_norm_jacobian import entry_form
from course_lib.proofs.layer_norm_row import Row
from course_lib.proofs.proof import Proof, step

TOKENS, FEATURES = 2, 3


def symbols(name, rows=TOKENS, columns=FEATURES):
    """Return a matrix of real symbols, name_11 … ."""
    return sp.Matrix(
        rows,
        columns,
        lambda t, i: sp.Symbol(f"{name}_{t + 1}{i + 1}", real=True),
    )


X_HAT, DY = symbols(r"\hat{x}"), symbols("dy")
# What a γ or β is shared by, and the sum that its gradient collects.
SHAPES = {
    "feature": ((1, FEATURES), r"\sum_t"),
    "token": ((TOKENS, 1), r"\sum_i"),
}


def output(gamma, beta):
    """Return y = γ x̂ + β, with γ and β repeated to the shape of x̂."""
    return X_HAT.multiply_elementwise(repeat(gamma)) + repeat(beta)


def repeat(p):
    """Return a parameter broadcast to (tokens, features)."""
    return sp.Matrix(TOKENS, FEATURES, lambda t, i: p[t % p.rows, i % p.cols])


def sum_to(shape, values):
    """Sum over the axis along which a parameter of `shape` was repeated."""
    ones = sp.ones(1, TOKENS), sp.ones(FEATURES, 1)
    return ones[0] * values if shape[0] == 1 else values * ones[1]


def dgamma_from_x_hat(shape, gamma, beta):
    """Return dγ = Σ dy x̂, which is right."""
    return sum_to(shape, DY.multiply_elementwise(X_HAT))


def dgamma_from_w(shape, gamma, beta):
    """Return Σ dy w as the document prints it, with w = γ x̂ + β: wrong."""
    return sum_to(shape, DY.multiply_elementwise(output(gamma, beta)))


def dbeta_from_dy(shape, gamma, beta):
    """Return dβ = Σ dy."""
    return sum_to(shape, DY)


def prove_parameters(
    per="feature", dgamma=dgamma_from_x_hat, dbeta=dbeta_from_dy
):
    """Prove dγ = Σ dy x̂ and dβ = Σ dy.

    Parameters
    ----------
    per : {"feature", "token"}
        Whether there is one γ and β a feature or one a token; the sum runs
        over the others.
    dgamma, dbeta : callable
        Claims. With ``dgamma=dgamma_from_w`` the proof fails.

    Returns
    -------
    Proof
    """
    if per not in SHAPES:
        raise ValueError(f'per must be "feature" or "token", not {per!r}.')
    shape, over = SHAPES[per]
    gamma, beta = symbols("gamma", *shape), symbols("beta", *shape)
    loss = sum(DY.multiply_elementwise(output(gamma, beta)))
    index = "i" if per == "feature" else "t"
    return Proof(
        f"Gradients of γ and β, one each per {per}",
        (
            step(
                "dγ",
                rf"\frac{{\partial L}}{{\partial \gamma_{index}}} = {over} "
                r"dy_{ti} \, \hat x_{ti}",
                slopes(loss, gamma),
                dgamma(shape, gamma, beta),
            ),
            step(
                "dβ",
                rf"\frac{{\partial L}}{{\partial \beta_{index}}} = {over} "
                "dy_{ti}",
                slopes(loss, beta),
                dbeta(shape, gamma, beta),
            ),
        ),
    )


def slopes(loss, parameter):
    """Return SymPy's derivatives of the loss by every entry."""
    return parameter.applyfunc(lambda p: sp.diff(loss, p))


def gamma_inside(row, dy, gamma):
    """Return dx = J (dy ∘ γ), which is right: J is symmetric."""
    return entry_form(row) * dy.multiply_elementwise(gamma)


def gamma_outside(row, dy, gamma):
    """Return γ ∘ (J dy): right only where all γ_i are one number."""
    return gamma.multiply_elementwise(entry_form(row) * dy)


def prove_gamma_inside(n=3, claim=gamma_inside):
    """Prove that γ, one a feature, multiplies dy before J does.

    Parameters
    ----------
    n : int
    claim : callable
        Takes the `Row`, dy and γ, returns dx, (n, 1). With
        ``claim=gamma_outside`` the proof fails.

    Returns
    -------
    Proof
        dx = J (dy ∘ γ), for one row of n features.
    """
    row = Row(n)
    dy, gamma = symbols("dy", n, 1), symbols("gamma", n, 1)
    y = gamma.multiply_elementwise(row.normalized)
    loss = dy.dot(y)  # β adds nothing that depends on x
    return Proof(
        f"LayerNorm's dx with a γ per feature, N = {n}",
        (
            row.step(
                "γ goes inside",
                r"\frac{\partial L}{\partial x} = J \, (dy \circ \gamma)",
                slopes(loss, row.x),
                claim(row, dy, gamma),
            ),
        ),
    )
