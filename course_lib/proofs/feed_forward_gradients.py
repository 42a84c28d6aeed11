"""Every derivative of the feed-forward layer, proved at a small size.

Two tokens, two features, three hidden units; L = Σ G · Y stands for any loss,
whose gradient by Y is G. SymPy differentiates each entry on its own and has
never heard of a matrix product; the claims are the matrix products of the
document on the feed-forward layer. At M = 0 the ReLU has a kink and no
derivative: there SymPy's step function is 1/2, and the layer takes 0.
"""

from types import SimpleNamespace

import sympy as sp

from course_lib.proofs.proof import slopes, step, symbols

TOKENS, D_MODEL, D_FF = 2, 2, 3


def forward():
    """Return X, W1, b1, W2, b2, G in symbols, M and H and Y from them."""
    v = SimpleNamespace(
        X=symbols("X", TOKENS, D_MODEL),
        W1=symbols("W1", D_MODEL, D_FF),
        b1=symbols("b1", 1, D_FF),
        W2=symbols("W2", D_FF, D_MODEL),
        b2=symbols("b2", 1, D_MODEL),
        G=symbols("G", TOKENS, D_MODEL),
        M=symbols("M", TOKENS, D_FF),
    )
    v.pre_activation = v.X * v.W1 + ones(TOKENS) * v.b1
    v.M_is = dict(zip(v.M, v.pre_activation))
    v.H = v.M.applyfunc(lambda m: sp.Max(0, m))
    v.Y = v.H * v.W2 + ones(TOKENS) * v.b2
    v.loss = sum(v.G.multiply_elementwise(v.Y))
    # ReLU's slope: 1 where H > 0, 0 elsewhere
    v.H_positive = v.M.applyfunc(sp.Heaviside)
    v.dM = v.H_positive.multiply_elementwise(v.G * v.W2.T)
    return v


def ones(n):
    """Return a column of n ones."""
    return sp.ones(n, 1)


# Gradient: its formula, the rule, and the claim.
CLAIMS = {
    "b2": (
        r"\frac{\partial L}{\partial b_2} = \mathbf{1}^T "
        r"\frac{\partial L}{\partial Y}",
        lambda v: ones(TOKENS).T * v.G,
    ),
    "W2": (
        r"\frac{\partial L}{\partial W_2} = H^T "
        r"\frac{\partial L}{\partial Y}",
        lambda v: v.H.T * v.G,
    ),
    "M": (
        r"\frac{\partial L}{\partial M} = (H > 0) \circ "
        r"\left(\frac{\partial L}{\partial Y} W_2^T\right)",
        lambda v: v.dM,
    ),
    "b1": (
        r"\frac{\partial L}{\partial b_1} = \mathbf{1}^T "
        r"\frac{\partial L}{\partial M}",
        lambda v: ones(TOKENS).T * v.dM,
    ),
    "W1": (
        r"\frac{\partial L}{\partial W_1} = X^T "
        r"\frac{\partial L}{\partial M}",
        lambda v: v.X.T * v.dM,
    ),
    "X": (
        r"\frac{\partial L}{\partial X} = "
        r"\frac{\partial L}{\partial M} W_1^T",
        lambda v: v.dM * v.W1.T,
    ),
}


def gradient_step(name, claim=None):
    """Prove one gradient: "b2", "W2", "M", "b1", "W1" or "X".

    Parameters
    ----------
    name : str
    claim : callable, optional
        Your own: a function of what `forward` returns.
        ``lambda v: v.dM.T * v.X`` for "W1" fails by its shape.

    Returns
    -------
    Step

    Raises
    ------
    ValueError
        If the claim has the wrong shape.
    """
    formula, right = CLAIMS[name]
    v = forward()
    given, right = getattr(v, name), (claim or right)(v)
    if right.shape != given.shape:
        raise ValueError(
            f"The gradient of {name} must have its shape, {given.shape}, but "
            f"the claim has shape {right.shape}."
        )
    if name in ("b2", "W2", "M"):  # behind the ReLU, M is a variable itself
        return step(f"d{name}", formula, slopes(v.loss, given), right)
    left = slopes(v.loss.xreplace(v.M_is), given)
    return step(f"d{name}", formula, left, right.xreplace(v.M_is))
