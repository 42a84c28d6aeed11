"""The feed-forward layer of a published model: Linear, GELU, Linear."""

import math
from functools import partial

import numpy as np

from answer_check.exercise import Exercise
from lesson_parts.feed_forward.exercises.feed_forward import case


def gelu_feed_forward(x, W1, b1, W2, b2, erf):
    """Return GELU(x W1 + b1) W2 + b2 for every token of x."""
    m = x @ W1 + b1
    hidden = m * (1 + erf(m / 2**0.5)) / 2
    return hidden @ W2 + b2


def _with_phi(x, W1, b1, W2, b2, erf):
    def phi(m):
        return 0.5 * (1.0 + erf(m / math.sqrt(2)))

    m = np.matmul(x, W1) + b1
    return np.matmul(m * phi(m), W2) + b2


def _with_einsum(x, W1, b1, W2, b2, erf):
    m = np.einsum("...i,ij->...j", x, W1) + b1
    hidden = 0.5 * m + 0.5 * m * erf(m * 0.7071067811865476)
    return np.einsum("...j,jk->...k", hidden, W2) + b2


def _with_a_root_of_numpy(x, W1, b1, W2, b2, erf):
    m = x @ W1 + b1
    return m * (1 + erf(m / np.sqrt(2))) / 2 @ W2 + b2


def _erf(x):
    """Return the exact error function, as a learner may compute it."""
    return np.vectorize(math.erf, otypes="d")(x).astype(x.dtype)


_case = partial(case, more=(_erf,))
INSIDE = "m / 2**0.5"
HIDDEN = f"m * (1 + erf({INSIDE})) / 2"

EXERCISE = Exercise(
    lesson="10",
    statement="Write the feed-forward layer with GELU where lesson 08 had "
    "the ReLU. `erf` is a function that you call on an array; "
    "GELU(m) = m · Φ(m) and Φ(m) = (1 + erf(m / √2)) / 2.",
    reference=gelu_feed_forward,
    properties={
        "a token alone gives what it gives in company": "08: f(x=x[:1]) == "
        "answer[:1] if x.ndim > 1",
        "twice the W2 and b2 give twice the output": "08: f(W2=2 * W2, b2=2 "
        "* b2) == 2 * answer",
        "where x W1 + b1 is far above 0, GELU lets it through": "10: "
        "f(b1=0 * b1 + 1e4) == (x @ W1 + 1e4) @ W2 + b2",
    },
    accepted=[_with_phi, _with_einsum, _with_a_root_of_numpy],
    mistakes={
        f"{HIDDEN} → np.maximum(m, 0)": "You kept the ReLU. That is lesson "
        "08's layer; this model was trained with GELU.",
        f"{INSIDE} → m": "You left out the √2. erf belongs to a normal curve "
        "of variance 1/2, so Φ(m) needs erf(m / √2).",
        (
            f"erf({INSIDE}) → erf(m) / 2**0.5",
            f"erf({INSIDE}) → erf(m) / np.sqrt(2)",
        ): "You divided erf by √2, and not m. The bracket closes too early: "
        "it is erf(m / √2).",
        f"{INSIDE} → m / 2": "You divided by 2 inside erf. The variance "
        "of the normal curve is halved, so m is divided by √2.",
        f"{HIDDEN} → m * (1 + erf({INSIDE}))": "You left out the half. "
        "1 + erf goes from 0 to 2, but a share goes from 0 to 1.",
        f"{HIDDEN} → m * erf({INSIDE})": "You multiplied by erf itself, "
        "which goes from −1 to 1. Φ is (1 + erf(m / √2)) / 2.",
        f"{HIDDEN} → m / (1 + np.exp(-m))": "You used SiLU, m times the "
        "logistic function. It looks much like GELU, but this model has "
        "GELU.",
        f"{HIDDEN} → m / (1 + np.exp(-1.702 * m))": "You used the quick "
        "approximation m · σ(1.702 m). It is off by up to 0.02; this model "
        "was trained with erf.",
        f"{HIDDEN} → m / 2 * (1 + np.tanh(0.7978845608 * "
        "(m + 0.044715 * m * m * m)))": "You used the approximation with "
        "tanh, as GPT-2 does. It is close, but this model was trained with "
        "erf.",
        "return → return x +": "You added x to the output. The shortcut "
        "belongs to the block, outside of this layer.",
        (
            f"{HIDDEN} → m / 2 + erf({INSIDE})",
            f"{HIDDEN} → m / 2 + erf({INSIDE}) / 2",
            f"{HIDDEN} → m + erf({INSIDE}) / 2",
        ): "m multiplies the 1 alone, as without brackets around 1 + erf(…). "
        "It multiplies the whole share.",
        f"{HIDDEN} → np.maximum(m, 0) * (1 + erf({INSIDE})) / 2": "You cut "
        "off what is negative before you multiplied by Φ. GELU has no ReLU "
        "inside: a little gets through below 0.",
        f"{INSIDE} → m / 4": "You divided m by 4 inside erf, as `m / 2 ** 1 / "
        "2` does. The power comes first, and two divisions by 2 are left.",
        f"x @ W1 + b1 → x @ W1; {HIDDEN} → {HIDDEN} + b1": "You added b1 "
        "after GELU. The bias belongs inside: GELU takes x W1 + b1.",
        f"{HIDDEN} → m; return hidden @ W2 + b2 → hidden = hidden @ W2 + b2\n"
        "    return hidden * (1 + erf(hidden / 2**0.5)) / 2": "You used GELU "
        "on the output. It stands between the two Linear layers: without it "
        "there they are one Linear layer.",
        f"{HIDDEN} → m * (1 / 2 + erf({INSIDE}))": "You halved the 1 alone. 1 "
        "+ erf is halved as a whole.",
        f"{HIDDEN} → m * (1 - erf({INSIDE})) / 2": "You subtracted erf. 1 − "
        "erf gives the share on the other side; Φ(m) is (1 + erf(m / √2)) / "
        "2.",
        f"{INSIDE} → m * 2**0.5": "You multiplied m by √2 inside erf. m is "
        "divided by √2, as erf belongs to a narrower normal curve.",
        f"{HIDDEN} → m * erf({INSIDE}) / 2": "The 1 is missing: Φ(m) is (1 + "
        "erf(m / √2)) / 2. Without it a large m would be halved.",
        "hidden @ W2 + b2 → hidden": "You returned the hidden layer. The "
        "second Linear is missing.",
        "return hidden @ W2 + b2 → hidden = hidden @ W2 + b2\n"
        "    return hidden * (1 + erf(hidden / 2**0.5)) / 2": "You used GELU "
        "a second time, on the output. It stands between the two Linear "
        "layers, and nothing comes behind the second.",
        f"{HIDDEN} → m * erf(m)": "You took erf for Φ. erf goes from −1 to 1; "
        "Φ(m), a share from 0 to 1, is made of it: (1 + erf(m / √2)) / 2.",
        f"{HIDDEN} → {INSIDE} * (1 + erf({INSIDE})) / 2": "The factor in "
        "front of Φ(m) is m itself, and yours is m / √2. Only what erf is "
        "given is divided; `m /= …` changes m for all that comes after it.",
    },
    promise={"x.ndim": (2, 3), "x.dtype.name": ("float64", "float32")},
    cases=lambda rng: [
        _case(rng, 2, 2, d_ff=3),
        _case(rng, 4, 4, d_ff=4, note="square weights"),
        _case(rng, 5, 4, d_ff=8),
        _case(rng, 4, 3, d_ff=5, size=100, note="large numbers"),
        _case(rng, 4, 3, d_ff=5, size=0.01, note="small numbers"),
        _case(rng, 1, 3, 4, d_ff=6, note="a 3-D input"),
        _case(rng, 6, 5, d_ff=9, float32=True),
    ],
    hints=[
        "Your `feed_forward` of lesson 08 is nearly right. Which line of it "
        "changes?",
        "Give `x @ W1 + b1` a name, m. The hidden layer is m times a share "
        "that depends on m.",
        "The share is `(1 + erf(m / 2**0.5)) / 2`, entry by entry. (With "
        "`np.sqrt(2)`, a float64, a float32 input becomes float64.)",
    ],
)
