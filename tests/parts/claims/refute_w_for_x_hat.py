"""What the exercise `refute_w_for_x_hat` claims."""


def apart(answer, x_hat, dy):
    """Return by how much the two sums differ, feature by feature."""
    gamma, beta = answer
    return (dy * (gamma * x_hat + beta)).sum(0) - (dy * x_hat).sum(0)


CLAIMS = {
    "so β never shows": "same(apart((1, 7), x_hat, dy), 7 * dy.sum(0))",
    "In print, ∂L/∂γ is the sum of dy·w with the transformed output w = "
    "γ·x̂ + β in place of x̂. Return `gamma` and `beta`, one number a "
    "feature, for which the two sums differ by more than 0.1 in some feature":
        "abs(apart(right, x_hat, dy)).max() > 0.1",
    "When is w = γ·x̂ + β the same as x̂?":
        "not apart((1, 0), x_hat, dy).any()",
    "The sum with w is γ·Σ dy·x̂ + β·Σ dy":
        "same((dy * (3 * x_hat + 2)).sum(0), 3 * (dy * x_hat).sum(0) + 2 * "
        "dy.sum(0))",
    "The two sums differ by (γ − 1)·Σ dy·x̂ + β·Σ dy":
        "same(apart((3, 2), x_hat, dy), (3 - 1) * (dy * x_hat).sum(0) + 2 * "
        "dy.sum(0))",
    "You took γ = 1 and β = 0, where w is x̂ itself. Every layer starts "
    "there":
        "STARTS and LEVEL and not apart(wrong, x_hat, dy).any()",
    "here dy adds up to 0 in every feature":
        "same(wrong[0], 1 + 0 * wrong[0])",
    "here the right sum is 0, so γ times it is 0 as well":
        "same(wrong[1], 0 * wrong[1])",
}  # fmt: skip
