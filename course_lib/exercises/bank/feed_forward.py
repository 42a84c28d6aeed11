"""The feed-forward layer's forward pass: Linear, ReLU, Linear."""

from functools import partial

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Mistake

STARTER = '''\
def feed_forward(x, W1, b1, W2, b2):
    """Return max(0, x W1 + b1) W2 + b2 for every token of x."""
    raise NotImplementedError
'''


def feed_forward(x, W1, b1, W2, b2):
    hidden = np.maximum(x @ W1 + b1, 0)
    return hidden @ W2 + b2


def _with_a_mask(x, W1, b1, W2, b2):
    m = np.matmul(x, W1) + b1
    return np.matmul(m * (m > 0), W2) + b2


def _with_einsum(x, W1, b1, W2, b2):
    m = np.einsum("...i,ij->...j", x, W1) + b1
    hidden = np.where(m > 0, m, np.zeros_like(m))
    return np.einsum("...j,jk->...k", hidden, W2) + b2


def wrong(x, W1, b1, W2, b2, *, relu="hidden", first_bias=True,
          second_bias=True, bias_late=False):  # fmt: skip
    """Run the forward pass with one switch for every listed mistake."""
    m = x @ W1
    if first_bias and not bias_late:
        m = m + b1
    kinds = {
        "hidden": np.maximum(m, 0),
        "none": m,
        "abs": np.abs(m),
        "min": np.minimum(m, 0),
        "step": (m > 0).astype(m.dtype),
        "output": m,
        "both": np.maximum(m, 0),
    }
    hidden = kinds[relu]
    if first_bias and bias_late:
        hidden = hidden + b1
    y = hidden @ W2
    if second_bias:
        y = y + b2
    return np.maximum(y, 0) if relu in ("output", "both") else y


def _cases(rng):
    def args(*shape, d_ff, dtype=float):
        d_model = shape[-1]
        made = (
            rng.normal(0, 1, shape),
            rng.normal(0, 1, (d_model, d_ff)),
            rng.normal(0, 1, d_ff),
            rng.normal(0, 1, (d_ff, d_model)),
            rng.normal(0, 1, d_model),
        )
        return tuple(a.astype(dtype) for a in made)

    return [
        Case(*args(2, 2, d_ff=3)),
        Case(*args(4, 4, d_ff=4), note="square weights"),
        Case(*args(5, 4, d_ff=8)),
        Case(*args(2, 3, 4, d_ff=6), note="a 3-D input"),
        Case(*args(6, 5, d_ff=9, dtype=np.float32), note="float32"),
    ]


EXERCISE = Exercise(
    name="feed_forward",
    lesson="08",
    statement="Write the feed-forward layer: multiply by `W1`, add `b1`, "
    "set what is negative to 0, multiply by `W2`, add `b2`. `x` may have any "
    "number of leading axes.",
    starter=STARTER,
    reference=feed_forward,
    accepted=[_with_a_mask, _with_einsum],
    mistakes=[
        Mistake(
            partial(wrong, relu="none"),
            "The ReLU is missing, or it never acts.",
            "It still runs, but two Linear layers in a row are only one "
            "Linear layer.",
        ),
        Mistake(
            partial(wrong, relu="output"),
            "You put the ReLU after the second Linear instead of between "
            "the two.",
            "The last step looks like the place for it; then no output can "
            "be negative.",
        ),
        Mistake(
            partial(wrong, relu="both"),
            "You put a second ReLU on the output.",
            "The output of this layer may be negative; it is added to x.",
        ),
        Mistake(
            partial(wrong, relu="abs"),
            "You took the absolute value instead of max(0, ·).",
            "Both are never negative, but ReLU makes negative entries 0.",
        ),
        Mistake(
            partial(wrong, relu="min"),
            "You kept the negative entries and dropped the positive ones.",
            "np.minimum and np.maximum are one letter group apart.",
        ),
        Mistake(
            partial(wrong, relu="step"),
            "You used the mask (M > 0) itself as the hidden layer.",
            "The mask is what the backward pass needs; forward multiplies M "
            "by it.",
        ),
        Mistake(
            partial(wrong, first_bias=False),
            "You forgot to add b1.",
            "With b1 = 0, its starting value, nothing shows.",
        ),
        Mistake(
            partial(wrong, second_bias=False),
            "You forgot to add b2.",
            "With b2 = 0, its starting value, nothing shows.",
        ),
        Mistake(
            partial(wrong, bias_late=True),
            "You added b1 after the ReLU.",
            "The bias decides where the ReLU opens, so it comes before.",
        ),
        Mistake(
            lambda x, W1, b1, W2, b2: x + feed_forward(x, W1, b1, W2, b2),
            "You added x to the output.",
            "The shortcut belongs to Add & Norm, outside of this layer.",
        ),
        Mistake(
            lambda x, W1, b1, W2, b2: (np.maximum(x, 0) @ W1 + b1) @ W2 + b2,
            "You applied the ReLU to x.",
            "The input may be negative; the hidden layer is what is cut off.",
        ),
    ],
    hints=[
        "Three steps: a table of pre-activations, the ReLU, a second table.",
        "`x @ W1 + b1` is the pre-activation M; `np.maximum(M, 0)` is the "
        "hidden layer.",
        "Return `np.maximum(x @ W1 + b1, 0) @ W2 + b2`.",
    ],
    cases=_cases,
)
