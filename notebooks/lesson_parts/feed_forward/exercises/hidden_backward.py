"""Mend a backward pass whose ReLU lets every gradient through."""

import numpy as np

from answer_check.exercise import Case, Exercise


def hidden_backward(dhidden, x, hidden):
    """Return dW1 and db1 for hidden = max(0, x W1 + b1); tokens are rows."""
    dpre_activation = dhidden * (hidden > 0)
    return x.T @ dpre_activation, dpre_activation.sum(axis=0)


def never_closed(dhidden, x, hidden):
    """Return dW1 and db1 for hidden = max(0, x W1 + b1); tokens are rows."""
    dpre_activation = dhidden * (hidden >= 0)
    return x.T @ dpre_activation, dpre_activation.sum(axis=0)


def _token_by_token(dhidden, x, hidden):
    d = dhidden * np.sign(hidden)
    return sum(np.outer(*pair) for pair in zip(x, d)), sum(d)


def _case(rng, tokens, d_model, d_ff, size=1, **about):
    x = rng.normal(size=(tokens, d_model))
    m = x @ rng.normal(size=(d_model, d_ff)) + rng.normal(size=d_ff)
    m.flat[:3] = -1.0, 1e-9, 20.0  # in a small case all might be positive
    dhidden = rng.normal(0, size, (tokens, d_ff))
    return Case(dhidden, x, np.maximum(m, 0), **about)


MASK = "dhidden * (hidden > 0)"

EXERCISE = Exercise(
    lesson="08",
    statement="Mend this backward pass. `hidden` is max(0, x W₁ + b₁), as the "
    "forward pass kept it, and `dhidden` is the gradient of the loss with "
    "respect to it. Return `dW1` and `db1`. The shapes are right and the "
    "loss falls, and yet it is wrong. Leave the arguments as they are.",
    reference=hidden_backward,
    mend=never_closed,
    accepted=[_token_by_token],
    outputs=("dW1", "db1"),
    properties={
        "what comes back to a shut unit makes no difference": "08: "
        "f(dhidden=dhidden * (hidden > 0)).dW1 == dW1",
        "the order of the hidden units does not matter": "08: f(dhidden="
        "dhidden[:, ::-1], hidden=hidden[:, ::-1]).db1 == db1[::-1]",
    },
    mistakes={
        (never_closed, f"{MASK} → dhidden"): "Gradients get through where the "
        "ReLU gave 0: no mask is used, or one that is true there, too, like "
        "`hidden >= 0`. From there nothing may come back.",
        "hidden > 0 → hidden < 0": "Your mask is never true: after the ReLU "
        "no entry is negative. Gradients pass where `hidden` is above 0.",
        "hidden > 0 → hidden == 0": "Your mask is upside down: it lets "
        "through where the ReLU gave 0. Those are the entries to close.",
        tuple(
            f"{MASK} → dhidden * np.where(hidden > 0, 1, {slope})"
            for slope in (0.01, 0.1, 0.2)
        ): "You let a part of the gradient through where the ReLU is closed. "
        "That is the slope of a leaky ReLU; here it is 0.",
        f"{MASK} → dhidden * hidden": "You multiplied by `hidden` itself. The "
        "slope of the ReLU is 1 or 0, not its output.",
        (
            f"{MASK} → np.maximum(dhidden, 0)",
            f"{MASK} → dhidden * (dhidden > 0)",
        ): "You applied the ReLU to the gradient. Whether an entry lets "
        "through was decided on the way forward, by `hidden`.",
        "hidden > 0 → x @ x.T @ hidden > 0": "Your mask is made of more than "
        "`hidden`. An entry of it alone says whether its ReLU was open.",
        "dpre_activation.sum(axis=0) → dhidden.sum(axis=0)": "db1 still goes "
        "without the mask. b₁ stands before the ReLU, as W₁ does.",
        "x.T @ dpre_activation → x.T @ dhidden": "dW1 still goes without the "
        "mask. W₁ stands before the ReLU, as b₁ does.",
        (
            *(f"hidden > 0 → hidden > {t}" for t in (1, 0.5, 0.1, 0.01, 1e-4)),
            "hidden > 0 → ~np.isclose(hidden, 0)",
        ): "Your mask shuts what is small but above 0. The ReLU lets "
        "everything above 0 through, however little.",
        "hidden > 0 → np.cumprod(hidden > 0, axis=1) > 0": "You stopped at "
        "the first unit that is shut, as `break` does. Skip it alone: units "
        "behind it may be open.",
        f"{MASK} → dhidden * (hidden > 0).all(axis=1, keepdims=True)": "You "
        "shut a whole token as soon as one of its units is shut. A token "
        "counts for every unit that is open on it.",
        f"{MASK} → dhidden * (hidden >= 0) / len(x)": "Every gradient still "
        "gets through, and you divided by the number of tokens. The sum was "
        "in order; the mask was not: `hidden >= 0` is always true.",
        f"{MASK} → {MASK} / len(x)": "You averaged over the tokens. The sum "
        "was in order: every token adds its own share.",
        "x.T → (x * (x > 0)).T; dpre_activation = dhidden * (hidden > 0) → "
        "dpre_activation = dhidden + 0 * hidden": "You masked x by its own "
        "sign. The ReLU stands behind x W₁ + b₁: its mask is made of "
        "`hidden`, and it belongs to what comes back.",
    },
    promise={
        "x.ndim": (2,),
        "dhidden.ndim": (2,),
        "x.dtype.name": ("float64", "float32"),
    },
    cases=lambda rng: [
        _case(rng, 2, 2, 3),
        _case(rng, 40, 3, 5),
        _case(rng, 4, 4, 4, note="as many of everything"),
        _case(rng, 3, 4, 6, size=300, note="large gradients"),
        _case(rng, 1, 1, 5, note="one token of one feature", rough=True),
        _case(rng, 8, 9, 7, float32=True),
    ],
    hints=[
        "The ReLU does nothing on the way back. Print the mask for one case: "
        "what do you see?",
        "The mask is asked of `hidden`, which has been through the ReLU. "
        "Which values can it have?",
        "0 or more: so ask for what is more than 0. One sign goes.",
    ],
)
