"""Lesson 06's derivations: ρ′, J u from x̂·s = x − μ, the entries of J."""

from derivation_check import Goal, Step, World, proves

LETTERS = {"x": "r", "u": "r", "γ": "r", "β": "r", "dy": "r", "N": "",
           "ε": ""}  # fmt: skip
FIRST = {"x": "1 4 10", "u": "1 3 -2", "dy": "3 2 11/2", "γ": "1 1/2 2",
         "β": "1 0 2"}  # fmt: skip
LOSS = "y := γ ∘ x̂ + β\nL := Σ_k dy_k y_k\nJ := ∂x̂/∂x\nC := I − 11ᵀ/N"
BOTH = "the other part of the product rule"
FACTORS = "2 | N | s | s^2 | s^3 | σ | σ² | N s | N/2 | N^2 | σ²/s² | ε | ε/s²"
SLIPS = {
    "terms": {
        "what x itself does": "δ_ij | δ_ij/s | I",
        "what the mean does": "1/N | 1/(N s) | mean(u) | μ′ | 11ᵀ/N"
        " | mean(dx̂) | dμ/N",
        "what s does": "x̂_i x̂_j/N | x̂_i x̂_j/(N s) | x̂ mean(x̂ ∘ u) | x̂x̂ᵀ/N"
        " | x̂_i mean(x̂ ∘ u) | x̂ mean(dx̂ ∘ x̂) | x̂_i mean(dx̂ ∘ x̂)"
        " | 2 dσ² (x_i − μ)/N",
        BOTH: "x̂_i ∂s/∂x_j | s ∂x̂_i/∂x_j | x̂ s′",
        "how u itself goes on": "u | u_i",
        "the direct way back": "dx̂ | dx̂_i | dx̂_i/s",
        "ε": "ε", "β": "β",
    },
    "confused": "σ²; s^2 | σ; s | x_i; x_i − μ | x_i − μ; x̂_i | x_i; x̂_i"
    " | x; x − μ | x − μ; x̂ | x; x̂ | y; x̂ | y_i; x̂_i | dy; dx̂ | dy_i; dx̂_i"
    " | σ² + ε; s | σ; s^2 | σ²; s | u; x̂ | u; x̂ ∘ u | dx̂; x̂",
    "factors": FACTORS, "vectors": "x̂ | x̂_i", "sqrt": "s",
}  # fmt: skip
layer_norm = World(
    LETTERS,
    "μ := 1/N Σ_k x_k\nσ² := 1/N Σ_k (x_k − μ)²\nσ := √σ²\ns := √(σ² + ε)\n"
    f"rstd := 1/s\nx̂ := (x − μ)/s\n{LOSS}",
    FIRST, root=("ε", "σ²"), prime=("x", "u"), slips=SLIPS,
    units={"x": 1, "u": 1, "ε": 2},
    through={"σ": ("σ²", "2 σ"), "rstd": ("s", "−s²")},
    special={"ε = 0": {"ε": "0 ε"}, "μ = 0": {"x": "x − μ"},
             "s = 1": {"x": "x/s", "ε": "ε/s²"}},
)  # fmt: skip
ray = World(
    {"ℓ": "", "ε": "", "N": ""},
    "σ² := ℓ²/N\nσ := √σ²\ns := √(σ² + ε)\nρ := ℓ/s", {"ℓ": "3"},
    root=("ε", "σ²"), prime=("ℓ", None), units={"ℓ": 1, "ε": 2},
    special={"ε = 0": {"ε": "0 ε"}},
    slips={
        "terms": {BOTH: "ρ s′ | s ρ′", "the slope of ℓ itself": "1", "ε": "ε"},
        "confused": "σ²; s^2 | σ; s | ℓ; ρ | σ²; ε | s^2; ε | ℓ^2; σ²",
        "factors": f"{FACTORS} | ℓ | ρ", "sqrt": "s",
    },
)  # fmt: skip
# What SymPy is told: s, σ and x̂ are the letters that stay.
MEANING = {"ε": "s² − σ σ", "σ²": "σ σ", "x": "μ + s x̂", "rstd": "1/s"}
MEANS = {"x̂": "0", "x̂ x̂": "σ σ/s²"}
ON_RAY = {"ε": "s² − ℓ²/N", "σ²": "ℓ²/N", "ρ": "ℓ/s"}


def proved_jacobian():
    """Run the lesson's proof of the entries of J."""
    from lesson_parts.layernorm_jacobian.every_n import prove_jacobian

    return prove_jacobian()


def proved_slope():
    """Let SymPy differentiate ρ."""
    import sympy as sp

    length, n, eps = sp.symbols("l N epsilon", positive=True)
    s = sp.sqrt(length**2 / n + eps)
    return sp.simplify(sp.diff(length / s, length) - eps / s**3) == 0


STEPS = (
    Step("how μ (or x − μ) moves", "μ′ | (x − μ)′ | (x_i − μ)′", "1"),
    Step("how s (or σ²) moves", "s′ | (σ²)′ | (1/s)′ | (s²)′", "x̂_j"),
)
MATRIX = "(δ_ij − 1/N − x̂_i x̂_j/N)/s"
GOALS = {
    "slope": Goal(
        ray, "ρ′ | ∂ρ/∂ℓ",
        (Step("how s moves", "s′ | (σ²)′ | (s²)′ | ∂s/∂ℓ | ∂σ²/∂ℓ"),),
        prove=proves(ray, "ε/s³", meaning=ON_RAY, lesson=proved_slope),
    ),
    "move": Goal(
        layer_norm, "J u | x̂′", STEPS,
        prove=proves(layer_norm, "Σ_k (δ_ik − 1/N − x̂_i x̂_k/N)/s u_k",
                     meaning=MEANING, means=MEANS, lesson=proved_jacobian),
    ),
    "jacobian": Goal(
        layer_norm, "∂x̂_i/∂x_j | J_ij | J | ∂x̂/∂x", STEPS,
        prove=proves(layer_norm, MATRIX, meaning=MEANING, means=MEANS,
                     lesson=proved_jacobian),
    ),
    "printed": Goal(layer_norm),
}  # fmt: skip
