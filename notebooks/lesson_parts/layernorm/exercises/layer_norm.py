"""LayerNorm's forward pass, over the last axis."""

import numpy as np

from answer_check.exercise import Case, Exercise


def layer_norm(x, gamma, beta, eps):
    """Normalize every token of x, then scale by gamma and shift by beta."""
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    x_hat = (x - mean) / np.sqrt(var + eps)
    return gamma * x_hat + beta


def _token_by_token(x, gamma, beta, eps):
    y = np.empty(x.shape)
    for token in np.ndindex(x.shape[:-1]):
        z = x[token] - np.mean(x[token])
        y[token] = gamma * z / np.sqrt(np.mean(z * z) + eps) + beta
    return y


def _scaled_first(x, gamma, beta, eps):
    return layer_norm(gamma * x, np.ones_like(gamma), beta, eps)


def _scaled_and_shifted_first(x, gamma, beta, eps):
    return layer_norm(gamma * x + beta, np.ones_like(gamma), 0 * beta, eps)


def _cases(rng):
    def args(*shape, mean=0, spread=2, gain=1, eps=0.1):
        d_model = shape[-1]
        x = rng.normal(mean, spread, shape)
        gamma = rng.uniform(0.5, 2, d_model) * rng.choice([-1, 1], d_model)
        return x, gain * gamma, rng.normal(size=d_model), eps

    return [
        Case(*args(1, 4)),
        Case(*args(3, 5, eps=0.02)),
        Case(*args(4, 4), note="as many tokens as features"),
        Case(*args(2, 3, 4), note="a 3-D input"),
        Case(
            *args(2, 6, mean=[[1e6], [-1e6]]),
            rough=True,
            note="one row near 10⁶ and one near −10⁶",
        ),
        Case(*args(5), note="a single token", rough=True),
        Case(*args(1, 2, 3, 4), note="a 4-D input", rough=True),
        Case(*args(2, 5, spread=0.004, eps=1e-5), note="quiet tokens"),
        Case(*args(2, 6, gain=300, eps=1e-3), note="a large gamma"),
        Case(*args(8, 9), float32=True),
        Case(rng.integers(0, 10, (3, 4)), *args(3, 4)[1:], note="integers"),
    ]


ALONG = "(axis=-1, keepdims=True)"

EXERCISE = Exercise(
    lesson="05",
    statement="Write LayerNorm. Every token (every row along the last axis) "
    "is centred on its own mean and divided by its own √(σ²+ε); then `gamma` "
    "scales and `beta` shifts each feature. `x` may have any number of "
    "leading axes, or none, and hold integers. Its mean may be 10⁶.",
    reference=layer_norm,
    properties={
        "with γ = 1 and β = 0, every token sums to 0": "05: f(gamma=0 * "
        "gamma + 1, beta=0 * beta).sum(-1) == 0",
        "a token alone gives what it gives in company": "05: f(x=x[:1]) == "
        "answer[:1] if x.ndim > 1",
        "with γ = 0, every token is β": "05: f(gamma=0 * gamma) == beta",
        "twice the γ and β give twice the output, also where all γ are "
        "equal": "05: f(gamma=0 * gamma + 2, beta=2 * beta) == 2 * "
        "f(gamma=0 * gamma + 1)",
        "adding 1 to all features of a token changes nothing": "05: f(x=x + "
        "1) == answer",
        "twice the x with four times the ε changes nothing": "05: f(x=2 * "
        "x, eps=4 * eps) == answer",
        "features in another order, γ and β with them, give the outputs "
        "in that order": "05: f(x=x[..., ::-1], gamma=gamma[::-1], "
        "beta=beta[::-1]) == answer[..., ::-1]",
    },
    accepted=[_token_by_token],
    mistakes={
        "x.var( → x.var(ddof=1, ": "You divided by N − 1. That "
        "estimates the variance of a population from a sample; LayerNorm "
        "wants the variance of exactly these N numbers.",
        "axis=-1 → axis=0": "You normalized along axis 0, over the tokens. "
        "Statistics and BatchNorm go down the columns; here each token is "
        "normalized by itself, along axis −1.",
        **{
            f"axis=-1 → axis={axis}": f"You averaged over the tokens, "
            f"{these}. BatchNorm does so, and gives each feature a mean; here "
            "each token has its own, over its features, along axis −1."
            for axis, these in (
                ("tuple(range(x.ndim - 1))", "all of them"),
                ("-2", "those of each sentence"),
            )
        },
        (
            _scaled_first,
            _scaled_and_shifted_first,
        ): "You scaled by gamma before you normalized. The mean and the "
        "division then see the scaled numbers and undo part of it; gamma "
        "and beta come last, behind x̂.",
        "gamma → beta; beta → eps; eps → gamma": "You changed the order of "
        "the arguments in the first line. They are handed over by their "
        "places: x, gamma, beta, eps.",
        "axis=-1 → axis=1": "You normalized along axis 1 instead of the last "
        "axis. For (token, feature) the two are the same; for (batch, token, "
        "feature) axis 1 runs over the tokens of a sentence.",
        "axis=-1 → axis=None": "You took one mean and one variance over all "
        "numbers. Without `axis=` NumPy averages everything, and with a "
        "single token you would not notice.",
        "np.sqrt(var + eps) → (np.sqrt(var) + eps)": "You added ε to σ, "
        "outside of the root. Both avoid a division by zero, but √(σ²+ε) and "
        "σ+ε are different numbers.",
        "+ eps → ": "You left out ε. It hardly shows for ordinary rows, and a "
        "constant row divides 0 by 0.",
        "np.sqrt(var + eps) → (var + eps)": "You divided by the variance "
        "instead of its root. σ² + ε stands in the formula; the root is easy "
        "to overlook.",
        "(x - mean) → x": "You divided x, not x − mean. That is close to "
        "RMSNorm, another layer, but LayerNorm centres first.",
        "gamma * → ": "You forgot to multiply by gamma. With gamma = 1, its "
        "starting value, you would not notice.",
        "+ beta → ": "You forgot to add beta. With beta = 0, its starting "
        "value, you would not notice.",
        "x.var → -mean * mean + (x * x).mean": "You squared too early, as in "
        "mean of squares minus squared mean. It is equal on paper; far from 0 "
        "it subtracts huge numbers that agree in nearly all digits.",
        (
            ", keepdims=True → ",
            ", keepdims=True → ; x.var → ((x - mean) ** 2).mean",
        ): "A mean or a variance lost its last axis. With as many tokens "
        "as features NumPy broadcasts it along the wrong axis without an "
        "error; `keepdims=True` keeps it, so that each row meets its own.",
        "x_hat + beta → (x_hat + beta)": "You multiplied beta by gamma, too. "
        "In γ·x̂ + β, γ scales x̂ alone: beta is added last.",
        tuple(
            f"var + eps → var + {own}"
            for own in (1e-5, 0.1, 1e-6, 1e-8, 1e-12)
        ): "You used a number of your own in place of `eps`. 10⁻⁵ is the "
        "usual value, but here eps is an argument, and the check tries "
        "several.",
        "np.sqrt(var + eps) → np.maximum(np.sqrt(var), eps)": "You took ε as "
        "the least value of σ. That avoids a division by zero too, but an ε "
        "under the root changes every token, and quiet ones most.",
        "x.var → x.std": "You put σ under the root where σ² belongs. `std` "
        "is a root already; ε is added to `var`.",
        "var + eps → var * x.shape[-1] + eps": "You added up the squared "
        "deviations and did not divide by N. The variance is their mean; a "
        "sum grows with the number of features.",
        "gamma → beta; beta → gamma": "gamma and beta have changed places. "
        "Both have the same shape, so no error tells you. gamma multiplies, "
        "beta is added.",
        "x.var → (x * x).mean; (x - mean) → x": "You did not centre: you "
        "divided x by the root of its mean square. That is RMSNorm, another "
        "layer; LayerNorm takes off the mean, in the numerator and in the "
        "variance.",
        "+ beta → + 1 / np.sqrt(var + eps) * beta": "You divided beta by the "
        "root as well. beta is added last, after the division.",
        (
            "(x - mean) → x - mean",
            "gamma * x_hat → gamma * x - mean / np.sqrt(var + eps)",
        ): "You divided the mean alone. Python divides before it subtracts, "
        "unless brackets hold the difference together.",
        "x.var → (x * x).mean": "Your variance is the mean of the squares of "
        "x itself. So it comes out if the mean is not subtracted there, or is "
        "subtracted twice, as when the name x already stands for x − μ.",
        (
            "x.var(axis=-1, keepdims=True) → x.var()",
            "x.var(axis=-1, keepdims=True) → ((x - mean) ** 2).mean()",
        ): "Each token has its own mean, but you took one variance for all. "
        "With a single token you would not notice; the variance needs "
        "`axis=-1` and `keepdims=True` as much as the mean.",
        "x.var → (x - mean).mean": "Your variance is 0 for every token, as "
        "the mean of the deviations is. Average their squares.",
        "np.sqrt(var + eps) → (np.sqrt(var) + np.sqrt(eps))": "You took the "
        "roots of σ² and of ε apart. The root of a sum is not the sum of the "
        "roots: add first, then take the root.",
        "x.var → np.abs(x - mean).mean": "You averaged the distances from "
        "the mean without squaring them. That measures spread as well, but "
        "it is not the variance.",
        tuple(
            f"x.mean{ALONG} → x.sum{ALONG} / {n}; "
            f"x.var{ALONG} → ((x - mean) ** 2).sum{ALONG} / {n}"
            for n in ("len(x)", "x.size", "x.shape[1]")
        ): "Your N is not the number of features. Each token has its own "
        "mean and variance, over its features: N is the length of the last "
        "axis.",
        "gamma * x_hat → gamma + x_hat": "You added gamma; it multiplies x̂. "
        "gamma scales each feature, and beta shifts it.",
        "(x - mean) → (mean - x)": "You subtracted the token from its mean. "
        "That turns every sign of x̂: x comes first, and the mean is taken "
        "off.",
        "np.sqrt(var + eps) → np.sqrt(var * x.shape[-1])": "You divided by "
        "the length of the deviations. The length is √N times the standard "
        "deviation; here σ² + ε stands under the root.",
        "gamma * → (1 + gamma) *": "You multiplied by 1 + gamma. Some models "
        "keep γ − 1 as their parameter; here gamma is the factor itself.",
        "var + eps → var**2 + eps": "You squared the variance under the root. "
        "The variance is σ² already; ε is added, and nothing is squared "
        "again.",
        "np.sqrt(var + eps) → np.sqrt(var) + eps": "You added ε to x̂. It "
        "belongs under the root, where it keeps the division away from 0: "
        "√(σ²+ε).",
        (
            "/ np.sqrt(var + eps) → / (var + eps) / 2",
            "np.sqrt(var + eps) → ((var + eps) / 2)",
        ): "You divided by σ² + ε, with a factor of 2, and not by its root. "
        "Python takes a power before `/`, so a power of one half needs "
        "brackets.",
        "gamma * x_hat + beta → gamma[:, np.newaxis] * x_hat + beta[:, "
        "np.newaxis]": "Your gamma and beta go by token. They have one number "
        "for each feature, and NumPy lines these up with the last axis.",
        "gamma * x_hat → x_hat @ gamma": "You added the features up, "
        "weighted by gamma, as `@` does. A scale for each feature is an "
        "entrywise product, `*`.",
    },
    promise={
        "x.ndim": (1, 2, 3, 4),
        "x.dtype.name": ("float64", "float32", "int64"),
        "eps": (0.1, 0.02, 1e-3, 1e-5),
        "abs(x).max() > 9e5": (False, True),
    },
    hints=[
        "Two statistics for each token: along which axis is a token?",
        "`x.mean(axis=-1, keepdims=True)` keeps an axis of length 1, so that "
        "`x - mean` lines up. The variance goes the same way.",
        "x̂ is the centred token over √(σ²+ε): ε is added to the variance, "
        "and then comes the root. gamma multiplies x̂ alone; beta comes last.",
    ],
    cases=_cases,
)
