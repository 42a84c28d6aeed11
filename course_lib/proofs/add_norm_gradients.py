"""AddNorm's backward: prev and orig get the same dz."""

from course_lib.proofs.layer_norm_jacobian import entry_form
from course_lib.proofs.layer_norm_parameters import slopes, symbols
from course_lib.proofs.layer_norm_row import Row
from course_lib.proofs.proof import Proof, step


def same_for_both(dz):
    """Return what prev and orig get: dz each, since a sum has slope 1."""
    return dz, dz


def prove_add_norm(n=3, claim=same_for_both):
    """Prove that both inputs of y = γ LayerNorm(prev + orig) + β get dz.

    Parameters
    ----------
    n : int
    claim : callable
        Takes dz = J (dy ∘ γ), returns the gradients of prev and of orig.

    Returns
    -------
    Proof
    """
    row = Row(n)
    prev, orig = symbols("prev", n, 1), symbols("orig", n, 1)
    dy, gamma = symbols("dy", n, 1), symbols("gamma", n, 1)
    loss = dy.dot(gamma.multiply_elementwise(row.normalized))  # in x
    added = dict(zip(row.x, prev + orig))
    back = dict(zip(prev, row.x - orig))  # to read it in x = prev + orig
    dz = entry_form(row) * dy.multiply_elementwise(gamma)
    dprev, dorig = claim(dz)
    loss_of_both = loss.xreplace(added)

    def of(name, given, right):
        return row.step(
            f"d{name}",
            rf"\frac{{\partial L}}{{\partial\, \mathrm{{{name}}}}} = "
            r"J \, (dy \circ \gamma) = dz",
            slopes(loss_of_both, given).xreplace(back),
            right,
        )

    return Proof(
        f"AddNorm's backward pass, N = {n}",
        (
            step(
                "slope of the sum",
                r"x = \mathrm{prev} + \mathrm{orig}, \quad "
                r"\frac{\partial x}{\partial\, \mathrm{prev}} = "
                r"\frac{\partial x}{\partial\, \mathrm{orig}} = I",
                (prev + orig).jacobian(prev),
                (prev + orig).jacobian(orig),
            ),
            of("prev", prev, dprev),
            of("orig", orig, dorig),
        ),
    )
