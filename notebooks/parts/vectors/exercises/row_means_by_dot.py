"""The mean of every row as a dot product."""

import numpy as np

from course_lib.exercises.exercise import FRACTIONS_LOST, Case, Exercise
from parts.vectors.weights import WITHOUT, sums_without_weights


def row_means_by_dot(x):
    """Mean of every row of x (its last axis) as a product with weights."""
    d_model = x.shape[-1]
    u = np.full(d_model, 1 / d_model)
    return (x @ u)[..., np.newaxis]


def _column_of_weights(x):
    d_model = x.shape[-1]
    return x @ np.full((d_model, 1), 1 / d_model)


def _dot_with_ones(x):
    ones = np.ones(x.shape[-1])
    return np.expand_dims(np.dot(x, ones) / x.shape[-1], -1)


EXERCISE = Exercise(
    lesson="02",
    statement="Return the mean of every row of `x` (its last axis) as a "
    "product with weights: no `mean`, no `sum`. Keep the last axis with "
    "length 1. `x` may have any number of leading axes, or none, and hold "
    "integers.",
    reference=row_means_by_dot,
    accepted=[_column_of_weights, _dot_with_ones],
    mistakes={
        "1 / d_model → 1.0": "You returned the sums of the rows: the weights "
        "were 1. A dot product with a vector of ones adds the entries up; the "
        "mean needs weights of 1/N.",
        "[..., np.newaxis] → ": "The last axis is gone from your answer. `x @ "
        "u` uses it up. Without it, `x - mean` lines up with the wrong axis; "
        "`[..., np.newaxis]` puts it back with length 1.",
        "1 / d_model → 1 / (d_model - 1)": "You divided by N − 1. That "
        "belongs to the variance of a sample; the weights of a mean add up to "
        "1.",
        "1 / d_model → 1 / len(x)": "You divided by `len(x)`, the length of "
        "axis 0. For a square array it is the right count; otherwise a row "
        "has `x.shape[-1]` entries.",
        "(x @ u)[..., np.newaxis] → "
        "np.full((1, x.shape[-2]), 1 / x.shape[-2]) @ x": "You multiplied "
        "from the left and averaged down the columns. `u @ x` mixes rows, `x "
        "@ u` mixes the entries of each row. The order of a product matters.",
        "np.full(d_model → np.full((d_model, d_model); "
        "[..., np.newaxis] → ": "You multiplied by a whole matrix of weights. "
        "Every column of 11ᵀ/N gives the same mean, so you have it N times "
        "over. One column is enough.",
        "x @ u → np.vecdot(x, x) / d_model": "You took the dot product of "
        "each row with itself. That is the mean of the squares; the mean of "
        "the entries is the dot product with equal weights.",
        "(x @ u)[..., np.newaxis] → x * u": "You weighted the entries and did "
        "not add them up. `*` keeps every entry by itself; the product `@` "
        "adds them up as well.",
        "1 / d_model) → 1 / d_model).astype(x.dtype)": "Your weights are "
        "integers where x is one: 1/N was cut off to 0. `dtype=x.dtype`, "
        "`np.zeros_like(x)` and `np.ones_like(x)` take over the dtype of x; "
        "`np.full(N, 1 / N)` is float.",
        "(x @ u) → (x @ u).astype(x.dtype)": FRACTIONS_LOST,
        "[..., np.newaxis] → [np.newaxis]": "The new axis stands in front of "
        "the means; it belongs behind them. `[np.newaxis]` makes one row of "
        "all means, `[..., np.newaxis]` a row of length 1 for each.",
        "[..., np.newaxis] → [:, np.newaxis]": "The new axis stands in second "
        "place; it belongs at the end. With two axes that is the same; `[..., "
        "np.newaxis]` fits any number.",
        "(x @ u)[..., np.newaxis] → (x @ u).reshape(-1, 1)": "You put all "
        "means into one column. With two axes that is right; with more, the "
        "leading axes are lost. `[..., np.newaxis]` keeps them.",
        "1 / d_model → 1 / x.size": "You divided by the number of all "
        "entries, `x.size`. A row has `x.shape[-1]` of them; with a single "
        "row you would not notice.",
        "d_model = x.shape[-1] → d_model = 4": "You took four weights, "
        "whatever the length of a row. The length is `x.shape[-1]`.",
    },
    cases=lambda rng: [
        Case(rng.normal(1, 2, (1, 4)), note="a single row"),
        Case(rng.normal(1, 2, (3, 5))),
        Case(rng.normal(1, 2, (4, 4)), note="as many rows as columns"),
        Case(rng.normal(1, 2, (2, 3, 4)), note="a 3-D input"),
        Case(rng.normal(500, 2, (2, 5)), note="a mean of 500"),
        Case(rng.normal(1, 2, 5), note="a single vector", rough=True),
        Case(rng.normal(1, 2, (2, 3, 2, 4)), note="a 4-D input", rough=True),
        Case(rng.integers(0, 100, (5, 4)), note="integers"),
    ],
    promise={
        "x.ndim": (1, 2, 3, 4),
        "x.dtype.name": ("float64", "int64"),
    },
    hints=[
        "A weighted sum is a dot product. Which weights make it a mean?",
        "`np.full(N, 1 / N)` holds N weights of 1/N, with N = `x.shape[-1]`; "
        "`@` takes the dot product of every row with them.",
        "The product uses up the last axis. An index with `...` and "
        "`np.newaxis` puts one of length 1 in its place.",
    ],
    style=sums_without_weights,
    without=WITHOUT,
)
