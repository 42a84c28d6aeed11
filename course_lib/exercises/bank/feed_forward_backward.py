"""The feed-forward layer's backward pass: five gradients."""

from functools import partial

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Mistake

STARTER = '''\
def feed_forward_backward(dy, x, W1, b1, W2, b2):
    """Return dx, dW1, db1, dW2, db2 for tokens in rows: dy and x are 2-D."""
    pre_activation = x @ W1 + b1
    hidden = np.maximum(pre_activation, 0)
    raise NotImplementedError
'''


def feed_forward_backward(dy, x, W1, b1, W2, b2):
    pre_activation = x @ W1 + b1
    hidden = np.maximum(pre_activation, 0)
    dW2 = hidden.T @ dy
    db2 = dy.sum(axis=0)
    dpre_activation = (pre_activation > 0) * (dy @ W2.T)
    dW1 = x.T @ dpre_activation
    db1 = dpre_activation.sum(axis=0)
    dx = dpre_activation @ W1.T
    return dx, dW1, db1, dW2, db2


def _with_einsum(dy, x, W1, b1, W2, b2):
    hidden = np.maximum(np.einsum("ti,ij->tj", x, W1) + b1, 0)
    dhidden = np.einsum("tk,jk->tj", dy, W2)
    dm = np.where(hidden > 0, dhidden, np.zeros_like(dhidden))
    return (
        np.einsum("tj,ij->ti", dm, W1),
        np.einsum("ti,tj->ij", x, dm),
        np.einsum("tj->j", dm),
        np.einsum("tj,tk->jk", hidden, dy),
        np.einsum("tk->k", dy),
    )


def _token_by_token(dy, x, W1, b1, W2, b2):
    dx = np.zeros_like(x)
    dW1, db1 = np.zeros_like(W1), np.zeros_like(b1)
    dW2, db2 = np.zeros_like(W2), np.zeros_like(b2)
    for t in range(len(x)):
        m = x[t] @ W1 + b1
        dm = (W2 @ dy[t]) * (m > 0)
        dW2 += np.outer(np.maximum(m, 0), dy[t])
        db2 += dy[t]
        dW1 += np.outer(x[t], dm)
        db1 += dm
        dx[t] = W1 @ dm
    return dx, dW1, db1, dW2, db2


def wrong(dy, x, W1, b1, W2, b2, *, mask="M > 0", first_input="x",
          second_input="hidden", bias="summed", through_W2=True,
          transposed=False, updated_first=False):  # fmt: skip
    """Run the backward pass with one switch for every listed mistake."""
    pre_activation = x @ W1 + b1
    hidden = np.maximum(pre_activation, 0)
    before = {"hidden": hidden, "pre-activation": pre_activation}[second_input]
    dW2 = before.T @ dy
    if updated_first:
        W2 = W2 - 0.1 * dW2
    dhidden = dy @ (W2.T if through_W2 else np.ones_like(W2.T))
    masks = {
        "M > 0": pre_activation > 0,
        "none": np.ones_like(pre_activation),
        "M": pre_activation,
        "H": hidden,
        "dhidden > 0": dhidden > 0,
        "M < 0": pre_activation < 0,
    }
    dm = (masks[mask] * dhidden).astype(dy.dtype)
    dW1 = {"x": x, "dx": dm @ W1.T}[first_input].T @ dm
    add = {"summed": np.sum, "averaged": np.mean}[bias]
    if transposed:
        dW1, dW2 = dW1.T, dW2.T
    return dm @ W1.T, dW1, add(dm, axis=0), dW2, add(dy, axis=0)


def _biases_not_summed(dy, x, W1, b1, W2, b2):
    dx, dW1, _, dW2, _ = feed_forward_backward(dy, x, W1, b1, W2, b2)
    dm = ((x @ W1 + b1) > 0) * (dy @ W2.T)
    return dx, dW1, dm, dW2, dy


def _biases_over_features(dy, x, W1, b1, W2, b2):
    dx, dW1, _, dW2, _ = feed_forward_backward(dy, x, W1, b1, W2, b2)
    dm = ((x @ W1 + b1) > 0) * (dy @ W2.T)
    return dx, dW1, dm.sum(axis=1), dW2, dy.sum(axis=1)


def _all_averaged(dy, x, W1, b1, W2, b2):
    dx, *rest = feed_forward_backward(dy, x, W1, b1, W2, b2)
    return dx, *(each / len(x) for each in rest)


def _mask_on_weights_only(dy, x, W1, b1, W2, b2):
    right = feed_forward_backward(dy, x, W1, b1, W2, b2)
    return ((dy @ W2.T) @ W1.T, *right[1:])


def _cases(rng):
    def args(tokens, d_model, d_ff, dtype=float):
        made = (
            rng.normal(0, 1, (tokens, d_model)),
            rng.normal(0, 1, (tokens, d_model)),
            rng.normal(0, 1, (d_model, d_ff)),
            rng.normal(0, 1, d_ff),
            rng.normal(0, 1, (d_ff, d_model)),
            rng.normal(0, 1, d_model),
        )
        return tuple(a.astype(dtype) for a in made)

    return [
        Case(*args(2, 2, 3)),
        Case(*args(4, 4, 4), note="square weights"),
        Case(*args(5, 4, 7)),
        Case(*args(3, 5, 8, np.float32), note="float32"),
    ]


EXERCISE = Exercise(
    name="feed_forward_backward",
    lesson="08",
    statement="Write the backward pass of y = max(0, x W₁ + b₁) W₂ + b₂. "
    "`dy` is the gradient of the loss by y; return `dx`, `dW1`, `db1`, "
    "`dW2`, `db2`, in this order. Tokens are rows: `x` and `dy` are 2-D.",
    starter=STARTER,
    reference=feed_forward_backward,
    accepted=[_with_einsum, _token_by_token],
    outputs=("dx", "dW1", "db1", "dW2", "db2"),
    mistakes=[
        Mistake(
            partial(wrong, mask="none"),
            "The ReLU's mask (M > 0) is missing, or it was taken from "
            "hidden ≥ 0, which is always true.",
            "After the ReLU no entry is negative, so ask M > 0 or H > 0. "
            "Where the ReLU gave 0, nothing of the gradient comes back.",
        ),
        Mistake(
            partial(wrong, mask="M"),
            "You multiplied by M itself instead of by the mask (M > 0).",
            "The derivative of the ReLU is 1 or 0, not its input.",
        ),
        Mistake(
            partial(wrong, mask="H"),
            "You multiplied by the hidden layer H where only the mask "
            "(M > 0) belongs.",
            "The derivative of the ReLU is 1 or 0, not its output.",
        ),
        Mistake(
            partial(wrong, mask="M < 0"),
            "Your mask lets through where M is negative.",
            "The sign is easy to turn; the ReLU lets the positive ones "
            "through.",
        ),
        Mistake(
            partial(wrong, mask="dhidden > 0"),
            "You applied the ReLU to the gradient: the mask came from the "
            "gradient's own sign.",
            "The mask is a matter of the forward pass: M > 0.",
        ),
        Mistake(
            _mask_on_weights_only,
            "Your dx goes back without the ReLU's mask, though dW1 and db1 "
            "have it.",
            "dx, dW1 and db1 all start from the masked dL/dM.",
        ),
        Mistake(
            partial(wrong, second_input="pre-activation"),
            "dW2 was made from the pre-activation M instead of from the "
            "hidden layer H.",
            "A weight's gradient is its input times dy, and W2's input is H.",
        ),
        Mistake(
            partial(wrong, first_input="dx"),
            "dW1 was made from dx instead of from x.",
            "A weight's gradient is its input from the forward pass times "
            "what comes back.",
        ),
        Mistake(
            partial(wrong, through_W2=False),
            "You went back past W2 without multiplying by it.",
            "Each entry of H reaches y through a row of W2: dL/dH = dy · W2ᵀ.",
        ),
        Mistake(
            partial(wrong, transposed=True),
            "dW1 and dW2 are transposed.",
            "dyᵀ · H holds the same numbers, but a gradient has the shape of "
            "its parameter.",
        ),
        Mistake(
            _biases_not_summed,
            "db1 and db2 are not summed over the tokens.",
            "Every token uses the same bias, so their gradients add up.",
        ),
        Mistake(
            partial(wrong, bias="averaged"),
            "You averaged db1 and db2 over the tokens instead of summing.",
            "The mean, if the loss has one, is already inside dy.",
        ),
        Mistake(
            partial(wrong, updated_first=True),
            "You updated W2 (with a rate of 0.1) before you computed what "
            "goes back through it.",
            "All gradients belong to the weights of the forward pass; step "
            "afterwards.",
        ),
        Mistake(
            _biases_over_features,
            "You summed db1 and db2 over the features.",
            "A bias has one entry a feature and is shared by the tokens, so "
            "the tokens add up: axis 0.",
        ),
        Mistake(
            _all_averaged,
            "You divided the gradients of the parameters by the number of "
            "tokens.",
            "The mean, if the loss has one, is already inside dy.",
        ),
    ],
    hints=[
        "Go backwards through the forward pass: b2 and W2 first, then the "
        "ReLU, then b1, W1 and x. Check each shape.",
        "`dW2 = hidden.T @ dy`, and dL/dM is `dy @ W2.T` wherever "
        "`pre_activation > 0`, else 0.",
        "With dM: `dW1 = x.T @ dM`, `db1 = dM.sum(axis=0)`, `dx = dM @ W1.T`.",
    ],
    cases=_cases,
)
