"""Every derivative of the feed-forward layer, proved at a small size.

Two tokens, two features, three hidden units; L = Σ G · Y stands for any loss,
whose gradient by Y is G. SymPy differentiates each entry on its own and has
never heard of a matrix product; the claims are the matrix products of the
document on the feed-forward layer. At M = 0 the ReLU has a kink and no
derivative: there SymPy's step function is 1/2, and the layer takes 0.
"""

from types import SimpleNamespace

import sympy as sp

from course_lib.evidence.proof import slopes, step, symbols

TOKENS, D_MODEL, D_FF = 2, 2, 3
ONES = sp.ones(TOKENS, 1)


def forward():
    """Return X, W1, b1, W2, b2, G, M in symbols, and H and L from them.

    M is a variable of its own; `meaning` says what it stands for.
    """
    v = SimpleNamespace(
        X=symbols("X", TOKENS, D_MODEL),
        W1=symbols("W1", D_MODEL, D_FF),
        b1=symbols("b1", 1, D_FF),
        W2=symbols("W2", D_FF, D_MODEL),
        b2=symbols("b2", 1, D_MODEL),
        G=symbols("G", TOKENS, D_MODEL),
        M=symbols("M", TOKENS, D_FF),
    )
    v.meaning = dict(zip(v.M, v.X * v.W1 + ONES * v.b1))
    v.H = v.M.applyfunc(lambda m: sp.Max(0, m))
    v.loss = sum(times(v.G, v.H * v.W2 + ONES * v.b2))
    # ReLU's slope: 1 where H > 0, 0 elsewhere
    v.dM = times(v.M.applyfunc(sp.Heaviside), v.G * v.W2.T)
    return v


def times(a, b):
    """Return the product entry by entry."""
    return a.multiply_elementwise(b)


def slope(letter):
    """Return ∂L/∂letter as LaTeX."""
    return rf"\frac{{\partial L}}{{\partial {letter}}}"


DY, DM = slope("Y"), slope("M")
# Gradient: its right side as LaTeX, and the claim.
CLAIMS = {
    "b2": (r"\mathbf{1}^\top " + DY, lambda v: ONES.T * v.G),
    "W2": (rf"H^\top {DY}", lambda v: v.H.T * v.G),
    "M": (rf"(H > 0) \circ \left({DY} W_2^\top\right)", lambda v: v.dM),
    "b1": (r"\mathbf{1}^\top " + DM, lambda v: ONES.T * v.dM),
    "W1": (rf"X^\top {DM}", lambda v: v.X.T * v.dM),
    "X": (rf"{DM} W_1^\top", lambda v: v.dM * v.W1.T),
}


def gradient_step(name, claim=None):
    """Prove one gradient: "b2", "W2", "M", "b1", "W1" or "X".

    Parameters
    ----------
    name : str
    claim : callable, optional
        Your own: a function of what `forward` returns.

    Raises
    ------
    ValueError
        If the claim has the wrong shape, as ``v.dM.T * v.X`` has for "W1".
    """
    formula, right = CLAIMS[name]
    return gradient(name, formula, forward(), claim or right)


def gradient(name, formula, v, claim):
    """Let SymPy differentiate by every entry of a matrix, and compare.

    What stands before the activation, where M is no variable of its own, is
    differentiated through it.
    """
    given, right = getattr(v, name), claim(v)
    if right.shape != given.shape:
        raise ValueError(
            f"The gradient of {name} must have its shape, {given.shape}, but "
            f"the claim has shape {right.shape}."
        )
    before = sp.Tuple(*v.meaning.values()).free_symbols
    meaning = v.meaning if given.free_symbols <= before else {}
    letter, index = name[0], name[1:].lstrip("_")
    if index:
        letter += f"_{index}" if index.isdigit() else rf"_\mathrm{{{index}}}"
    return step(
        f"d{name}",
        f"{slope(letter)} = {formula}",
        slopes(v.loss.xreplace(meaning), given),
        right.xreplace(meaning),
    )
