"""What the exercise `refute_undo` claims: the token is `wrong`."""

import numpy as np


def back(token, gamma, beta):
    """Return γ·x̂ + β, where ε is 0; x̂ of a constant token is 0."""
    away = token - np.mean(token)
    spread = np.std(token)
    return gamma * away / (spread if spread > 1e-9 else 1) + beta


def missed(token, gamma, beta):
    return abs(back(token, gamma, beta) - token).max()


CLAIMS = {
    "“A layer that learns γ = √σ² and β = μ undoes the normalization.”":
        "missed(beta + gamma * np.array([1.0, -1]), gamma, beta) < 1e-9",
    "Return another token (a row of two or more numbers) that γ·x̂ + β "
    "misses by more than 1 in some entry":
        "missed(right, gamma, beta) > 1",
    "γ·x̂ + β always has mean β and standard deviation nearly γ":
        "same(back(right, gamma, beta).mean(), beta) and same(back(right, "
        "gamma, beta).std(), gamma)",
    "Start from a token that does come back, with mean `beta`, and move all "
    "of it: more than 1 is enough, and more is safer":
        "missed(beta + 1.01 + gamma * np.array([1.0, -1]), gamma, beta) > 1",
    "Your token has mean β and standard deviation γ: exactly what was set":
        "same(wrong.mean(), beta) and same(wrong.std(), gamma)",
    "Every entry is β, and such a token comes back":
        "same(wrong, 0 * wrong + beta)",
    "x̂ is 0, nothing of it is left, and then β puts back just this constant":
        "same(back(3 + 0 * wrong, gamma, beta), 0 * wrong + beta) and "
        "np.ptp(wrong) == 0",
    "You moved the mean away from β, but not by more than 1":
        "0 < abs(wrong.mean() - beta) <= 1",
    "gamma and beta have changed places: the mean of your token is γ, its "
    "spread |β|. β is the mean that was set, and γ the standard deviation":
        "same(wrong.mean(), gamma) and same(wrong.std(), abs(beta))",
    "You changed the spread, but too little for a γ that was tried. A "
    "change that is a multiple of γ is small where γ is":
        "same(wrong.mean(), beta) and not same(wrong.std(), gamma)",
    "the token misses by exactly 1. More than 1 is asked":
        "same(missed(wrong, gamma, beta), 1)",
    "Your token is constant, and its constant is within 1 of β. Every "
    "constant token comes back as β":
        "np.ptp(wrong) == 0 and same(back(wrong, gamma, beta), 0 * wrong + "
        "beta)",
    "With one feature x̂ is always 0; a token has two or more":
        "not (np.array([3.0]) - np.mean([3.0])).any() and right.size >= 2",
    "You returned several rows; one token is one row": "np.ndim(wrong) == 2",
}  # fmt: skip
