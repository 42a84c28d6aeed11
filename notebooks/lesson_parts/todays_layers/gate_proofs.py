"""The gate's gradients by the product rule, and the slope of SiLU.

The gate is proved for any activation f with slope f', at two tokens, two
features and three hidden units; L = Σ G · Y stands for any loss, whose
gradient by Y is G. SymPy differentiates each entry on its own.
"""

from types import SimpleNamespace

import sympy as sp

from course_lib.evidence.proof import Proof, step, symbols
from lesson_parts.feed_forward.proofs import (
    D_FF,
    D_MODEL,
    DM,
    DY,
    TOKENS,
    gradient,
    slope,
    times,
)

m = sp.Symbol("m", real=True)


class slope_of_f(sp.Function):
    """f', the slope of the activation."""


class f(sp.Function):
    """Any activation; SymPy asks it for its slope."""

    def fdiff(self, argindex=1):
        """Return f' at the argument."""
        return slope_of_f(self.args[0])


def forward():
    """Return X, the weights and G in symbols, M, U, H and L from them.

    M = X W_gate and U = X W_up are variables of their own; `meaning` says
    what they stand for.
    """
    v = SimpleNamespace(
        X=symbols("X", TOKENS, D_MODEL),
        W_gate=symbols("V", D_MODEL, D_FF),
        W_up=symbols("W", D_MODEL, D_FF),
        W_down=symbols("Z", D_FF, D_MODEL),
        G=symbols("G", TOKENS, D_MODEL),
        M=symbols("M", TOKENS, D_FF),
        U=symbols("U", TOKENS, D_FF),
    )
    v.meaning = dict(zip([*v.M, *v.U], [*(v.X * v.W_gate), *(v.X * v.W_up)]))
    v.H = times(v.M.applyfunc(f), v.U)
    v.loss = sum(times(v.G, v.H * v.W_down))
    v.dH = v.G * v.W_down.T
    v.dU = times(v.M.applyfunc(f), v.dH)
    v.dM = times(v.M.applyfunc(slope_of_f), times(v.U, v.dH))
    return v


DU = slope("U")
# Gradient: its right side as LaTeX, and the claim.
CLAIMS = {
    "W_down": (f"H^T {DY}", lambda v: v.H.T * v.G),
    "U": (rf"f(M) \circ {slope('H')}", lambda v: v.dU),
    "M": (rf"f'(M) \circ U \circ {slope('H')}", lambda v: v.dM),
    "W_up": (f"X^T {DU}", lambda v: v.X.T * v.dU),
    "W_gate": (f"X^T {DM}", lambda v: v.X.T * v.dM),
    "X": (
        rf"{DM} W_\mathrm{{gate}}^T + {DU} W_\mathrm{{up}}^T",
        lambda v: v.dM * v.W_gate.T + v.dU * v.W_up.T,
    ),
}


def prove_gate(claims=None):
    r"""Prove every gradient of Y = H W_down, H = f(X W_gate) ∘ (X W_up).

    There ∂L/∂H = ∂L/∂Y W_downᵀ.

    Parameters
    ----------
    claims : dict, optional
        Your own by the names of `CLAIMS`: functions of what `forward`
        returns, such as ``{"U": lambda v: v.dH}``.
    """
    v, claims = forward(), claims or {}
    return Proof(
        "The gate's gradients",
        tuple(
            gradient(name, formula, v, claims.get(name, right))
            for name, (formula, right) in CLAIMS.items()
        ),
    )


def sigmoid(m):
    """Return σ(m) = 1 / (1 + exp(-m))."""
    return 1 / (1 + sp.exp(-m))


def prove_silu_slope(claim=None):
    """Prove the slope of silu(m) = m σ(m).

    Parameters
    ----------
    claim : sympy expression, optional
        In `m`; σ(m) (1 + m σ(-m)) by default.

    Returns
    -------
    Proof
    """
    claim = sigmoid(m) * (1 + m * sigmoid(-m)) if claim is None else claim
    return Proof(
        "SiLU's slope",
        (
            step(
                "the sigmoid from the other end",
                r"1 - \sigma(m) = \sigma(-m)",
                1 - sigmoid(m),
                sigmoid(-m),
                sp.simplify,
            ),
            step(
                "the sigmoid's slope",
                r"\sigma'(m) = \sigma(m)\,\sigma(-m)",
                sp.diff(sigmoid(m), m),
                sigmoid(m) * sigmoid(-m),
                sp.simplify,
            ),
            step(
                "the product rule",
                r"\mathrm{silu}'(m) = \sigma(m) + m\,\sigma'(m) = "
                r"\sigma(m)\,(1 + m\,\sigma(-m))",
                sp.diff(m * sigmoid(m), m),
                claim,
                sp.simplify,
            ),
        ),
    )
