"""Mend one line of a published kernel: its ε is added to N."""

import numpy as np

from answer_check.exercise import Case, Exercise


def inverse_std(x, eps):
    """Return 1/√(σ²+ε) for every row of x, with its axis kept."""
    d_model = x.shape[-1]
    centred = x - x.sum(axis=-1, keepdims=True) / d_model
    total = (centred**2).sum(axis=-1, keepdims=True)
    return 1 / np.sqrt(total / d_model + eps)


def eps_beside_n(x, eps):
    """Return 1/√(σ²+ε) for every row of x, with its axis kept."""
    d_model = x.shape[-1]
    centred = x - x.sum(axis=-1, keepdims=True) / d_model
    total = (centred**2).sum(axis=-1, keepdims=True)
    return 1 / np.sqrt(total / (d_model + eps))


TOTAL = "np.sqrt(total / d_model + eps)"

EXERCISE = Exercise(
    lesson="05",
    statement="Mend this. It is to return 1/√(σ²+ε) for every row of `x`, and "
    "its axis is kept with length 1. With the usual ε = 10⁻⁵ and ordinary "
    "rows it does so in five digits; a constant row gives ∞. `x` may have "
    "any number of leading axes, or none.",
    reference=inverse_std,
    mend=eps_beside_n,
    properties={
        "adding 1 to all of x changes nothing": "05: f(x=x + 1) == answer",
        "twice the x with four times the ε halves the answer": "05: f(x=2 * "
        "x, eps=4 * eps) == answer / 2",
        "with x = 0 the answer is 1/√ε": "05: f(x=0 * x) == eps ** -0.5",
    },
    accepted=[
        lambda x, eps: (x.var(axis=-1, keepdims=True) + eps) ** -0.5,
        lambda x, eps: 1 / np.sqrt(np.var(x, axis=-1) + eps)[..., None],
    ],
    mistakes={
        eps_beside_n: "Your ε is still added to N, the number that σ² is "
        "divided by. There it changes next to nothing, and a constant row "
        "still divides by 0. It belongs to σ² itself.",
        f"{TOTAL} → (np.sqrt(total / d_model) + eps)": "You added ε to σ, "
        "outside the root. A constant row gives 1/ε in place of 1/√ε: with ε "
        "= 10⁻⁵, 100000 for 316.",
        f"{TOTAL} → np.sqrt((total + eps) / d_model)": "You added ε to the "
        "sum of the squares, before the division by N. What is left of it in "
        "σ² is ε/N.",
        f"1 / {TOTAL} → 1 / np.sqrt(total / d_model) + eps": "You added ε to "
        "the quotient. There it comes too late: it is to keep the division "
        "away from 0, so it belongs under the root.",
        "+ eps → ": "You took ε out. With 10⁻⁵ ordinary rows are right within "
        "five digits; a constant row still divides by 0.",
        f"1 / {TOTAL} → {TOTAL}": "You returned the root itself. What is "
        "asked for is 1 over it.",
        f"1 / {TOTAL} → 1 / (total / d_model + eps)": "You left out the "
        "root. 1/(σ²+ε) is the square of what is asked for.",
        "/ d_model + eps → / (d_model - 1) + eps": "You divided by N − 1. "
        "LayerNorm wants the variance of exactly these N numbers.",
        f"1 / {TOTAL} → (1 / {TOTAL}).squeeze(-1)": "The axis is lost. The "
        "code as given kept it, so that the answer lines up with x.",
        f"1 / {TOTAL} → np.where(total == 0, 0, 1 / {TOTAL})": "You made an "
        "exception of constant rows. With ε added to σ² none is needed: the "
        "answer there is 1/√ε, and not 0.",
        (
            f"(centred**2) → ((centred + eps) ** 2); {TOTAL} → np.sqrt(total "
            "/ d_model)",
            "keepdims=True) / d_model → keepdims=True) / d_model + eps; "
            "total / d_model + eps → total / d_model",
        ): "Your σ² gets ε², not ε. So it is if you square ε, and if you add "
        "it to the deviations, of which only squares are left.",
        "+ eps → + 1e-5": "You wrote a number of your own in place of `eps`. "
        "It is an argument, and the check tries several.",
        f"{TOTAL} → np.sqrt(np.maximum(total / d_model, eps))": "You took ε "
        "as the least that σ² may be. A floor also keeps the division away "
        "from 0; but here ε is added to every σ², small or large.",
    },
    promise={
        "x.ndim": (1, 2, 3, 4),
        "x.dtype.name": ("float64", "float32"),
        "eps": (0.1, 1e-3, 1e-5),
        "np.ptp(x) == 0": (False, True),
    },
    cases=lambda rng: [
        Case(rng.normal(1, 2, (2, 3)), 0.1),
        Case(rng.normal(1, 2, (4, 4)), 1e-3, note="as many rows as columns"),
        Case(np.full((1, 4), 2.0), 1e-5, note="a constant row"),
        Case(0.01 * rng.normal(size=(2, 5)), 1e-3, note="quiet rows"),
        Case(rng.normal(1, 2, (2, 3, 4)), 0.1, note="a 3-D input"),
        Case(rng.normal(1, 2, 5), 0.1, note="a single row", rough=True),
        Case(
            rng.normal(1, 2, (1, 2, 3, 4)), 0.1, note="a 4-D input", rough=True
        ),
        Case(rng.normal(1, 2, (8, 9)), 0.1, float32=True),
    ],  # fmt: skip
    hints=[
        "Try a constant row by hand: what is `total`, and what does the last "
        "line do with it?",
        "σ² is `total / d_model`. What is ε added to in the last line?",
        "Only the brackets are wrong: close them behind the division, so "
        "that ε is added to the quotient of `total` and `d_model`.",
    ],
)
