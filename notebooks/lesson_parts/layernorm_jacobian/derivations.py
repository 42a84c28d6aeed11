"""Lesson 06's own proofs of what its derivations come to."""


def jacobian():
    """Run the proof of the entries of J."""
    from lesson_parts.layernorm_jacobian.every_n import prove_jacobian

    return prove_jacobian()


def product():
    """Run the proof of v J for any v: J is symmetric, so also of J u."""
    from lesson_parts.layernorm_jacobian.every_n import prove_backward

    return prove_backward()


def slope():
    """Let SymPy differentiate ρ."""
    import sympy as sp

    length, n, eps = sp.symbols("l N epsilon", positive=True)
    s = sp.sqrt(length**2 / n + eps)
    return sp.simplify(sp.diff(length / s, length) - eps / s**3) == 0


PROOFS = {"slope": slope, "move": product, "jacobian": jacobian}
