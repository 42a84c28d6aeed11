"""Backward and update in one function: dx needs the γ of the forward pass."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise


def update_order(dy, x_hat, rstd, gamma, beta, lr):
    """Return dx, and gamma and beta after one step down the gradient."""
    dx_hat = dy * gamma
    level = dx_hat.mean(axis=-1, keepdims=True)
    slope = (dx_hat * x_hat).mean(axis=-1, keepdims=True)
    dx = rstd * (dx_hat - level - x_hat * slope)
    new_gamma = gamma - lr * (dy * x_hat).sum(axis=0)
    return dx, new_gamma, beta - lr * dy.sum(axis=0)


def _update_first_but_keep(dy, x_hat, rstd, gamma, beta, lr):
    new_gamma = gamma - lr * np.einsum("ij,ij->j", dy, x_hat)
    new_beta = beta - lr * np.add.reduce(dy)
    g = gamma * dy
    n = g.shape[1]
    slope = np.einsum("ij,ij->i", g, x_hat)[:, None]
    return (
        rstd / n * (n * g - g.sum(axis=1)[:, None] - x_hat * slope),
        new_gamma,
        new_beta,
    )


def _token_by_token(dy, x_hat, rstd, gamma, beta, lr):
    n = x_hat.shape[1]
    dx = np.empty_like(dy)
    for token, (g, hat) in enumerate(zip(dy * gamma, x_hat)):
        jacobian = n * np.eye(n, dtype=dy.dtype) - 1 - np.outer(hat, hat)
        dx[token] = g @ jacobian * rstd[token] / n
    steps = lr * np.sum(dy * x_hat, 0), lr * np.sum(dy, 0)
    return dx, gamma - steps[0], beta - steps[1]


def _case(rng, tokens, d_model, lr=0.1, size=1, **about):
    x = rng.normal(1, 2, (tokens, d_model))
    rstd = 1 / np.sqrt(x.var(axis=-1, keepdims=True) + 0.1)
    x_hat = (x - x.mean(axis=-1, keepdims=True)) * rstd
    dy = rng.normal(0, size, x.shape)
    gamma, beta = rng.uniform(0.5, 2, d_model), rng.normal(size=d_model)
    return Case(dy, x_hat, rstd, gamma, beta, lr, **about)


EXERCISE = Exercise(
    lesson="07",
    statement="Do the backward pass and one step of gradient descent for "
    "LayerNorm: return `dx`, the new `gamma` and the new `beta`. Rows of "
    "`dy` and `x_hat` are tokens, `gamma` and `beta` have one number per "
    "feature, `lr` is the learning rate. Leave what you were given as it is.",
    reference=update_order,
    accepted=[_update_first_but_keep, _token_by_token],
    outputs=("dx", "new_gamma", "new_beta"),
    mistakes={
        "dy * gamma → dy * (gamma - lr * (dy * x_hat).sum(axis=0))": "You "
        "updated γ before you computed dx. In print the steps stand in this "
        "order; but dx is the gradient of the loss that the old γ gave.",
        "- lr → + lr": "You stepped up the gradient: the step was added. The "
        "gradient points to where the loss grows; training goes the other "
        "way.",
        "lr * → ": "You left out the learning rate. With lr = 1 you would "
        "not notice.",
        "sum(axis=0) → mean(axis=0)": "You averaged over the tokens where "
        "the chain rule sums. A mean does not grow with the number of "
        "tokens, but every token adds its own share to the loss.",
        "lr * (dy * x_hat) → lr * dy": "You moved γ by ∂L/∂β. The two "
        "gradients have the same shape, so no error tells you.",
        "lr * dy → lr * (dy * x_hat)": "You moved β by ∂L/∂γ. The two "
        "gradients have the same shape, so no error tells you.",
        "gamma - lr * → ; beta - lr * → ": "You returned ∂L/∂γ and ∂L/∂β, not "
        "γ and β after the step. That is what `backward` leaves behind; the "
        "step comes next.",
        "rstd * ( → lr * rstd * (": "You multiplied dx by the learning rate. "
        "Only parameters take a step; dx travels on to the layer below as it "
        "is.",
        "dy * gamma → dy": "You forgot γ in dx. At γ = 1, where every layer "
        "starts, you would not notice.",
        "dy * gamma → dy; rstd * ( → gamma * rstd * (": "You multiplied by γ "
        "after the two means; it belongs before them. y_i = γ_i x̂_i meets γ "
        "first on the way back: dx̂ is dy·γ.",
        "- level → ": "You left out the mean of dx̂, the route through μ. It "
        "is 0 for a dx̂ with mean 0; otherwise the entries of dx no longer "
        "add up to 0.",
        "- x_hat * slope → ": "You left out x̂ times the mean of dx̂·x̂, the "
        "route through σ. It is 0 for a dx̂ orthogonal to x̂; otherwise dx "
        "points along x̂, where the output hardly moves.",
        "- x_hat * slope → + x_hat * slope": "You added x̂ times the mean of "
        "dx̂·x̂ instead of subtracting it. A larger σ makes every x̂ smaller: "
        "the route through σ takes away, as the one through μ does.",
        "rstd * ( → (": "You did not multiply dx by rstd. Inputs with a "
        "variance near 1 hide that.",
        "- level - x_hat * slope → ": "You treated μ and σ as constants: dx = "
        "dy·γ·rstd. The two means are missing: μ and σ are made of x.",
        "(dy * x_hat) → (dy * (gamma * x_hat + beta))": "You computed ∂L/∂γ "
        "from the output; it needs x̂. At γ = 1, β = 0 the output is x̂.",
        "axis=0 → axis=-1": "You summed the parameters' gradients over the "
        "features. γ has one entry per feature and is shared by tokens, so "
        "sum over the tokens: axis 0.",
        "axis=-1 → axis=0": "You took the two means of dx over the tokens. "
        "∂L/∂γ and ∂L/∂β do add over tokens; but a token's μ and σ come from "
        "its own features.",
        "dy.sum(axis=0) → dx_hat.sum(axis=0)": "You took ∂L/∂β from dx̂ = "
        "dy·γ. That is on the way to dx; β is added behind γ.",
        "slope = (dx_hat * x_hat).mean(axis=-1, keepdims=True) → slope = "
        "(dx_hat * x_hat).sum(axis=-1, keepdims=True) / (x_hat * "
        "x_hat).sum(axis=-1, keepdims=True)": "You took away the whole "
        "shadow of dx̂ on x̂, which is divided by x̂·x̂. The mean of dx̂·x̂ "
        "is divided by N; the two are equal only at ε = 0.",
        "dx_hat.mean(axis=-1, keepdims=True) → dx_hat.mean(); (dx_hat * "
        "x_hat).mean(axis=-1, keepdims=True) → (dx_hat * x_hat).mean()": "The "
        "two means in your dx go over all tokens. `.mean()` without `axis=` "
        "averages everything; each token has two means of its own.",
        "(dy * x_hat).sum → (dx_hat * x_hat).sum": "You took ∂L/∂γ from dx̂ "
        "= dy·γ. That is on the way to dx; γ's own gradient is dy·x̂.",
        "(dy * x_hat).sum(axis=0) → (dy * x_hat).sum(); dy.sum(axis=0) → "
        "dy.sum()": "You summed the parameters' gradients over everything. "
        "Each feature has a γ and a β of its own: sum over the tokens only.",
        "lr * (dy * x_hat).sum(axis=0) → (dy * x_hat).sum(axis=0) / lr; lr "
        "* dy.sum(axis=0) → dy.sum(axis=0) / lr": "You divided by the "
        "learning rate. A small rate makes a small step: it multiplies the "
        "gradient.",
        "(dy * x_hat).sum(axis=0) → dy * x_hat; dy.sum(axis=0) → dy": "You "
        "did not sum the parameters' gradients over the tokens. Every token "
        "uses the same γ and β, so their gradients add up.",
        "gamma - lr → lr; beta - lr → lr": "You returned the two steps, not γ "
        "and β after them. Each step is taken off its parameter.",
        "gamma - lr * (dy * x_hat).sum(axis=0) → lr * (gamma - (dy * "
        "x_hat).sum(axis=0)); beta - lr * dy.sum(axis=0) → lr * (beta - "
        "dy.sum(axis=0))": "You multiplied the parameter by the learning rate "
        "as well. lr scales the gradient alone: γ − lr · ∂L/∂γ.",
        "return dx → return x_hat - lr * dx": "You took a step with x as "
        "well. Only the parameters are updated; dx is passed on as it is.",
    },
    promise={
        "dy.ndim": (2,),
        "dy.dtype.name": ("float64", "float32"),
        "lr": (0.1, 0.5),
    },
    cases=lambda rng: [
        _case(rng, 3, 4),
        _case(rng, 4, 4, note="as many tokens as features"),
        _case(rng, 2, 6, lr=0.5, note="a rate of 0.5"),
        _case(rng, 3, 5, size=3e3, note="large gradients"),
        _case(rng, 5, 4, float32=True),
    ],
    hints=[
        "Which γ did the forward pass use? dx belongs to that one.",
        "Compute dx first, with `gamma` as it came; then take `lr` times its "
        "gradient off each parameter.",
        "∂L/∂γ sums dy·x̂ over the tokens, ∂L/∂β sums dy. For dx, take from "
        "dx̂ = dy·γ its mean, and x̂ times the mean of dx̂·x̂; then multiply "
        "by rstd.",
    ],
)
