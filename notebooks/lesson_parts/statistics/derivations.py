"""Lesson 01's derivation: σ² = mean(x²) − μ²."""

from fractions import Fraction

import numpy as np

from derivation_check import Goal, Slips, World, proves
from derivation_check.trees import walk

fractions = np.frompyfunc(Fraction, 1, 1)


def rows(rng, n):
    """Draw rows of n numbers: floats, or fractions."""
    if rng:
        return {"x": rng.normal(0.5, 1.5, (3, n)), "N": np.full(3, float(n))}
    whole = np.random.default_rng(n).integers(-4, 9, (1, n))
    whole = np.array([[1, 4, 10]]) if n == 3 else whole
    return {"x": fractions(whole), "N": fractions([n])}


def multiplied_out(tree):
    """Whether a formula is a sum of x² and μ², and no square of a sum."""
    parts = list(walk(tree))
    sums = [p for p in parts if p[0] == "add" and p != tree]
    return tree[0] == "add" and not sums and ("sym", "σ²", "") not in parts


spread = World(
    {"x": "r", "N": ""},
    "μ := 1/N Σ_k x_k\nσ² := 1/N Σ_k (x_k − μ)²\nσ := √σ²",
    rows, units={"x": 1},
    special={"μ = 0": lambda data: data | {
        "x": data["x"] - data["x"].mean(axis=1, keepdims=True)}},
    slips=Slips(
        {"μ²": "μ² | 2 μ²", "the mixed term of the square": "2 μ x_k"},
        "μ; μ^2 | σ²; σ | x_k; x_k − μ | x; x − μ | x_k; x_k^2", "2 | N"),
)  # fmt: skip

GOALS = {
    "variance": Goal(
        spread,
        "σ² = 1/N Σ_k (x_k − μ)² as the mean of the squares minus the square "
        "of the mean.",
        "σ²", form=multiplied_out,
        hints=("Multiply the square out.",
               "Σ takes each of the three terms alone. Which are the same "
               "for every k?",
               "1/N Σ_k x_k is μ, and 1/N Σ_k μ² is μ²."),
        routes={
            "With Σ": "σ² = 1/N Σ_k (x_k − μ)²\n"
            " = 1/N Σ_k (x_k² − 2μ x_k + μ²)\n"
            " = 1/N Σ_k x_k² − 2μ 1/N Σ_k x_k + μ²\n"
            " = 1/N Σ_k x_k² − μ²",
            "With means": "σ² = mean((x − μ)²)\n"
            " = mean(x²) − 2μ mean(x) + μ²\n = mean(x²) − μ²"},
        prove=proves(spread, "1/N Σ_k (x_k − μ)²", means={"x": "μ"}),
    ),
}  # fmt: skip
