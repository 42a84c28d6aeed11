"""What the exercise `feed_forward_backward` claims."""

import numpy as np


def slope(args, name, at):
    """Return ∂(Σ dy·y)/∂(one number), by steps to both sides."""

    def loss(step):
        moved = {key: value.astype(float) for key, value in args.items()}
        moved[name].reshape(-1)[at] += step
        H = np.maximum(0, moved["x"] @ moved["W1"] + moved["b1"])
        return (args["dy"] * (H @ moved["W2"] + moved["b2"])).sum()

    return (loss(1e-6) - loss(-1e-6)) / 2e-6


def all_of(dy, x, W1, b1, W2, b2):
    return {"dy": dy, "x": x, "W1": W1, "b1": b1, "W2": W2, "b2": b2}


CLAIMS = {
    "Write the backward pass of y = max(0, x W₁ + b₁) W₂ + b₂":
        "0 in x @ W1 + b1 or abs(x).max() > 9 or x.dtype == np.float32 or "
        "abs(right.dW1.flat[1] - slope(all_of(dy, x, W1, b1, W2, b2), 'W1', "
        "1)) < 1e-4",
    "Where M = x W₁ + b₁ is 0, the ReLU lets no gradient through":
        "not dpre_activation[x @ W1 + b1 == 0].any()",
    "Go backwards through the forward pass: b2 and W2 first, then the ReLU, "
    "then b1, W1 and x":
        "same(db2, dy.sum(axis=0))",
    "A weight's gradient pairs its input with what comes back; an input's "
    "gradient is what comes back times the weight on its path, transposed":
        "same(dW2, hidden.T @ dy) and same(dx, dpre_activation @ W1.T)",
    "dL/dM is dy · W2ᵀ where `pre_activation > 0`, and 0 elsewhere. dW1 "
    "pairs x with it as dW2 pairs H with dy; dx takes it on through W1; a "
    "bias adds up over the tokens":
        "same(dpre_activation, np.where(x @ W1 + b1 > 0, dy @ W2.T, 0)) and "
        "same(dW1, x.T @ dpre_activation) and same(db1, "
        "dpre_activation.sum(axis=0))",
    "The ReLU's mask (M > 0) is missing, or it was taken from hidden ≥ 0, "
    "which is always true":
        "same(wrong.dx, (hidden >= 0) * (dy @ W2.T) @ W1.T) and "
        "bool((hidden >= 0).all())",
    "After the ReLU no entry is negative, so ask M > 0 or H > 0. Where":
        "hidden.min() >= 0 and same(pre_activation > 0, hidden > 0)",
    "You multiplied by M itself instead of by the mask (M > 0)":
        "(pre_activation * (dy @ W2.T)) @ W1.T",
    "You multiplied by the hidden layer H where only the mask (M > 0) "
    "belongs":
        "(hidden * (dy @ W2.T)) @ W1.T",
    "Your mask lets through where M is negative":
        "((pre_activation < 0) * (dy @ W2.T)) @ W1.T",
    "You applied the ReLU to the gradient: the mask came from the "
    "gradient's own sign. The mask belongs to the forward pass: M > 0":
        "np.maximum(dy @ W2.T, 0) @ W1.T",
    "Your dx goes back without the ReLU's mask, though dW1 and db1 have it. "
    "dx, dW1 and db1 all start from the masked dL/dM":
        "dy @ W2.T @ W1.T",
    "dW2 was made from the pre-activation M instead of from the hidden "
    "layer H. A weight's gradient is its input times dy, and W2's input is H":
        "pre_activation.T @ dy",
    "dW1 was made from dx instead of from x. A weight's gradient is its "
    "input from the forward pass times what comes back":
        "dx.T @ dpre_activation",
    "You went back from dy through W1; it came through W2. The shapes fit, "
    "but dL/dH = dy · W2ᵀ":
        "((pre_activation > 0) * (dy @ W1)) @ W1.T",
    "You went back to x through W2; M came from x through W1. The shapes "
    "fit, but dx = dL/dM · W1ᵀ":
        "dpre_activation @ W2",
    "You went back through W2 without transposing it. Forward goes H · W2; "
    "a gradient goes back through W2ᵀ":
        "((pre_activation > 0) * (dy @ W2)) @ W1.T",
    "You went back through W1 without transposing it. Forward goes x · W1; "
    "a gradient goes back through W1ᵀ":
        "dpre_activation @ W1",
    "You went back past W2 without multiplying by it. Each entry of H "
    "reaches y through a row of W2: dL/dH = dy · W2ᵀ":
        "same(wrong.dW1, x.T @ ((pre_activation > 0) * dy.sum(axis=1)[:, "
        "None]))",
    "dW1 and dW2 are transposed. The numbers are right, but a gradient has "
    "the shape of its parameter":
        "dW1.T",
    "db1 and db2 are not summed over the tokens": "dy",
    "You averaged db1 and db2 over the tokens instead of summing":
        "dy.mean(axis=0)",
    "You updated W2 (with a rate of 0.1) before you computed what goes back "
    "through it. All gradients belong to the weights of the forward pass; "
    "step afterwards":
        "((pre_activation > 0) * (dy @ (W2 - 0.1 * dW2).T)) @ W1.T",
    "You summed db1 and db2 over the features. A bias has one entry per "
    "feature and is shared by the tokens, so sum over the tokens: axis 0":
        "dy.sum(axis=1)",
    "You divided the gradients of the parameters by the number of tokens":
        "dW1 / len(x)",
    "Your mask lets the gradient through where M is 0. There the ReLU gave "
    "0, and by agreement its slope is 0 as well: ask M > 0":
        "((pre_activation >= 0) * (dy @ W2.T)) @ W1.T",
    "Only the last token counts in your gradients of the weights and biases":
        "dy[-1]",
    "You added x to dx": "x + dx",
    "a gradient never has x added to it": "x + dx",
    "You added dy to dx, the gradient of a shortcut": "dy + dx",
    "dW1 and db1 are made without the ReLU's mask. What lies before the "
    "ReLU starts from the masked dL/dM, as dx does":
        "x.T @ (dy @ W2.T)",
    "db1 and db2 are summed over everything. Each feature has a bias of its "
    "own: sum over the tokens only":
        "dy.sum()",
    "Your mask was made without b1. The ReLU lets through where M = x W₁ + "
    "b₁ is positive":
        "((x @ W1 > 0) * (dy @ W2.T)) @ W1.T",
    "dW2 was made from a hidden layer without b1. H is max(0, x W₁ + b₁)":
        "np.maximum(0, x @ W1).T @ dy",
    "dW2 was made from dL/dM. A weight's gradient pairs its input from the "
    "forward pass, here H, with what comes back":
        "dpre_activation.T @ dy",
}  # fmt: skip
