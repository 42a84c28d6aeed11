"""LayerNorm's forward pass, over the last axis."""

import numpy as np

from course_lib.exercises.exercise import FRACTIONS_LOST, Case, Exercise


def layer_norm(x, gamma, beta, eps):
    """Normalize every token of x, then scale by gamma and shift by beta."""
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    x_hat = (x - mean) / np.sqrt(var + eps)
    return gamma * x_hat + beta


def _with_sums(x, gamma, beta, eps):
    d_model = x.shape[-1]
    centred = x - np.sum(x, axis=-1)[..., None] / d_model
    var = np.sum(centred**2, axis=-1)[..., None] / d_model
    return centred * gamma * (var + eps) ** -0.5 + beta


def _token_by_token(x, gamma, beta, eps):
    y = np.empty(x.shape)
    for token in np.ndindex(x.shape[:-1]):
        z = x[token] - np.mean(x[token])
        y[token] = gamma * z / np.sqrt(np.mean(z * z) + eps) + beta
    return y


def _cases(rng):
    def args(*shape, mean=0, spread=2, gain=1):
        d_model = shape[-1]
        x = rng.normal(mean, spread, shape)
        gamma = gain * rng.uniform(0.5, 2, d_model)
        return x, gamma, rng.normal(size=d_model), 0.1

    return [
        Case(*args(1, 4)),
        Case(*args(3, 5)),
        Case(*args(4, 4), note="as many tokens as features"),
        Case(*args(2, 3, 4), note="a 3-D input"),
        Case(*args(3, 6, mean=1e6), note="a mean of 10⁶", rough=True),
        Case(*args(2, 5, spread=0.02), note="quiet tokens"),
        Case(*args(2, 6, gain=300), note="a gamma near 300"),
        Case(*args(4, 7), float32=True),
        Case(rng.integers(0, 10, (3, 4)), *args(3, 4)[1:], note="integers"),
    ]


EXERCISE = Exercise(
    lesson="05",
    statement="Write LayerNorm. Every token (every row along the last axis) "
    "is centred on its own mean and divided by its own √(σ²+ε); then `gamma` "
    "scales and `beta` shifts each feature. `x` may have any number of "
    "leading axes.",
    reference=layer_norm,
    accepted=[_with_sums, _token_by_token],
    mistakes={
        "x.var(axis=-1 → x.var(ddof=1, axis=-1": "You divided by N − 1. That "
        "estimates the variance of a population from a sample; LayerNorm "
        "wants the variance of exactly these N numbers.",
        "axis=-1 → axis=0": "You normalized along axis 0, over the tokens. "
        "Columns are samples in statistics and in BatchNorm; here each token "
        "is normalized by itself, along axis −1.",
        "axis=-1 → axis=1": "You normalized along axis 1 instead of the last "
        "axis. For (token, feature) the two are the same; for (batch, token, "
        "feature) axis 1 runs over the tokens of a sentence.",
        "axis=-1 → axis=None": "You took one mean and one variance over all "
        "numbers. Without `axis=` NumPy averages everything, and with a "
        "single token nothing shows.",
        "np.sqrt(var + eps) → (np.sqrt(var) + eps)": "You added ε to σ, "
        "outside of the root. Both avoid a division by zero, but √(σ²+ε) and "
        "σ+ε are different numbers.",
        "+ eps → ": "You left out ε. It hardly shows for ordinary rows, and a "
        "constant row divides 0 by 0.",
        "np.sqrt(var + eps) → (var + eps)": "You divided by the variance "
        "instead of its root. σ² + ε stands in the formula; the root is easy "
        "to overlook.",
        "(x - mean) → x": "You did not subtract the mean. That is close to "
        "RMSNorm, another layer, but LayerNorm centres first.",
        "gamma * → ": "You forgot to multiply by gamma. With gamma = 1, its "
        "starting value, nothing shows.",
        "+ beta → ": "You forgot to add beta. With beta = 0, its starting "
        "value, nothing shows.",
        "x.var → -mean * mean + (x * x).mean": "You took the variance as mean "
        "of squares minus squared mean. It is equal on paper; far from 0 it "
        "subtracts two huge numbers that agree in nearly all digits.",
        ", keepdims=True → ": "The mean and the variance lost their last "
        "axis. With as many tokens as features NumPy broadcasts them along "
        "the wrong axis without a word; `keepdims=True` prevents it.",
        ", keepdims=True → ; x.var → ((x - mean) ** 2).mean": "The mean lost "
        "its last axis, and the variance was made from it. The three lines "
        "for one token need no `keepdims=True`; for a block, each row must "
        "meet its own mean.",
        "x_hat + beta → (x_hat + beta)": "You multiplied beta by gamma, too. "
        "The brackets are easily set one term too far: γ·x̂ + β scales x̂ "
        "alone.",
        "var + eps → var + 1e-5": "You used 10⁻⁵ in place of `eps`. It is the "
        "usual value; here eps is an argument, and 0.1 in the check.",
        "np.sqrt(var + eps) → np.maximum(np.sqrt(var), eps)": "You took ε as "
        "the least value of σ. It avoids a division by zero too, but √(σ²+ε) "
        "is felt by every token, and most by quiet ones.",
        "x.var → x.std": "You put σ under the root where σ² belongs. `std` is "
        "a root already; `var` is what stands beside ε.",
        "eps → eps**2": "You squared ε. ε stands beside σ² as it is.",
        "var + eps → var * x.shape[-1] + eps": "You added up the squared "
        "deviations and did not divide by N. The variance is their mean; a "
        "sum grows with the number of features.",
        "gamma → beta; beta → gamma": "gamma and beta have changed places. "
        "Both have the same shape, so nothing complains. gamma multiplies, "
        "beta is added.",
        "x.var → (x * x).mean; (x - mean) → x": "You did not centre: you "
        "divided x by the root of its mean square. That is RMSNorm, another "
        "layer; LayerNorm takes off the mean, here and in the variance.",
        "+ beta → + 1 / np.sqrt(var + eps) * beta": "You divided beta by the "
        "root as well. The brackets close too late: beta is added after the "
        "division.",
        "(x - mean) → x - mean": "You divided the mean alone: the brackets "
        "are missing. `x - mean / std` divides first; the difference has to "
        "be divided, `(x - mean) / std`.",
        "x.var → (x * x).mean": "You divided x − μ by the root of the mean "
        "square of x itself. The mean square is the variance only where the "
        "mean is 0; square the deviations.",
        "x.var(axis=-1, keepdims=True) → x.var()": "Each token has its own "
        "mean, but you took one variance for all. With a single token nothing "
        "shows; `var` needs `axis=-1` and `keepdims=True` as much as `mean` "
        "does.",
        "gamma * x_hat + beta → "
        "(gamma * x_hat + beta).astype(x.dtype)": FRACTIONS_LOST,
    },
    hints=[
        "Two statistics for each token: along which axis is a token?",
        "`x.mean(axis=-1, keepdims=True)` keeps an axis of length 1, so that "
        "`x - mean` lines up. The variance goes the same way.",
        "x̂ is the centred token over √(σ²+ε): ε goes to the variance, and "
        "then the root. gamma multiplies x̂ alone; beta comes last.",
    ],
    cases=_cases,
)
