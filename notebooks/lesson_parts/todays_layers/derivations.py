"""Lesson 09's derivation: RMSNorm's Jacobian."""

from derivation_check import Goal, Step, World, proves
from lesson_parts.layernorm_jacobian import derivations as layer_norm

rms_norm = World(
    layer_norm.LETTERS,
    "r := √(mean(x ∘ x) + ε)\ns := r\nrstd := 1/r\nx̂ := x/r\n"
    + layer_norm.LOSS,
    {"x": "1 2 2", "u": "1 3 -2"}, root=("ε", "mean(x ∘ x)"),
    prime=("x", "u"), units={"x": 1, "u": 1, "ε": 2},
    special={"ε = 0": {"ε": "0 ε"}},
    slips={
        "terms": {"what x itself does": "δ_ij | δ_ij/r", "what r does":
                  "x̂_i x̂_j/N | x̂_i x̂_j/(N r)",
                  layer_norm.BOTH: "x̂_i ∂r/∂x_j | r ∂x̂_i/∂x_j"},
        "confused": "x_i; x̂_i | x̂; x | u; x̂ | dy; dx̂", "sqrt": "r",
        "factors": "2 | N | r | r^2 | r^3 | N r | ε", "vectors": "x̂ | x̂_i",
    },
)  # fmt: skip


def proved():
    """Run the lesson's proof of RMSNorm's entries."""
    from lesson_parts.todays_layers.rms_norm_proofs import prove_jacobian

    return prove_jacobian()


GOALS = {
    "rms": Goal(
        rms_norm, "∂x̂_i/∂x_j | J_ij | J | ∂x̂/∂x",
        (Step("how r moves", "r′ | ∂r/∂x_j | (r²)′", "x̂_j"),),
        prove=proves(rms_norm, "(δ_ij − x̂_i x̂_j/N)/r", lesson=proved,
                     meaning={"x": "r x̂", "s": "r", "rstd": "1/r"},
                     means={"x̂ x̂": "1 − ε/r²"}),
    ),
}  # fmt: skip
