"""Lesson 07's derivations: dx without the matrix, and dγ and dβ."""

from derivation_check import Goal, Step, World, proves
from lesson_parts.layernorm_jacobian.derivations import (
    MEANING,
    MEANS,
    layer_norm,
)

parameters = World(
    {"x̂": "rc", "dy": "rc", "γ": "c", "β": "c"},
    "y := x̂ ∘ γ + β\nL := Σ_t Σ_j dy_tj y_tj",
    slips={
        "confused": "y_tj; x̂_tj | y; x̂ | γ_j; β_j | x̂_tj; γ_j"
        " | dy_tj; dx̂_tj | dy; dx̂", "vectors": "x̂_tj | γ_j | dy_tj",
    },
)  # fmt: skip


def proved_backward():
    """Run the course's proof of the three lines."""
    from lesson_parts.layernorm_jacobian.every_n import prove_backward

    return prove_backward()


ROOT = "∂L/∂σ² | ∂L/∂s | ∂L/∂rstd | s′ | (σ²)′"
J = "J u | ∂x̂_i/∂x_j | J_ij | J | ∂x̂/∂x | x̂′"
DX = "(dx̂_i − mean(dx̂) − x̂_i mean(dx̂ ∘ x̂))/s"
GOALS = {
    "dx": Goal(
        layer_norm, "dx | dx_i",
        (Step("what J does, or how s (or σ²) moves", f"{J} | {ROOT}", "x̂_j"),
         Step("how dx comes from dx̂ (the chain rule)", "dx | dx_i | L′",
              link=f"{J} | {ROOT} | ∂L/∂μ")),
        given="dx̂ | dx̂_i",
        prove=proves(layer_norm, DX, lesson=proved_backward, means=MEANS,
                     meaning=MEANING | {"dx̂": "γ ∘ dy"}),
    ),
    "dgamma": Goal(
        parameters, "dγ_j | dγ",
        (Step("how y moves with γ", "∂y_tj/∂γ_j | ∂y_tj/∂γ_k | ∂y/∂γ"),),
    ),
    "dbeta": Goal(
        parameters, "dβ_j | dβ",
        (Step("how y moves with β", "∂y_tj/∂β_j | ∂y_tj/∂β_k | ∂y/∂β"),),
    ),
}  # fmt: skip
