"""Mend a training step that never trains γ and β."""

import numpy as np

from answer_check.exercise import Case, Exercise


def training_step(x_hat, target, gamma, beta, W, lr):
    """Return gamma, beta and W after one step on the squared error."""
    y = gamma * x_hat + beta
    output = y @ W
    doutput = 2 * (output - target) / output.size
    dy = doutput @ W.T
    dW = y.T @ doutput
    dgamma = (dy * x_hat).sum(axis=0)
    dbeta = dy.sum(axis=0)
    return gamma - lr * dgamma, beta - lr * dbeta, W - lr * dW


def head_alone(x_hat, target, gamma, beta, W, lr):
    """Return gamma, beta and W after one step on the squared error."""
    y = gamma * x_hat + beta
    output = y @ W
    doutput = 2 * (output - target) / output.size
    dW = y.T @ doutput
    return gamma, beta, W - lr * dW


def _updated_in_turn(x_hat, target, gamma, beta, W, lr):
    y = x_hat * gamma + beta
    error = y @ W - target
    share = 2 * lr / error.size
    dy = error @ W.T
    W = W - share * (y.T @ error)
    gamma = gamma - share * np.einsum("ti,ti->i", dy, x_hat)
    return gamma, beta - share * np.einsum("ti->i", dy), W


def _token_by_token(x_hat, target, gamma, beta, W, lr):
    dgamma, dbeta, dW = 0 * gamma, 0 * beta, 0 * W
    for hat, wanted in zip(x_hat, target):
        y = gamma * hat + beta
        d = 2 * (y @ W - wanted) / target.size
        dgamma, dbeta = dgamma + (W @ d) * hat, dbeta + W @ d
        dW = dW + np.outer(y, d)
    return gamma - lr * dgamma, beta - lr * dbeta, W - lr * dW


def _anew_after_each(x_hat, target, gamma, beta, W, lr):
    def back():
        error = (gamma * x_hat + beta) @ W - target
        return 2 * lr * error / error.size

    gamma = gamma - (back() @ W.T * x_hat).sum(axis=0)
    beta = beta - (back() @ W.T).sum(axis=0)
    return gamma, beta, W - (gamma * x_hat + beta).T @ back()


def _case(rng, tokens, d_model, outputs, lr=0.1, size=1, **about):
    x = rng.normal(0, 2, (tokens, d_model))
    x_hat = (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)
    target = rng.normal(0, size, (tokens, outputs))
    gamma = rng.uniform(0.5, 2, d_model) * rng.choice([-1, 1], d_model)
    gamma[0] *= d_model > 3  # 0 with three features
    beta, W = rng.normal(size=d_model), rng.normal(size=(d_model, outputs))
    return Case(x_hat, target, gamma, beta, W, lr, **about)


NEW_GAMMA = "(gamma - lr * (doutput @ W.T * x_hat).sum(axis=0))"
STAY = "gamma - lr * dgamma, beta - lr * dbeta → gamma, beta"
STEPS = "return gamma - lr * dgamma, beta - lr * dbeta, W - lr * dW"

EXERCISE = Exercise(
    lesson="11",
    statement="Mend this training step. The model is (γ·x̂ + β) W, the loss "
    "the squared error, the mean over all entries of (output − target)². "
    "Rows of `x_hat` and `target` are tokens. Return `gamma`, `beta` and `W` "
    "after one step of gradient descent with the rate `lr`. As it stands the "
    "loss falls from step to step, and something is wrong all the same. "
    "Leave the arguments as they are.",
    reference=training_step,
    mend=head_alone,
    properties={
        "twice the lr moves γ twice as far, as all gradients are made before "
        "the first step": "08: f(lr=2 * lr).gamma - "
        "f(lr=0.0).gamma == 2 * (gamma - f(lr=0.0).gamma)",
        "twice the lr moves W twice as far": "08: f(lr=2 * lr).W - "
        "f(lr=0.0).W == 2 * (W - f(lr=0.0).W)",
    },
    accepted=[_updated_in_turn, _token_by_token],
    outputs=("gamma", "beta", "W"),
    mistakes={
        head_alone: "γ and β still come out as they went in. They are "
        "parameters, too: without a gradient they are never trained, and the "
        "loss falls by W alone, so nothing tells you.",
        "beta - lr * dbeta → beta": "β still comes out as it went in. It is a "
        "parameter as γ is; its gradient is dy, summed over the tokens.",
        "gamma - lr * dgamma → gamma": "γ still comes out as it went in. It "
        "is a parameter as β is; its gradient is dy·x̂, summed over the "
        "tokens.",
        "- lr * dgamma → + lr * dgamma; - lr * dbeta → + lr * dbeta": "You "
        "stepped up the gradients of γ and β. The gradient points to where "
        "the loss grows; training goes the other way.",
        "- lr * dgamma → + lr * dgamma": "You stepped up the gradient of γ. "
        "It points to where the loss grows; training goes the other way.",
        "- lr * dbeta → + lr * dbeta": "You stepped up the gradient of β. It "
        "points to where the loss grows; training goes the other way.",
        "lr * dgamma → lr * dbeta; lr * dbeta → lr * dgamma": "γ and β have "
        "each other's gradient. β is added and collects dy; γ multiplies x̂ "
        "and collects dy·x̂.",
        (
            "2 * (output → (output",
            "2 * (output → 4 * (output",
        ): "Your `doutput` has another factor than 2. The 2 is the slope of "
        "a square, and was in order.",
        "y.T → x_hat.T": "You took x̂ for y in dW. W multiplies y, so dW was "
        "in order.",
        "(dy * x_hat) → (dy * y)": "You took y for x̂ in dγ. At γ = 1 and "
        "β = 0, where training starts, they are the same.",
        "(dy * x_hat).sum(axis=0) → (dy * x_hat).mean(axis=0); "
        "dy.sum(axis=0) → dy.mean(axis=0)": "You averaged dγ and dβ over the "
        "tokens. The mean of the loss is inside `doutput` already; every "
        "token adds its own share.",
        "(dy * x_hat).sum(axis=0) → (dy * x_hat).sum(); "
        "dy.sum(axis=0) → dy.sum()": "You summed dγ and dβ over everything. "
        "Each feature has a γ and a β of its own: sum over the tokens only.",
        "doutput @ W.T → doutput @ (W - lr * (y.T @ doutput)).T": "You "
        "updated W before you sent the gradient back through it. All "
        "gradients belong to the weights that the forward pass used.",
        (
            f"y.T @ doutput → ({NEW_GAMMA} * x_hat + beta).T @ doutput",
            f"y.T @ doutput → ({NEW_GAMMA} * x_hat + beta - lr * (doutput @ "
            "W.T).sum(axis=0)).T @ doutput",
        ): "You updated γ before the gradient of W was made, of a y that is "
        "new as well. All gradients belong to the numbers that the forward "
        "pass used.",
        "dy = doutput @ W.T → dy = doutput @ W.T / W.T.shape[0]": "You "
        "divided by the number of outputs on the way back. `doutput` holds "
        "the division by all entries already.",
        "dy = doutput @ W.T → dy = doutput @ W.T * gamma": "You multiplied dy "
        "by γ before you made dγ and dβ of it. dy·γ is dx̂, on the way to the "
        "layers below; γ and β stand behind that.",
        "output.size → len(output)": "You divided by the number of tokens. "
        "The loss is a mean over all entries, and `doutput` was in order.",
        f"{STAY}; output.size → len(output)": "γ and β still do not move, and "
        "you divided by the number of tokens. The division by all entries was "
        "in order; steps of γ and β were missing.",
        f"{STAY}; y.T → x_hat.T": "γ and β still do not move, and you took x̂ "
        "for y in dW. W multiplies y, so dW was in order; steps of γ and "
        "β were missing.",
        _anew_after_each: "You worked the output out anew after each step, so "
        "β sees the new γ, and W sees both. All gradients belong to the "
        "numbers that went in.",
        (
            STEPS + " → return -lr * dgamma, -lr * dbeta, -lr * dW",
            STEPS + " → return lr * dgamma, lr * dbeta, lr * dW",
        ): "You "
        "returned the steps alone. What is asked for is where they lead: each "
        "parameter after its step.",
        STEPS + " → return dgamma, dbeta, dW": "You returned the gradients. "
        "What is asked for is the parameters after a step.",
    },
    promise={
        "x_hat.ndim": (2,),
        "x_hat.dtype.name": ("float64", "float32"),
        "lr": (0.1, 0.5),
    },
    cases=lambda rng: [
        _case(rng, 2, 3, 3),
        _case(rng, 40, 3, 5),
        _case(rng, 4, 4, 4, note="as many of everything"),
        _case(rng, 3, 5, 6, lr=0.5, size=1e3, note="large targets"),
        _case(rng, 1, 4, 1, note="a single token", rough=True),
        _case(rng, 8, 9, 7, float32=True),
    ],
    hints=[
        "Count the parameters that go in, and compare each with what comes "
        "out.",
        "γ and β need gradients. First send `doutput` back through W, to y; "
        "lesson 07 has the rest.",
        "dy is `doutput` times W transposed. γ collects dy·x̂ over the "
        "tokens, β collects dy; then each takes its own step of `lr`, as W "
        "does.",
    ],
)
