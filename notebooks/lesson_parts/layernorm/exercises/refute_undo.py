"""A counterexample: one γ and β cannot undo LayerNorm for every token."""

import numpy as np

from answer_check.exercise import Exercise

EPS = 1e-12  # so small that a miss of exactly 1 is not more than 1
SET = [
    *((1.0411, 1.88), (2.0, -3.0), (0.5, 0.7), (0.05, -0.3), (3.0, 1.0)),
    *((10.0, 5.0), (0.2, -1.0), (5.0, -10.0), (1.5, 100.0), (1.0, 0.0)),
    (0.05, -0.03),
]


def refute_undo(gamma, beta):
    """Return a token that gamma and beta do not bring back."""
    return beta + 10 + gamma * np.array([1.0, -1.0, 0.0])


def _no_token(x):
    """Say why an answer is no token, or return an empty text."""
    if x.size == 0:
        return "Return one token: two or more numbers in one row."
    if x.ndim == 0:
        return (
            "You returned one value; a token is a row of two or more. By how "
            "much γ and β miss it, the check finds out itself."
        )
    if x.size == 1:
        return (
            "You returned one value. With one feature x̂ is always 0; a token "
            "has two or more."
        )
    if x.ndim > 1:
        return (
            "Your answer has more than one axis; one token has one. Of "
            "several tokens return only one that does not come back."
        )
    return ""


def _why_not(answer, gamma, beta):
    """Say why a token is brought back well enough, or return None."""
    x = np.asarray(answer, dtype=float)
    no_token = _no_token(x)
    if no_token:
        return no_token
    mean, std, constant = x.mean(), x.std(), np.ptp(x) == 0
    x_hat = (x - mean) / np.sqrt(x.var() + EPS)
    miss = np.abs(gamma * x_hat + beta - x).max()
    if miss > 1 + 1e-9 * np.abs(x).max():
        return None
    mean_is_beta, std_is_gamma = (
        abs(mean - beta) < 1e-3,
        abs(std - gamma) < 1e-3,
    )
    here = f"For gamma = {gamma:.5g} and beta = {beta:.5g}"
    if constant and mean_is_beta:
        return (
            f"{here} every entry is β, and such a token comes back. A "
            "constant token looks like the hardest case: x̂ is 0, nothing of "
            "it is left, and then β puts back just this constant."
        )
    if constant:
        return (
            f"{here} your token is constant, and its constant is within 1 of "
            "β. Every constant token comes back as β: go further from it."
        )
    if mean_is_beta and std_is_gamma:
        return (
            "A token with mean β and standard deviation γ comes back. "
            f"{here} yours has just these, and their order does not matter. "
            "It must have another mean or another spread for every γ and β."
        )
    if np.allclose([mean, std], [gamma, abs(beta)], rtol=1e-9):
        return (
            f"{here} your token has mean γ and spread |β|, which is too near "
            "to what was set. γ and β may be near each other, so do not put "
            "one in place of the other: move the mean away from β by more "
            "than 1."
        )
    if std_is_gamma:
        return (
            f"{here} the mean of your token is away from β, but not by more "
            "than 1. The direction is right: go further, whatever γ and β are."
        )
    if mean_is_beta and abs(miss - 1) < 1e-6:
        return (
            f"{here} your token has mean β and a spread of its own, and it "
            "misses by exactly 1. More than 1 is asked: go further."
        )
    if mean_is_beta:
        return (
            f"{here} your token has mean β and spread {std:.4g}, which is "
            f"not far enough from γ: it is missed by {miss:.4g}, and more "
            "than 1 is asked. Add to your spread, or to all of the token, a "
            "number that does not depend on γ."
        )
    if x.size == 2 and np.allclose(x, [gamma, beta]):
        return (
            "You returned γ and β, which are set already. As a token they "
            "have a mean and a spread of their own, and that misses by more "
            "than 1 for some γ and β only."
        )
    return (
        f"{here} your token is missed by {miss:.4f} at most, and more than 1 "
        "is asked. What comes back has mean β and spread |γ|, whatever the "
        f"token was; yours has mean {mean:.4g} and spread {std:.4g}. Go "
        "further from one of the two."
    )


def _tried_out(gamma, beta):
    token = np.array([0.0, 8.0, 40.0])  # at first right for all
    while _why_not(token, gamma, beta):
        token = 2 * token
    return token


def _set_for_it(answers):
    """Return the gamma and beta that bring back what always is one token."""
    token = np.asarray(answers[0], dtype=float)
    if all(np.array_equal(token, each) for each in answers):
        return float(token.std()) or 1.0, float(token.mean())
    return None


SHAPE = np.array([1.0, -1.0, 1.0, -1.0])

EXERCISE = Exercise(
    lesson="05",
    statement="“A layer that learns γ = √σ² and β = μ undoes the "
    "normalization.” Refute it: `gamma` and `beta` are two numbers that were "
    "set to undo some token, and all tokens share them. Return another token "
    "(a row of two or more numbers) that γ·x̂ + β misses by more than 1 in "
    "some entry.",
    reference=refute_undo,
    accepted=[
        lambda gamma, beta: beta + (gamma + 5) * np.array([1.0, -1.0]),
        lambda gamma, beta: np.full(4, beta + 3.0),
        _tried_out,
    ],
    why_not=_why_not,
    last_case=_set_for_it,
    mistakes=[
        lambda gamma, beta: beta + gamma * SHAPE,
        lambda gamma, beta: np.full(3, beta),
        lambda gamma, beta: beta + 0.5 + gamma * SHAPE,
        lambda gamma, beta: np.array([gamma - beta, gamma + beta]),
        lambda gamma, beta: beta + 1.2 * gamma * SHAPE,
        lambda gamma, beta: beta + (gamma + 1) * SHAPE,
        lambda gamma, beta: np.full(3, beta + 0.5),
        lambda gamma, beta: np.array([beta + 10]),
        lambda gamma, beta: beta + np.outer([1, 9], gamma * SHAPE),
    ],
    hints=[
        "x̂ has the same mean and the same spread for every token. What does "
        "that make the mean and the spread of γ·x̂ + β?",
        "They are β and nearly γ, whatever the token was. Which tokens can "
        "come back then, and which cannot?",
        "Start from a token that does come back, with mean `beta`, and move "
        "all of it: more than 1 is enough, and more is safer.",
    ],
    cases=lambda rng: [
        *SET,
        *zip(rng.uniform(0.1, 3, 5), rng.normal(0, 5, 5)),
    ],
)
