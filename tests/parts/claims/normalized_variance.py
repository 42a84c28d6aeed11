"""What the exercise `normalized_variance` claims."""

import numpy as np

TOKEN = np.array([1.0, 2, 6])


def scaled(var, eps):
    """Return the variance of a token, centred and divided by the root."""
    token = (TOKEN - TOKEN.mean()) / TOKEN.std()
    made = token * np.sqrt(var)[..., None] / np.sqrt(var + eps)[..., None]
    return made.var(axis=-1)


CLAIMS = {
    "ε stands inside it and comes out as it was": "var / (var + eps**2)",
    "LayerNorm divides its centred numbers by √(σ²+ε). Return the exact "
    "variance of x̂":
        "same(right, scaled(var, eps))",
    "an array with one variance for each token": "right.shape == var.shape",
    "It is divided by c². Here c is √(σ²+ε)":
        "same((TOKEN / 3).var(), TOKEN.var() / 3**2) and same(right, var / "
        "np.sqrt(var + eps) ** 2)",
    "it holds only for ε = 0; with an ε, quiet tokens stay below 1":
        "unseen(eps=0, var=var + 0.1) and right.max() < 1",
    "It is the factor that multiplies the spread; the variance is its square":
        "same(wrong**2, right) and same(wrong * np.sqrt(var + eps), "
        "np.sqrt(var))",
    "You added ε to σ, outside of the root. That is the variance of another "
    "layer, the one with σ + ε in its denominator":
        "(np.sqrt(var) / (np.sqrt(var) + eps)) ** 2",
    "You returned ε/(σ²+ε), the part that is missing from 1. The two parts "
    "add up to 1":
        "1 - right",
    "try var = 0, where x̂ is 0 and so is its variance":
        "not asked(var=0).any() and same(done(var=0), np.ones(var.shape))",
    "You divided by (σ²+ε)², as if the numbers had been divided by σ²+ε. "
    "The numbers are divided by the root; squaring the root gives σ²+ε once":
        "var / (var + eps) ** 2",
    "You divided the variance by √(σ²+ε). The numbers are divided by it "
    "once; their squares, and so the variance, twice":
        "var / np.sqrt(var + eps)",
    "You squared the quotient. σ² is divided by the square of the root "
    "√(σ²+ε), and that is σ²+ε, once":
        "right**2",
    "You returned one mean for all tokens. Each token has its own variance":
        "right.mean()",
    "You squared ε. The root is squared as a whole": "var / (var + eps**2)",
    "You wrote var / var + eps: the brackets are missing": "var / var + eps",
    "so your answer is 1 + ε":
        "same(done(var=np.ones(3)), np.full(3, 1 + eps))",
    "You answered 1 − ε, whatever the token": "0 * var + 1 - eps",
    "A quiet token loses more of its variance than a loud one: what is "
    "missing from 1 is ε/(σ²+ε)":
        "same(1 - right, eps / (var + eps)) and 1 - "
        "asked(var=np.array([0.1])).item() > 1 - "
        "asked(var=np.array([4.0])).item()",
    "You took off ε/σ², which is close only where σ² is far above ε":
        "unseen(var=1e4 * eps) and not unseen() and same(wrong, 1 - eps / "
        "var)",
    "The exact part that is missing from 1 is ε/(σ²+ε); yours falls below 0 "
    "for a quiet token":
        "same(1 - right, eps / (var + eps)) and done(var=eps / 2).max() < 0",
    "You returned rstd, 1/√(σ²+ε). It multiplies the numbers of the token; "
    "their variance is multiplied by its square":
        "same(wrong, 1 / np.sqrt(var + eps)) and same(right, var * wrong**2)",
    "You returned 1/(σ²+ε), the factor alone. It multiplies the variance of "
    "x, which is 1 in few tokens only":
        "same(wrong * var, right) and unseen(var=1)",
    "You squared var below the line. var is σ², and the root has σ² + ε "
    "inside":
        "var / (var**2 + eps)",
}  # fmt: skip
