"""The exact variance of x̂: not 1, but σ²/(σ² + ε)."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise


def normalized_variance(var, eps):
    """Return the variance of x_hat when x has variance var."""
    return var / (var + eps)


EXERCISE = Exercise(
    lesson="05",
    statement="A token has variance `var`. LayerNorm divides its centred "
    "numbers by √(σ²+ε). Return the exact variance of x̂. `var` is an array "
    "with one variance for each token, `eps` a number.",
    reference=normalized_variance,
    accepted=[
        lambda var, eps: 1 - eps / (var + eps),
        lambda var, eps: (np.sqrt(var) / np.sqrt(var + eps)) ** 2,
    ],
    mistakes={
        (
            "var / (var + eps) → np.ones_like(var)",
            "var / (var + eps) → np.ones(len(var))",
        ): "You answered 1, whatever "
        "the token. Most texts say so, but it holds only for ε = 0; with an "
        "ε, quiet tokens stay below 1.",
        "var / (var + eps) → np.sqrt(var / (var + eps))": "You returned the "
        "standard deviation of x̂. It is the factor that multiplies the "
        "spread; the variance is its square.",
        "(var + eps) → (np.sqrt(var) + eps) ** 2": "You added ε to σ, outside "
        "of the root. That is the variance of another layer, the one with σ + "
        "ε in its denominator.",
        "var / → eps /": "You returned ε/(σ²+ε), the part that is missing "
        "from 1. The two parts add up to 1, so they are easily exchanged; try "
        "var = 0, where x̂ is 0 and so is its variance.",
        "(var + eps) → (var + eps) ** 2": "You divided by (σ²+ε)², as if the "
        "numbers had been divided by σ²+ε. The numbers are divided by the "
        "root; squaring the root gives σ²+ε once.",
        "(var + eps) → np.sqrt(var + eps)": "You divided the variance by "
        "√(σ²+ε). The numbers are divided by it once; their squares, and so "
        "the variance, twice.",
        "var / (var + eps) → (var / (var + eps)) ** 2": "You squared the "
        "quotient. σ² is divided by the square of the root √(σ²+ε), and that "
        "is σ²+ε, once.",
        "var / (var + eps) → (var / (var + eps)).mean()": "You returned one "
        "mean for all tokens. Each token has its own variance.",
        "eps → eps**2": "You squared ε. The root is squared as a whole: ε "
        "stands inside it and comes out as it was.",
        "(var + eps) → var + eps": "You wrote var / var + eps: the brackets "
        "are missing. Python divides before it adds, so your answer is 1 + ε.",
        "var / (var + eps) → np.ones_like(var) - eps": "You answered 1 − ε, "
        "whatever the token. A quiet token loses more of its variance than a "
        "loud one: what is missing from 1 is ε/(σ²+ε).",
        "var / (var + eps) → 1 - eps / var": "You took off ε/σ², which is "
        "close only where σ² is far above ε. The exact part that is missing "
        "from 1 is ε/(σ²+ε); yours falls below 0 for a quiet token.",
        "var / (var + eps) → 1 / np.sqrt(var + eps)": "You returned rstd, "
        "1/√(σ²+ε). It multiplies the numbers of the token; their variance is "
        "multiplied by its square.",
        "var / → 1 /": "You returned 1/(σ²+ε), the factor alone. It "
        "multiplies the variance of x, which is 1 in few tokens only.",
        "(var + eps) → (var**2 + eps)": "You squared var below the line. var "
        "is σ², and the root has σ² + ε inside: nothing is squared again.",
    },
    cases=lambda rng: [
        Case(np.array([0.9, 0.1]), 0.1),
        Case(np.array([0.0, 2.0, 0.5]), 0.1, note="a constant row"),
        Case(rng.uniform(0.1, 4, 5), 0.3),
        Case(rng.uniform(1e-6, 1e-4, 4), 1e-5, note="quiet rows"),
        Case(rng.uniform(0.1, 4, (2, 3, 1)), 0.2, note="one variance a token"),
    ],
    promise={
        "var.ndim": (1, 3),
        "var.dtype.name": ("float64",),
        "eps": (0.1, 0.3, 1e-5, 0.2),
    },
    hints=[
        "What happens to a variance when all numbers are divided by c?",
        "It is divided by c². Here c is √(σ²+ε).",
        "Squaring takes the root away. Mind the brackets: Python divides "
        "before it adds.",
    ],
)
