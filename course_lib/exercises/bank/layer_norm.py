"""LayerNorm's forward pass, over the last axis."""

from functools import partial

import numpy as np

from course_lib.exercises.exercise import (
    Case,
    Exercise,
    Mistake,
    fractions_lost,
)

STARTER = '''\
def layer_norm(x, gamma, beta, eps):
    """Normalize every token of x, then scale by gamma and shift by beta."""
    raise NotImplementedError
'''


def layer_norm(x, gamma, beta, eps):
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


def wrong(x, gamma, beta, eps, *, axis=-1, ddof=0, eps_at="inside", root=True,
          centre=True, scale=True, shift=True, whole=False):  # fmt: skip
    """LayerNorm with one switch for every listed mistake."""
    mean = x.mean(axis=axis, keepdims=True)
    var = x.var(axis=axis, keepdims=True, ddof=ddof)
    if not centre:
        mean = 0 * mean
    spread = {
        "inside": np.sqrt(var + eps),
        "outside": np.sqrt(var) + eps,
        "missing": np.sqrt(var),
        "fixed": np.sqrt(var + 1e-5),
        "floor": np.maximum(np.sqrt(var), eps),
        "std": np.sqrt(np.sqrt(var) + eps),
        "squared": np.sqrt(var + eps**2),
        "sum": np.sqrt(x.shape[-1] * var + eps),
    }[eps_at]
    if not root:
        spread = var + eps
    y = (x - mean) / spread
    if scale:
        y = gamma * y
    y = y + beta if shift else y
    return y.astype(x.dtype) if whole else y


def _one_pass(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    var = (x * x).mean(axis=-1, keepdims=True) - mean * mean
    return gamma * (x - mean) / np.sqrt(var + eps) + beta


def _no_keepdims(x, gamma, beta, eps):
    x_hat = (x - x.mean(axis=-1)) / np.sqrt(x.var(axis=-1) + eps)
    return gamma * x_hat + beta


def _no_keepdims_from_the_mean_on(x, gamma, beta, eps):
    mean = x.mean(axis=-1)
    var = ((x - mean) ** 2).mean(axis=-1)
    return gamma * (x - mean) / np.sqrt(var + eps) + beta


def _scaled_shift(x, gamma, beta, eps):
    return gamma * (layer_norm(x, 1, 0, eps) + beta)


def _exchanged(x, gamma, beta, eps):
    return layer_norm(x, beta, gamma, eps)


def _root_mean_square(x, gamma, beta, eps):
    mean_square = (x * x).mean(axis=-1, keepdims=True)
    return gamma * x / np.sqrt(mean_square + eps) + beta


def _divided_shift(x, gamma, beta, eps):
    std = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return layer_norm(x, gamma, 0, eps) + beta / std


def _divided_mean(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    std = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return gamma * (x - mean / std) + beta


def _centred_over_raw(x, gamma, beta, eps):
    mean_square = (x * x).mean(axis=-1, keepdims=True)
    centred = x - x.mean(axis=-1, keepdims=True)
    return gamma * centred / np.sqrt(mean_square + eps) + beta


def _one_variance(x, gamma, beta, eps):
    centred = x - x.mean(axis=-1, keepdims=True)
    return gamma * centred / np.sqrt(x.var() + eps) + beta


def _cases(rng):
    def args(*shape, mean=0, spread=2, dtype=float):
        d_model = shape[-1]
        x = rng.normal(mean, spread, shape).astype(dtype)
        gamma = rng.uniform(0.5, 2, d_model).astype(dtype)
        return x, gamma, rng.normal(size=d_model).astype(dtype), 0.1

    return [
        Case(*args(1, 4)),
        Case(*args(3, 5)),
        Case(*args(4, 4), note="as many tokens as features"),
        Case(*args(2, 3, 4), note="a 3-D input"),
        Case(*args(3, 6, mean=1e6), note="a mean of 10⁶", rough=True),
        Case(*args(2, 5, spread=0.02), note="quiet tokens"),
        Case(*args(4, 7, dtype=np.float32), note="float32"),
        Case(
            rng.integers(0, 10, (3, 4)),
            *args(3, 4)[1:],
            note="an array of integers",
        ),
    ]


EXERCISE = Exercise(
    name="layer_norm",
    lesson="05",
    statement="Write LayerNorm. Every token (every row along the last axis) "
    "is centred on its own mean and divided by its own √(σ²+ε); then `gamma` "
    "scales and `beta` shifts each feature. `x` may have any number of "
    "leading axes.",
    starter=STARTER,
    reference=layer_norm,
    accepted=[_with_sums, _token_by_token],
    mistakes=[
        Mistake(
            partial(wrong, ddof=1),
            "You divided by N − 1.",
            "That estimates the variance of a population from a sample; "
            "LayerNorm wants the variance of exactly these N numbers.",
        ),
        Mistake(
            partial(wrong, axis=0),
            "You normalized along axis 0, over the tokens.",
            "Columns are samples in statistics and in BatchNorm; here each "
            "token is normalized by itself, along axis −1.",
        ),
        Mistake(
            partial(wrong, axis=1),
            "You normalized along axis 1 instead of the last axis.",
            "For (token, feature) the two are the same; for (batch, token, "
            "feature) axis 1 runs over the tokens of a sentence.",
        ),
        Mistake(
            partial(wrong, axis=None),
            "You took one mean and one variance over all numbers.",
            "Without `axis=` NumPy averages everything, and with a single "
            "token nothing shows.",
        ),
        Mistake(
            partial(wrong, eps_at="outside"),
            "You added ε to σ, outside of the root.",
            "Both avoid a division by zero, but √(σ²+ε) and σ+ε are "
            "different numbers.",
        ),
        Mistake(
            partial(wrong, eps_at="missing"),
            "You left out ε.",
            "It hardly shows for ordinary rows, and a constant row divides "
            "0 by 0.",
        ),
        Mistake(
            partial(wrong, root=False),
            "You divided by the variance instead of its root.",
            "σ² + ε stands in the formula; the root is easy to overlook.",
        ),
        Mistake(
            partial(wrong, centre=False),
            "You did not subtract the mean.",
            "That is close to RMSNorm, another layer, but LayerNorm centres "
            "first.",
        ),
        Mistake(
            partial(wrong, scale=False),
            "You forgot to multiply by gamma.",
            "With gamma = 1, its starting value, nothing shows.",
        ),
        Mistake(
            partial(wrong, shift=False),
            "You forgot to add beta.",
            "With beta = 0, its starting value, nothing shows.",
        ),
        Mistake(
            _one_pass,
            "You took the variance as mean of squares minus squared mean.",
            "It is equal on paper; far from 0 it subtracts two huge numbers "
            "that agree in nearly all digits.",
        ),
        Mistake(
            _no_keepdims,
            "The mean and the variance lost their last axis.",
            "With as many tokens as features NumPy broadcasts them along "
            "the wrong axis without a word; `keepdims=True` prevents it.",
        ),
        Mistake(
            _no_keepdims_from_the_mean_on,
            "The mean lost its last axis, and the variance was made from it.",
            "The three lines for one token need no `keepdims=True`; for a "
            "block, each row must meet its own mean.",
        ),
        Mistake(
            _scaled_shift,
            "You multiplied beta by gamma, too.",
            "The brackets are easily set one term too far: γ·x̂ + β scales x̂ "
            "alone.",
        ),
        Mistake(
            partial(wrong, eps_at="fixed"),
            "You used 10⁻⁵ in place of `eps`.",
            "It is the usual value; here eps is an argument, and 0.1 in the "
            "check.",
        ),
        Mistake(
            partial(wrong, eps_at="floor"),
            "You took ε as the least value of σ.",
            "It avoids a division by zero too, but √(σ²+ε) is felt by every "
            "token, and most by quiet ones.",
        ),
        Mistake(
            partial(wrong, eps_at="std"),
            "You put σ under the root where σ² belongs.",
            "`std` is a root already; `var` is what stands beside ε.",
        ),
        Mistake(
            partial(wrong, eps_at="squared"),
            "You squared ε.",
            "ε stands beside σ² as it is.",
        ),
        Mistake(
            partial(wrong, eps_at="sum"),
            "You added up the squared deviations and did not divide by N.",
            "The variance is their mean; a sum grows with the number of "
            "features.",
        ),
        Mistake(
            _exchanged,
            "gamma and beta have changed places.",
            "Both have the same shape, so nothing complains. gamma "
            "multiplies, beta is added.",
        ),
        Mistake(
            _root_mean_square,
            "You did not centre: you divided x by the root of its mean "
            "square.",
            "That is RMSNorm, another layer; LayerNorm takes off the mean, "
            "here and in the variance.",
        ),
        Mistake(
            _divided_shift,
            "You divided beta by the root as well.",
            "The brackets close too late: beta is added after the division.",
        ),
        Mistake(
            _divided_mean,
            "You divided the mean alone: the brackets are missing.",
            "`x - mean / std` divides first; the difference has to be "
            "divided, `(x - mean) / std`.",
        ),
        Mistake(
            _centred_over_raw,
            "You divided x − μ by the root of the mean square of x itself.",
            "The mean square is the variance only where the mean is 0; "
            "square the deviations.",
        ),
        Mistake(
            _one_variance,
            "Each token has its own mean, but you took one variance for all.",
            "With a single token nothing shows; `var` needs `axis=-1` and "
            "`keepdims=True` as much as `mean` does.",
        ),
        fractions_lost(partial(wrong, whole=True)),
    ],
    hints=[
        "Two statistics for each token: along which axis is a token?",
        "`x.mean(axis=-1, keepdims=True)` keeps an axis of length 1, so that "
        "`x - mean` lines up. The variance goes the same way.",
        "x̂ is `(x - mean) / np.sqrt(var + eps)`; return "
        "`gamma * x_hat + beta`.",
    ],
    cases=_cases,
)
