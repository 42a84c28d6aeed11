"""The derivation of lesson 09: RMSNorm's Jacobian."""

from derivation_check import Goal, Slips, Step, World, proves
from lesson_parts.layernorm_jacobian.derivations import (
    BOTH,
    ITSELF,
    LETTERS,
    NORM,
    UNITS,
    no_eps,
    tokens,
)


def no_mean(x, axis, keepdims):
    """Return what RMSNorm takes off: nothing."""
    return 0 * x.mean(axis=axis, keepdims=keepdims)


def rms_tokens(rng, n):
    """Draw tokens of which r is a fraction; the first is (1, 2, 2)."""
    data = tokens(rng, n, no_mean)
    if not rng and n == 3:  # the mean square is 3, so r = 2
        data["x"][0] = [data["N"][0] - 2, *[data["N"][0] - 1] * 2]
        data["ε"][0] = data["N"][0] - 2
    return data


WORLD = "r := √(mean(x ∘ x) + ε)\ns := r\nrstd := 1/r\n" + "\n".join(
    NORM.replace("(x − μ)/s", "x/r").splitlines()[4:]
)
rms_norm = World(
    LETTERS, WORLD, rms_tokens, prime=("x", "u"), units=UNITS,
    special={"ε = 0": no_eps},
    slips=Slips(
        {ITSELF: "δ_ij | δ_ij/r", "what r does": "x̂_i x̂_j/N | x̂_i x̂_j/(N r)",
         BOTH: "x̂_i ∂r/∂x_j | r ∂x̂_i/∂x_j"},
        "x_i; x̂_i | x̂; x | u; x̂ | dy; dx̂",
        "2 | N | r | r^2 | r^3 | N r | ε", "x̂ | x̂_i", "r"),
)  # fmt: skip


def proved():
    """Run the lesson's proof of RMSNorm's entries."""
    from lesson_parts.todays_layers.rms_norm_proofs import prove_jacobian

    return prove_jacobian()


GOALS = {
    "rms": Goal(
        rms_norm,
        "The entry ∂x̂_i/∂x_j of RMSNorm's Jacobian, where x̂ = x/r and "
        "r² = 1/N Σ_k x_k² + ε.",
        "∂x̂_i/∂x_j | J_ij | J | ∂x̂/∂x",
        (Step("how r moves", "r′ | ∂r/∂x_j | (r²)′", along="x̂_j"),),
        hints=("Nothing is subtracted here. What moves with x_j?",
               "Differentiate r² = 1/N Σ_k x_k² + ε.",
               "Differentiate x̂_i r = x_i as a product, and solve."),
        routes={
            "By the product rule": "2 r ∂r/∂x_j = 2 x_j/N\n"
            "∂r/∂x_j = x̂_j/N\nr ∂x̂_i/∂x_j + x̂_i ∂r/∂x_j = δ_ij\n"
            "∂x̂_i/∂x_j = 1/r (δ_ij − x̂_i x̂_j/N)",
            "By the quotient rule": "∂r/∂x_j = x_j/(N r)\n"
            "∂x̂_i/∂x_j = (δ_ij r − x_i x_j/(N r))/r²\n"
            " = (δ_ij − x̂_i x̂_j/N)/r"},
        prove=proves(rms_norm, "(δ_ij − x̂_i x̂_j/N)/r", lesson=proved,
                     meaning={"x": "r x̂", "s": "r"},
                     means={"x̂ x̂": "1 − ε/r²"}),
    ),
}  # fmt: skip
