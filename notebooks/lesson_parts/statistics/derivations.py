"""Lesson 01's derivation: σ² = mean(x²) − μ²."""

from derivation_check import Goal, World, proves
from derivation_check.trees import walk

spread = World(
    {"x": "r", "N": ""},
    "μ := 1/N Σ_k x_k\nσ² := 1/N Σ_k (x_k − μ)²\nσ := √σ²", {"x": "1 4 10"},
    units={"x": 1}, special={"μ = 0": {"x": "x − μ"}},
    slips={
        "terms": {"about the mean": "μ² | 2 μ²",
                  "the mixed term of the square": "2 μ x_k"},
        "confused": "μ; μ^2 | σ²; σ | x_k; x_k − μ | x; x − μ | x_k; x_k^2",
        "factors": "2 | N",
    },
)  # fmt: skip


def multiplied_out(tree):
    """Whether a formula is a sum of x² and μ², and no square of a sum."""
    parts = list(walk(tree))
    sums = [p for p in parts if p[0] == "add" and p != tree]
    return tree[0] == "add" and not sums and ("sym", "σ²", "") not in parts


GOALS = {
    "variance": Goal(
        spread, "σ²", form=multiplied_out,
        prove=proves(spread, "1/N Σ_k (x_k − μ)²", means={"x": "μ"}),
    ),
}  # fmt: skip
