"""The feed-forward layer's backward pass: five gradients."""

import numpy as np

from answer_check.exercise import Case, Exercise


def feed_forward_backward(dy, x, W1, b1, W2, b2):
    """Return dx, dW1, db1, dW2, db2 for tokens in rows: dy and x are 2-D."""
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


def _case(rng, tokens, d_model, d_ff, size=1, **about):
    return Case(
        rng.normal(0, size, (tokens, d_model)),
        rng.normal(0, size, (tokens, d_model)),
        rng.normal(0, 1, (d_model, d_ff)),
        rng.normal(0, 1, d_ff),
        rng.normal(0, 1, (d_ff, d_model)),
        rng.normal(0, 1, d_model),
        **about,
    )


def _at_the_kink(rng):
    """Make a case in which an M is 0, and another one nearly."""
    dy, x = rng.integers(1, 5, (2, 3, 2)).astype(float)
    W1, W2 = rng.integers(-4, 5, (2, 3)), rng.integers(1, 5, (3, 2))
    W1[:, 1] = x[0, 1], -x[0, 0]  # so that M is b1, which is seen
    b1 = np.array([1.0, 1e-9, -(x[0] @ W1[:, 2])])
    return Case(
        *(dy, x, W1.astype(float), b1, W2.astype(float), np.ones(2)),
        note="an M of 0",
    )


EXERCISE = Exercise(
    lesson="08",
    statement="Write the backward pass of y = max(0, x W₁ + b₁) W₂ + b₂. "
    "`dy` is the gradient of the loss with respect to y; return `dx`, `dW1`, "
    "`db1`, `dW2`, `db2`, in this order. Tokens are rows: `x` and `dy` are "
    "2-D. Where M = x W₁ + b₁ is 0, the ReLU lets no gradient through.",
    reference=feed_forward_backward,
    properties={
        "twice the dy gives twice the dx": "03: f(dy=2 * dy).dx == 2 * dx",
        "what goes back to x goes through W1: with W1 = 0, dx is 0": "08: "
        "f(W1=0 * W1).dx + x == x",
        "with x = 0, dW1 is 0": "08: f(x=0 * x).dW1 + W1 == W1",
        "with b1 far below 0 the ReLU lets nothing through: dW2 is 0": "08: "
        "f(b1=0 * b1 - 1e6).dW2 + W2 == W2",
        "db2 is the sum of dy over the tokens": "08: db2 == dy.reshape(-1, "
        "dy.shape[-1]).sum(0)",
    },
    given=2,
    accepted=[_with_einsum, _token_by_token],
    outputs=("dx", "dW1", "db1", "dW2", "db2"),
    mistakes={
        "(pre_activation > 0) * → ": "The ReLU's mask (M > 0) is missing, or "
        "it never acts. hidden ≥ 0 is always true: after the ReLU no entry is "
        "negative. Where the ReLU gave 0, no gradient comes back.",
        "(pre_activation > 0) → pre_activation": "You multiplied by M itself "
        "instead of by the mask (M > 0). The derivative of the ReLU is 1 or "
        "0, not its input.",
        "(pre_activation > 0) → hidden": "You multiplied by the hidden layer "
        "H where only the mask (M > 0) belongs. The derivative of the ReLU is "
        "1 or 0, not its output.",
        "pre_activation > 0 → pre_activation < 0": "Your mask lets through "
        "where M is negative. The ReLU lets the positive ones through.",
        "(pre_activation > 0) * (dy @ W2.T) → np.maximum(dy @ W2.T, 0)": "You "
        "applied the ReLU to the gradient: the mask came from the gradient's "
        "own sign. The mask belongs to the forward pass: M > 0.",
        "dpre_activation @ W1.T → dy @ W2.T @ W1.T": "Your dx goes back "
        "without the ReLU's mask. dx, dW1 and db1 all "
        "start from the masked dL/dM.",
        "hidden.T → pre_activation.T": "dW2 was made from the pre-activation "
        "M instead of from the hidden layer H. A weight's gradient is its "
        "input times dy, and W2's input is H.",
        "x.T → (dpre_activation @ W1.T).T": "dW1 was made from dx instead of "
        "from x. A weight's gradient is its input from the forward pass times "
        "what comes back.",
        "W2.T → W1": "You went back from dy through W1; it came through W2. "
        "The shapes fit, but dL/dH = dy · W2ᵀ.",
        "dpre_activation @ W1.T → (dpre_activation @ W1.T) * (x > 0)": "You "
        "masked dx by the sign of x. No ReLU stands before this layer: what "
        "comes to x goes through whole.",
        "W1.T → W2": "You went back to x through W2; M came from x through "
        "W1. The shapes fit, but dx = dL/dM · W1ᵀ.",
        "W2.T → W2": "You went back through W2 without transposing it. "
        "Forward goes H · W2; a gradient goes back through W2ᵀ. With square "
        "weights no error tells you.",
        "W1.T → W1": "You went back through W1 without transposing it. "
        "Forward goes x · W1; a gradient goes back through W1ᵀ. With square "
        "weights no error tells you.",
        "dy @ W2.T → dy @ np.ones_like(W2.T)": "You went back past W2 without "
        "multiplying by it. Each entry of H reaches y through a row of W2: "
        "dL/dH = dy · W2ᵀ.",
        "x.T @ dpre_activation → x.T @ (dy @ W2.T)": "dW1 is made without the "
        "ReLU's mask. What lies before the ReLU starts from the masked dL/dM.",
        "dpre_activation.sum(axis=0) → (dy @ W2.T).sum(axis=0)": "db1 is made "
        "without the ReLU's mask. What lies before it starts from the masked "
        "dL/dM, as dx does.",
        "x.T @ dpre_activation → dpre_activation.T @ x; "
        "hidden.T @ dy → dy.T @ hidden": "dW1 and dW2 are transposed. A "
        "gradient has the shape of its parameter.",
        "x.T @ dpre_activation → dpre_activation.T @ x": "dW1 is transposed. "
        "A gradient has the shape of its parameter.",
        "hidden.T @ dy → dy.T @ hidden": "dW2 is transposed. A gradient has "
        "the shape of its parameter.",
        ".sum(axis=0) → ": "db1 and db2 are not summed over the tokens. Every "
        "token uses the same bias, so their gradients add up.",
        ".sum( → .mean(": "You averaged db1 and db2 over the tokens instead "
        "of summing. The mean, if the loss has one, is already inside dy.",
        "dy @ W2.T → dy @ (W2 - 0.1 * dW2).T": "You updated W2 (with a rate "
        "of 0.1) before you computed what goes back through it. All gradients "
        "belong to the weights of the forward pass; step afterwards.",
        "axis=0 → axis=1": "You summed db1 and db2 over the features. A bias "
        "has one entry per feature and is shared by the tokens, so sum over "
        "the tokens: axis 0.",
        "dW1, db1, dW2, db2 → "
        "*(d / len(x) for d in (dW1, db1, dW2, db2))": "You divided the "
        "gradients of the parameters by the number of tokens. The mean, if "
        "the loss has one, is already inside dy.",
        "pre_activation > 0 → pre_activation >= 0": "Your mask lets the "
        "gradient through where M is 0. There the ReLU gave 0, and by "
        "agreement its slope is 0 as well.",
        "x.T @ dpre_activation → np.outer(x[-1], dpre_activation[-1]); "
        "hidden.T @ dy → np.outer(hidden[-1], dy[-1]); "
        "dpre_activation.sum(axis=0) → dpre_activation[-1]; dy.sum(axis=0) "
        "→ dy[-1]": "Only the last token counts in your gradients of the "
        "weights and biases. In a loop, `dW1 = …` replaces what was there; a "
        "sum needs `dW1 += …`.",
        "return dx → return x + dx": "You added x to dx. Forward, the "
        "shortcut adds x, but it belongs to Add & Norm; a gradient never has "
        "x added to it.",
        "return dx → return dy + dx": "You added dy to dx, the gradient of a "
        "shortcut. The shortcut belongs to Add & Norm, outside of this layer.",
        "x.T @ dpre_activation → x.T @ (dy @ W2.T); "
        "dpre_activation.sum(axis=0) → (dy @ "
        "W2.T).sum(axis=0)": "dW1 and db1 are made without the ReLU's mask. "
        "What lies before the ReLU starts from the masked dL/dM, as dx does.",
        "dpre_activation.sum(axis=0) → "
        "dpre_activation.sum(); dy.sum(axis=0) → dy.sum()": "db1 and db2 are "
        "summed over everything. Each feature has a bias of its own: sum "
        "over the tokens only.",
        "pre_activation > 0 → pre_activation - b1 > 0": "Your mask was made "
        "without b1. The ReLU lets through where M = x W₁ + b₁ is positive.",
        "hidden.T → np.maximum(pre_activation - b1, 0).T": "dW2 was made "
        "from a hidden layer without b1. H is max(0, x W₁ + b₁).",
        "hidden.T → ((pre_activation > 0) * (dy @ W2.T)).T": "dW2 was made "
        "from dL/dM. A weight's gradient pairs its input from the forward "
        "pass, here H, with what comes back.",
        tuple(
            f"pre_activation > 0 → pre_activation > {t}"
            for t in (1, 0.5, 0.1, 0.01, 1e-4)
        ): "Your mask shuts what is small but above 0. The ReLU lets "
        "everything above 0 through, however little.",
        "return dx → return np.cumsum(dx, axis=0)": "Each row of your dx "
        "holds what came back to the tokens before it, too. The weights are "
        "shared and add up over the tokens; every token has a dx of its own.",
    },
    promise={
        "x.ndim": (2,),
        "x.dtype.name": ("float64", "float32"),
        "(x @ W1 + b1 == 0).any()": (False, True),
    },
    cases=lambda rng: [
        _case(rng, 2, 2, 3),
        _case(rng, 4, 4, 4, note="square weights"),
        _case(rng, 5, 4, 7),
        _case(rng, 40, 3, 5),
        _case(rng, 3, 4, 6, size=100, note="large numbers"),
        _case(rng, 3, 5, 8, float32=True),
        _case(rng, 1, 3, 4, note="a single token", rough=True),
        _at_the_kink(rng),
    ],
    hints=[
        "Go backwards through the forward pass: b2 and W2 first, then the "
        "ReLU, then b1, W1 and x. Check each shape.",
        "A weight's gradient pairs its input with what comes back; an input's "
        "gradient is what comes back times the weight on its path, "
        "transposed. Another matrix may fit, too: follow the paths.",
        "dL/dM is dy · W2ᵀ where `pre_activation > 0`, and 0 elsewhere. dW1 "
        "pairs x with it as dW2 pairs H with dy; dx takes it on through W1; a "
        "bias adds up over the tokens what comes back to it.",
    ],
)
