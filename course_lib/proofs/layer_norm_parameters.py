"""Where γ goes in dx, for one row; L = Σ dy · y stands for any loss."""

from course_lib.proofs.layer_norm_jacobian import entry_form
from course_lib.proofs.layer_norm_row import Row
from course_lib.proofs.proof import Proof, slopes, symbols


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
