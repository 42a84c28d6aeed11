"""Design a case for a gradient check on which no wrong backward passes."""

from functools import partial

import numpy as np

from answer_check.exercise import Exercise
from course_lib.layers import LayerNorm
from lesson_parts.add_norm_backward.wrong_backwards import (
    SLIPS,
    gradients,
    passes_by_value,
)

EPS = 1e-12
FEWEST = 4  # numbers in x, if their spread is about √ε

HIDDEN_WHERE = {
    "dx without the mean's term": "γ·dy has mean 0, or nearly, in each token",
    "dx without the variance's term": "γ·dy·x̂ has mean 0, or nearly, in each",
    "dγ from y, not from x̂": "the sums of dy·y and dy·x̂ are equal",
}


def revealing_case():
    """Return x, gamma, beta, dy that no wrong backward survives."""
    rng = np.random.default_rng(0)
    x, dy = rng.normal(size=(2, 1, 2, 3))
    gamma, beta = rng.normal(size=(2, 3))
    return x, gamma, beta, dy


def _by_hand():
    x = [[[1, 2, 4], [0, 3, -1]]]
    dy = [[[1, -1, 3], [2, 0, -2]]]
    return x, [1.0, 2.0, 3.0], [0.1, 0.2, 0.3], dy


def _sum_loss_with_uneven_gamma():
    x = np.arange(6.0).reshape(1, 2, 3) ** 2
    return x, np.array([0.5, 2.0, -1.0]), np.ones(3), np.ones((1, 2, 3))


def _two_quiet_features():
    """Let ε show: x̂ of two features moves where their spread is near √ε."""
    x = 1e-6 * np.array([[[0.0, 1.0], [0.0, 3.0]]])
    dy = np.array([[[1.0, -2.0], [3.0, 1.0]]])
    return x, np.array([2.0, 3.0]), np.array([0.5, 0.7]), dy


def _misshapen(x, gamma, beta, dy):
    """Say which shapes do not fit, or return an empty text."""
    if x.ndim > 1 and gamma.shape == x.shape and dy.ndim == 1:
        return (
            f"The first two of your arrays have the shape {x.shape}, and the "
            f"last one {dy.shape}: x and dy seem to be the first two. The "
            "order asked for is x, gamma, beta, dy."
        )
    if x.ndim < 2 or dy.shape != x.shape:
        return (
            "x and dy must have one shape, (..., num_tokens, d_model); yours "
            f"have {x.shape} and {dy.shape}."
        )
    if not gamma.shape == beta.shape == x.shape[-1:]:
        return (
            f"gamma and beta must have shape {x.shape[-1:]}; yours have "
            f"{gamma.shape} and {beta.shape}."
            + " They hold a number for each token, not for each feature."
            * (gamma.size == beta.size == x.shape[-2] != x.shape[-1])
        )
    return ""


def _vanishing(x, dy, passing):
    """Say why dy, x̂ or a sum over tokens hides a mistake, or nothing."""
    if not dy.any():
        return (
            "Your dy is 0 everywhere. Every gradient is dy times something: 0 "
            "for right and wrong."
        )
    if x.shape[-1] == 1:
        return (
            "Your tokens have one feature. One number is its own mean: x̂ is "
            "0 whatever x was, and so is the true dx."
        )
    if x.shape[-1] == 2 and "dx is all zeros" in passing:
        return (
            "Your tokens have two features. If they lie much farther apart "
            "than √ε, x̂ is 1 and −1 whatever x was, so the true dx is 0, and "
            "a dx of zeros is right."
        )
    if x.size == x.shape[-1]:
        return (
            "You have one token. A sum over one token is that token: "
            "forgetting the sum changes the shape, and no value."
        )
    if not np.ptp(x, axis=-1).any():
        return (
            "All features of your tokens are equal. Then x̂ is 0, and every "
            "term with x̂ vanishes, right or wrong."
        )
    return ""


def _alike(x, gamma, dy):
    """Say which factors or axes hide a mistake, or nothing."""
    if not gamma.any():
        return (
            "You set γ to 0. Then y does not depend on x, and the true dx is "
            "0."
        )
    if np.ptp(gamma) == 0 and not np.ptp(dy, axis=-1).any():
        return (
            "Your γ and your dy are the same for every feature. Layers start "
            "with γ = 1, and loss = y.sum() is quick to write. But the sum of "
            "x̂ is 0 whatever x is, so the true dx is 0."
        )
    if (gamma == 1).all():
        return (
            "You kept γ = 1. It is how layers start, and a factor of 1 that "
            "is left out changes nothing."
        )
    if x.ndim == 2:
        return (
            "Your x has two axes. A sum over the first axis is then the sum "
            "over all tokens. A batch of sentences has a third axis, and "
            "there it is not."
        )
    if x[0].size == x.shape[-1]:
        return (
            "Each of your sentences has one token. Then a sum over the first "
            "axis is the sum over all tokens. Which axis may have length 1?"
        )
    return ""


def _why_not(answer):
    """Say why wrong backwards pass on a case, or return None."""
    x, gamma, beta, dy = map(np.asarray, answer)
    misshapen = _misshapen(x, gamma, beta, dy)
    if misshapen:
        return misshapen
    case = x, gamma, beta, dy, EPS
    passing = [slip for slip in SLIPS if passes_by_value(slip, *case)]
    if not passing:
        return None
    hidden = _vanishing(x, dy, passing) or _alike(x, gamma, dy)
    if hidden:
        return hidden
    right = gradients(LayerNorm(x.shape[-1], eps=EPS), *case[:-1])
    dx, near_1 = right[0], np.abs(gamma - 1).max()
    most, most_g = np.abs(dx).max(), np.abs(gamma * dy).max()
    spread = x.std(axis=-1).max()
    if most * spread < 1e-9 * most_g:
        return (
            "On your case the right dx is 0, so a dx of zeros is right. In "
            "every token γ·dy is a constant plus a multiple of x, and just "
            "these two parts a LayerNorm takes away from it."
        )
    if most < 1e-6:
        return (
            f"On your case the right dx is {most:.2g} at most, and the check "
            "lets errors of 1e-6 pass. dx grows with γ·dy, which is "
            f"{most_g:.2g} at most, and shrinks with the spread of x, which "
            f"is {spread:.1g}."
        )
    why = dict(HIDDEN_WHERE)
    if near_1 < 1e-3:
        why["dx without γ"] = f"γ is 1 within {near_1:.1g}"

    def told(slip):
        wrong = gradients(SLIPS[slip](x.shape[-1], eps=EPS), *case[:-1])
        off = max(np.abs(a - b).max() for a, b in zip(wrong, right))
        where = f"{why[slip]}, " if slip in why else ""
        return f"{slip} ({where}off by {off:.1g})"

    said = "; ".join(map(told, passing))
    return f"On your case this still passes, within 1e-6: {said}."


def _said(answer):
    """Say how small x is, and whether it can be smaller."""
    size = np.size(answer[0])
    if size == FEWEST:
        return f"Your x has {size} numbers, and fewer will not do."
    return f"Your x has {size} numbers. It can be done with {FEWEST}."


def _poor(*shape, alike=False, gamma=None, dy=None):
    """Make a case with one fault, that of its shape or another one."""
    rng = np.random.default_rng(1)
    x, random = rng.normal(size=(2, *shape))
    x = np.zeros(shape) + x[..., :1] if alike else x
    gammas, beta = rng.normal(size=(2, shape[-1]))
    gamma = gammas if gamma is None else np.full(shape[-1], gamma)
    return x, gamma, beta, random if dy is None else np.full(shape, dy)


EXERCISE = Exercise(
    lesson="07",
    statement="Design the case. A careless check compares the gradients of a "
    "layer with the true ones by value, within 1e-6, and never looks at "
    "shapes; ε is 1e-12. Return `x` and `dy` of shape (..., num_tokens, "
    "d_model), `gamma` and `beta` of shape (d_model,), such that none of the "
    "seven wrong backwards passes. How few numbers can x have?",
    reference=revealing_case,
    why_not=_why_not,
    when_right=_said,
    outputs=("x", "gamma", "beta", "dy"),
    accepted=[
        _by_hand,
        _sum_loss_with_uneven_gamma,
        _two_quiet_features,
        lambda: _poor(2, 3, 4),
    ],
    mistakes=[
        partial(_poor, 2, 3, 1),
        partial(_poor, 2, 3, 2),
        partial(_poor, 1, 1, 4),
        partial(_poor, 3, 4),
        partial(_poor, 2, 1, 3),
        partial(_poor, 2, 3, 4, gamma=1.0, dy=1.0),
        partial(_poor, 2, 3, 4, gamma=1.0),
        partial(_poor, 2, 3, 4, gamma=0.0),
        partial(_poor, 2, 3, 4, dy=0.0),
        partial(_poor, 2, 3, 4, alike=True),
    ],
    hints=[
        "Go through the seven slips. For each: which numbers would make it "
        "right by accident?",
        "Nothing special may stay: no γ = 1, no dy = 1, more than one token, "
        "more than two axes.",
        "Numbers from a random generator are not special, so draw all four "
        "arrays. Three axes must be there, but a batch may hold a single "
        "sentence: what matters is that the first axis is not that of the "
        "tokens. And two features will do only if they lie about √ε apart.",
    ],
)
