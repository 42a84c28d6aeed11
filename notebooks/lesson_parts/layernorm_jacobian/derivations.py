"""Lesson 06's derivations: ρ′, J u from x̂·s = x − μ, the entries of J."""

from fractions import Fraction
from math import isqrt

import numpy as np

from derivation_check import Goal, Slips, Step, World, proves

LETTERS = {"x": "r", "u": "r", "γ": "r", "β": "r", "dy": "r", "N": "",
           "ε": ""}  # fmt: skip
NORM = """
σ := √σ²
s := √(σ² + ε)
rstd := 1/s
x̂ := (x − μ)/s
y := γ ∘ x̂ + β
L := Σ_k dy_k y_k
J := ∂x̂/∂x
C := I − 11ᵀ/N
"""
LAYER_NORM = "μ := 1/N Σ_k x_k\nσ² := 1/N Σ_k (x_k − μ)²\n" + NORM
THROUGH = {"σ": ("σ²", "2 σ"), "rstd": ("s", "−s²")}
UNITS = {"x": 1, "u": 1, "ε": 2}
FACTORS = "2 | N | s | s^2 | s^3 | σ | σ² | N s | N/2 | N^2 | σ²/s² | ε | ε/s²"
fractions = np.frompyfunc(Fraction, 1, 1)


def tokens(rng, n, mean=np.mean):
    """Draw tokens: floats, or fractions of which s is one as well.

    The first with three features is the lesson's own, with ε = 2.
    """
    if rng:
        rows = rng.normal(0.5, 1.5, (5, 3, n))
        eps = rng.uniform(0.3, 2, 3)
    else:
        whole = np.random.default_rng(n).integers(-4, 9, (5, 2, n))
        rows = fractions(whole[:, : 2 if n == 3 else 1])
        if n == 3:
            rows[:, 0] = fractions([[1, 4, 10], [1, 3, -2], [3, 2, 5],
                                    [1, 2, 3], [1, 0, 2]])  # fmt: skip
    x, *others = rows
    centre = mean(x, axis=1, keepdims=True)
    if not rng:  # choose s first
        squares = ((x - centre) ** 2).mean(axis=1)
        eps = fractions([(isqrt(int(q)) + 1) ** 2 - q for q in squares])
    full = np.full(len(x), n)
    size = full.astype(float) if rng else fractions(full)
    return {"x": x, **dict(zip(["u", "dy", "γ", "β"], others)), "ε": eps,
            "N": size}  # fmt: skip


def centred(data):
    """Return the same tokens with the mean 0."""
    return data | {"x": data["x"] - data["x"].mean(axis=1, keepdims=True)}


def scaled(data):
    """Return the same tokens with s = 1."""
    s2 = data["x"].var(axis=1) + data["ε"]
    return data | {"x": data["x"] / np.sqrt(s2)[:, None], "ε": data["ε"] / s2}


def no_eps(data):
    """Return the same tokens with ε = 0."""
    return data | {"ε": 0 * data["ε"]}


MEAN, ROOT, ITSELF = "what the mean does", "what s does", "what x itself does"
BOTH = "the other part of the product rule"
TERMS = {
    ITSELF: "δ_ij | δ_ij/s | I",
    MEAN: "1/N | 1/(N s) | mean(u) | μ′ | 11ᵀ/N | mean(dx̂) | dμ/N",
    ROOT: "x̂_i x̂_j/N | x̂_i x̂_j/(N s) | x̂ mean(x̂ ∘ u) | x̂_i mean(x̂ ∘ u)"
    " | x̂ mean(dx̂ ∘ x̂) | x̂_i mean(dx̂ ∘ x̂) | x̂x̂ᵀ/N | 2 dσ² (x_i − μ)/N",
    BOTH: "x̂_i ∂s/∂x_j | s ∂x̂_i/∂x_j | x̂ s′",
    "how u itself goes on": "u | u_i",
    "the direct way back": "dx̂ | dx̂_i | dx̂_i/s",
    "ε": "ε",
    "β": "β",
}
slips = Slips(
    TERMS,
    "σ²; s^2 | σ; s | x_i; x_i − μ | x_i − μ; x̂_i | x_i; x̂_i | x; x − μ"
    " | x − μ; x̂ | x; x̂ | y; x̂ | y_i; x̂_i | dy; dx̂ | dy_i; dx̂_i"
    " | σ² + ε; s | σ; s^2 | σ²; s | u; x̂ | u; x̂ ∘ u | dx̂; x̂",
    FACTORS, "x̂ | x̂_i", "s",
)  # fmt: skip
layer_norm = World(
    LETTERS, LAYER_NORM, tokens, prime=("x", "u"), through=THROUGH,
    units=UNITS, slips=slips,
    special={"ε = 0": no_eps, "μ = 0": centred, "s = 1": scaled},
)  # fmt: skip
MEANING = {"ε": "s² − σ σ", "σ²": "σ σ", "x": "μ + s x̂", "rstd": "1/s"}
MEANS = {"x̂": "0", "x̂ x̂": "σ σ/s²"}


def rays(rng, n):
    """Draw lengths on the ray of x̂ for N = n; as fractions, s is one."""
    if rng:
        length, eps = rng.uniform(1, 5, 3), rng.uniform(0.3, 2, 3)
        return {"ℓ": length, "ε": eps, "N": np.full(3, float(n))}
    length = fractions([n, n + 1])
    s = fractions([isqrt(n) + 1, isqrt(n + 3) + 1])
    size = fractions([n, n])
    return {"ℓ": length, "ε": s**2 - length**2 / size, "N": size}


ray = World(
    {"ℓ": "", "ε": "", "N": ""},
    "σ² := ℓ²/N\nσ := √σ²\ns := √(σ² + ε)\nρ := ℓ/s",
    rays, prime=("ℓ", None), units={"ℓ": 1, "ε": 2}, named="ℓNε",
    special={"ε = 0": no_eps},
    slips=Slips(
        {BOTH: "ρ s′ | s ρ′", "the slope of ℓ itself": "1", "ε": "ε"},
        "σ²; s^2 | σ; s | ℓ; ρ | σ²; ε | s^2; ε | ℓ^2; σ²",
        f"{FACTORS} | ℓ | ρ", root="s"),
)  # fmt: skip


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


JACOBIAN = "(δ_ij − 1/N − x̂_i x̂_j/N)/s"
MEAN_MOVES = Step("how μ (or x − μ) moves", "μ′ | (x − μ)′ | (x_i − μ)′",
                  along="1")  # fmt: skip
ROOT_MOVES = Step("how s (or σ²) moves", "s′ | (σ²)′ | (1/s)′ | (s²)′",
                  along="x̂_j")  # fmt: skip
GOALS = {
    "slope": Goal(
        ray,
        "The slope ρ′ of ρ = ℓ/s, from s² = ℓ²/N + ε and ρ s = ℓ. A prime "
        "is the slope with respect to ℓ.",
        "ρ′ | ∂ρ/∂ℓ",
        (Step("how s moves", "s′ | (σ²)′ | (s²)′ | ∂s/∂ℓ | ∂σ²/∂ℓ"),),
        hints=("Two things move with ℓ: ρ and s. Which rule is for ρ s = ℓ?",
               "First find s′: differentiate both sides of s² = ℓ²/N + ε.",
               "Put s′ and ρ = ℓ/s into ρ′ s + ρ s′ = 1 and solve for ρ′. "
               "Then write σ² for ℓ²/N."),
        routes={
            "By the product rule": "2 s s′ = 2ℓ/N\ns′ = ℓ/(N s)\n"
            "ρ′ s + ρ s′ = 1\nρ′ = 1/s (1 − ℓ²/(N s²))\n"
            " = (s² − σ²)/s³ = ε/s³",
            "By the quotient rule": "s′ = ℓ/(N s)\nρ′ = (s − ℓ s′)/s²\n"
            "ρ′ = (s² − σ²)/s³ = ε/s³"},
        prove=proves(ray, "ε/s³", lesson=proved_slope, meaning={
            "ε": "s² − ℓ²/N", "σ²": "ℓ²/N", "ρ": "ℓ/s"}),
    ),
    "move": Goal(
        layer_norm,
        "How x̂ moves when x moves along u: J u (or x̂′), from x̂ s = x − μ. "
        "A prime is the slope along u.",
        "J u | x̂′",
        (MEAN_MOVES, ROOT_MOVES),
        hints=("x̂ s = x − μ has a product on its left: three things move, "
               "x̂, s and μ.",
               "How does σ² = mean((x − μ)²) move? And s, with s² = σ² + ε?",
               "Write x̂′ s + x̂ s′ = u − mean(u), put in s′, and solve for "
               "x̂′."),
        routes={
            "With primes": "μ′ = mean(u)\n"
            "2 s s′ = 2 mean((x − μ) ∘ (u − mean(u)))\n"
            "s′ = mean(x̂ ∘ u)\nx̂′ s + x̂ s′ = u − mean(u)\n"
            "J u = (u − mean(u) − x̂ mean(x̂ ∘ u))/s",
            "With the matrix": "∂μ/∂x_j = 1/N\n∂s/∂x_j = x̂_j/N\n"
            "J = (I − 11ᵀ/N − x̂x̂ᵀ/N)/s\n"
            "J u = (u − mean(u) − x̂ mean(x̂ ∘ u))/s"},
        prove=proves(layer_norm, "Σ_k (δ_ik − 1/N − x̂_i x̂_k/N)/s u_k",
                     meaning=MEANING, means=MEANS, lesson=proved_jacobian),
    ),
    "jacobian": Goal(
        layer_norm,
        "The entry ∂x̂_i/∂x_j of the Jacobian (or J as a matrix), from "
        "μ = 1/N Σ_k x_k, σ² = 1/N Σ_k (x_k − μ)², s² = σ² + ε and "
        "x̂ s = x − μ.",
        "∂x̂_i/∂x_j | J_ij | J | ∂x̂/∂x",
        (MEAN_MOVES, ROOT_MOVES),
        hints=("One after the other: how do μ, x_i − μ, σ² and s move with "
               "x_j?",
               "In σ² every term moves, since μ is in each. What do the "
               "deviations add up to?",
               "Differentiate x̂_i s = x_i − μ as a product, put in ∂s/∂x_j, "
               "and solve."),
        routes={
            "Entry by entry": "∂μ/∂x_j = 1/N\n"
            "∂(x_i − μ)/∂x_j = δ_ij − 1/N\n"
            "∂σ²/∂x_j = 2/N Σ_k (x_k − μ)(δ_kj − 1/N)\n"
            " = 2/N (x_j − μ)\n2 s ∂s/∂x_j = 2/N (x_j − μ)\n"
            "∂s/∂x_j = x̂_j/N\n"
            "s ∂x̂_i/∂x_j + x̂_i ∂s/∂x_j = δ_ij − 1/N\n"
            "∂x̂_i/∂x_j = (δ_ij − 1/N − x̂_i x̂_j/N)/s",
            "With matrices": "x − μ = C x\n∂(x − μ)/∂x = C\n"
            "∂s/∂x = x̂/N\ns J + x̂ x̂ᵀ/N = C\n"
            "J = (I − 11ᵀ/N − x̂ x̂ᵀ/N)/s"},
        prove=proves(layer_norm, JACOBIAN, meaning=MEANING, means=MEANS,
                     lesson=proved_jacobian),
    ),
    "printed": Goal(
        layer_norm,
        "Text A prints the entries of N s J for i ≠ j, on the diagonal, and "
        "as a matrix. Which of the lines hold?",
        hints=("Which terms can be added, if x is measured in metres?",
               "Try the token (1, 4, 10) with ε = 2.",
               "Where does the bracket end that is divided by s²?"),
        routes={},
    ),
}  # fmt: skip
