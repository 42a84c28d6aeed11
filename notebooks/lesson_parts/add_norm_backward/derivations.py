"""Lesson 07's derivations: dx without the matrix, and dγ and dβ."""

import numpy as np

from derivation_check import Goal, Slips, Step, World, proves
from lesson_parts.layernorm_jacobian.derivations import (
    MEANING,
    MEANS,
    fractions,
    layer_norm,
)


def batch(rng, n):
    """Draw two tokens of n features, as x̂, and what comes back to y."""
    if rng:
        x_hat, dy, gamma, beta = rng.normal(0.5, 1.5, (4, 1, n - 1, n))
    else:
        whole = np.random.default_rng(n).integers(-4, 9, (4, 1, n - 1, n))
        x_hat, dy, gamma, beta = fractions(whole)
    return {"x̂": x_hat, "dy": dy, "γ": gamma[:, 0], "β": beta[:, 0]}


parameters = World(
    {"x̂": "rc", "dy": "rc", "γ": "c", "β": "c"},
    "y := x̂ ∘ γ + β\nL := Σ_t Σ_j dy_tj y_tj",
    batch,
    slips=Slips(
        confused="y_tj; x̂_tj | y; x̂ | γ_j; β_j | x̂_tj; γ_j | dy_tj; dx̂_tj",
        vectors="x̂_tj | γ_j | dy_tj"),
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
        layer_norm,
        "dx, the gradient at x, from dx̂, the gradient at x̂. You may begin "
        "with lesson 06's J u = (u − mean(u) − x̂ mean(x̂ ∘ u))/s and "
        "dx · u = dx̂ · J u, or go your own way.",
        "dx | dx_i",
        (Step("what J does, or how s (or σ²) moves", f"{J} | {ROOT}",
              along="x̂_j"),
         Step("how dx comes from dx̂ (the chain rule)", "dx | dx_i | L′",
              link=f"{J} | {ROOT} | ∂L/∂μ")),
        given="dx̂ | dx̂_i | dy | dy_i",
        hints=("When x moves by u, the loss rises by dx · u, and also by "
               "dx̂ · J u.",
               "Write out dx̂ · J u. A mean is a number and may stand in "
               "front.",
               "mean(u) Σ_i dx̂_i is mean(dx̂) Σ_i u_i. Bring all of it into "
               "the form (…) · u: the bracket is dx."),
        routes={
            "By nudges": "J u = (u − mean(u) − x̂ mean(x̂ ∘ u))/s\n"
            "dx · u = dx̂ · J u\n"
            " = (dx̂ · u − mean(u) Σ_i dx̂_i − mean(x̂ ∘ u) Σ_i dx̂_i x̂_i)/s\n"
            " = ((dx̂ − mean(dx̂) − x̂ mean(dx̂ ∘ x̂))/s) · u\n"
            "dx = (dx̂ − mean(dx̂) − x̂ mean(dx̂ ∘ x̂))/s",
            "By indices": "∂x̂_i/∂x_j = (δ_ij − 1/N − x̂_i x̂_j/N)/s\n"
            "dx_j = Σ_i dx̂_i ∂x̂_i/∂x_j\n"
            " = 1/s (dx̂_j − 1/N Σ_i dx̂_i − x̂_j/N Σ_i dx̂_i x̂_i)\n"
            "dx_j = (dx̂_j − mean(dx̂) − x̂_j mean(dx̂ ∘ x̂))/s"},
        prove=proves(layer_norm, DX, meaning=MEANING,
                     means=MEANS, lesson=proved_backward),
    ),
    "dgamma": Goal(
        parameters,
        "dγ_j, from dy_tj, where y_tj = γ_j x̂_tj + β_j. Tokens are counted "
        "by t, features by j; all tokens share γ and β.",
        "dγ_j | dγ",
        (Step("how y moves with γ", "∂y_tj/∂γ_j | ∂y_tj/∂γ_k | ∂y/∂γ"),),
        given="dy_tj | dy",
        hints=("How much does one y_tj rise when γ_j rises by a little?",
               "Which y does γ_j reach? Each of them sends back its part.",
               "Add up, over the tokens, dy_tj times what y_tj rises by."),
        routes={
            "Entry by entry": "∂y_tj/∂γ_j = x̂_tj\n"
            "dγ_j = Σ_t dy_tj ∂y_tj/∂γ_j\ndγ_j = Σ_t dy_tj x̂_tj",
            "As a sum over everything": "∂y_tk/∂γ_j = δ_kj x̂_tk\n"
            "dγ_j = Σ_t Σ_k dy_tk δ_kj x̂_tk\n = Σ_t dy_tj x̂_tj"},
    ),
    "dbeta": Goal(
        parameters,
        "dβ_j, from dy_tj, where y_tj = γ_j x̂_tj + β_j.",
        "dβ_j | dβ",
        (Step("how y moves with β", "∂y_tj/∂β_j | ∂y_tj/∂β_k | ∂y/∂β"),),
        given="dy_tj | dy",
        hints=("How much does one y_tj rise when β_j rises by a little?",
               "Which y does β_j reach?",
               "Each token sends back its dy_tj. Add them up."),
        routes={
            "Entry by entry": "∂y_tj/∂β_j = 1\ndβ_j = Σ_t dy_tj",
            "As a sum over everything": "∂y_tk/∂β_j = δ_kj\n"
            "dβ_j = Σ_t Σ_k dy_tk δ_kj = Σ_t dy_tj"},
    ),
}  # fmt: skip
