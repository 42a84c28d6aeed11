"""The feed-forward layer's forward pass: Linear, ReLU, Linear."""

import numpy as np

from answer_check.exercise import Case, Exercise


def feed_forward(x, W1, b1, W2, b2):
    """Return max(0, x W1 + b1) W2 + b2 for every token of x."""
    hidden = np.maximum(x @ W1 + b1, 0)
    return hidden @ W2 + b2


def _with_a_mask(x, W1, b1, W2, b2):
    m = np.matmul(x, W1) + b1
    return np.matmul(m * (m > 0), W2) + b2


def case(rng, *shape, d_ff, size=1, more=(), **about):
    """Draw x and the four parameters; `more` are arguments behind them."""
    d_model = shape[-1]
    return Case(
        rng.normal(0, size, shape),
        rng.normal(0, 1, (d_model, d_ff)),
        rng.normal(0, size, d_ff),
        rng.normal(0, 1, (d_ff, d_model)),
        rng.normal(0, size, d_model),
        *more,
        **about,
    )


HIDDEN, OUTPUT = "np.maximum(x @ W1 + b1, 0)", "hidden @ W2 + b2"

EXERCISE = Exercise(
    lesson="08",
    statement="Write the feed-forward layer: multiply by `W1`, add `b1`, set "
    "what is negative to 0, multiply by `W2`, add `b2`. `x` may have any "
    "number of leading axes, or none.",
    reference=feed_forward,
    properties={
        "a token alone gives what it gives in company": "08: f(x=x[:1]) == "
        "answer[:1] if x.ndim > 1",
        "with W2 = 0, every token is b2": "08: f(W2=0 * W2) == b2",
        "twice the W2 and b2 give twice the output": "08: f(W2=2 * W2, b2=2 "
        "* b2) == 2 * answer",
        "twice the W1 and b1 with half the W2 change nothing": "08: f(W1=2 "
        "* W1, b1=2 * b1, W2=W2 / 2) == answer",
        "the order of the hidden units does not matter": "08: f(W1=W1[:, "
        "::-1], b1=b1[::-1], W2=W2[::-1]) == answer",
    },
    accepted=[_with_a_mask],
    mistakes={
        f"{HIDDEN} → x @ W1 + b1": "The ReLU is missing, or it never acts. It "
        "still runs, but two Linear layers in a row are only one Linear "
        "layer.",
        f"{HIDDEN} → 1 / (1 + np.exp(-(x @ W1 + b1)))": "You took the sigmoid "
        "where the ReLU belongs. It was the usual choice before the ReLU; "
        "this layer only cuts off what is negative.",
        f"{HIDDEN} → x @ W1 + b1; {OUTPUT} → np.maximum({OUTPUT}, 0)": "You "
        "put the ReLU after the second Linear instead of between the two. The "
        "last step looks like the place for it; then no output can be "
        "negative.",
        f"{OUTPUT} → np.maximum({OUTPUT}, 0)": "You put a second ReLU on the "
        "output. The output of this layer may be negative; it is added to x.",
        f"{HIDDEN} → np.abs(x @ W1 + b1)": "You took the absolute value "
        "instead of max(0, ·). Both are never negative, but ReLU makes "
        "negative entries 0.",
        "maximum → minimum": "You kept the negative entries and dropped the "
        "positive ones, as `np.minimum` does. The ReLU does the reverse.",
        f"{HIDDEN} → x @ W1 + b1 > 0": "You used the mask (M > 0) itself as "
        "the hidden layer. The mask is what the backward pass needs; forward "
        "multiplies M by it.",
        "+ b1 → ": "You forgot to add b1. With b1 = 0, its starting value, "
        "you would not notice.",
        "+ b2 → ": "You forgot to add b2. With b2 = 0, its starting value, "
        "you would not notice.",
        "+ b1 → - b1": "You subtracted b1. A bias is added.",
        "+ b2 → - b2": "You subtracted b2. A bias is added.",
        "+ b2 → + len(W2) * b2": "You added b2 once for each hidden unit. It "
        "is no part of what they add up: add it once, behind them.",
        "+ b1, 0) → , 0) + b1": "You added b1 after the ReLU. The bias "
        "decides where the ReLU opens, so it comes before.",
        "return → return x +": "You added x to the output. The shortcut "
        "belongs to Add & Norm, outside of this layer.",
        f"{HIDDEN} → np.maximum(x, 0) @ W1 + b1": "You applied the ReLU to x. "
        "The input may be negative; the hidden layer is what is cut off.",
        f"{HIDDEN} → np.maximum(x @ W1 + b1, 0.01 * (x @ W1 + b1))": "You "
        "used the leaky ReLU, which lets a hundredth of the negative entries "
        "through. The ReLU makes them 0.",
        f"{OUTPUT} → hidden[..., : x.shape[-1]] @ W2[: x.shape[-1]] "
        "+ b2": "You used only as many hidden units as x has features. There "
        "are d_ff of them, one for each column of W1: the others count as "
        "well.",
        f"{OUTPUT} → hidden": "You returned the hidden layer. The second "
        "Linear is missing: multiply by W2 and add b2.",
        f"{HIDDEN} → np.tanh(x @ W1 + b1)": "You took tanh where the ReLU "
        "belongs. The ReLU only cuts off what is negative.",
    },
    promise={"x.ndim": (1, 2, 3, 4), "x.dtype.name": ("float64", "float32")},
    cases=lambda rng: [
        case(rng, 2, 2, d_ff=3),
        case(rng, 4, 4, d_ff=4, note="square weights"),
        case(rng, 5, 4, d_ff=8),
        case(rng, 4, 3, d_ff=5, size=100, note="large numbers"),
        case(rng, 4, 3, d_ff=5, size=1e-4, note="small numbers"),
        case(rng, 2, 3, 4, d_ff=6, note="a 3-D input"),
        case(rng, 6, 5, d_ff=9, float32=True),
        case(rng, 4, d_ff=5, note="a single token", rough=True),
        case(rng, 1, 2, 3, 4, d_ff=6, note="a 4-D input", rough=True),
    ],
    hints=[
        "Three steps: one product with a bias, the ReLU, and a second "
        "product with a bias.",
        "`x @ W1 + b1` is the pre-activation M. `np.maximum` compares two "
        "arguments entry by entry: M and 0. (`np.max` looks for the largest "
        "of one array.)",
        "The hidden layer goes through the second pair of weights as x went "
        "through the first. Nothing is cut off after that.",
    ],
)
