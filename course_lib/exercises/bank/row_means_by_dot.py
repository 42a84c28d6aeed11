"""The mean of every row as a dot product."""

import numpy as np

from course_lib.exercises.exercise import (
    Case,
    Exercise,
    Mistake,
    fractions_lost,
)

STARTER = '''\
def row_means_by_dot(x):
    """Mean of every row of x (its last axis) as a product with weights."""
    raise NotImplementedError
'''


def row_means_by_dot(x):
    d_model = x.shape[-1]
    u = np.full(d_model, 1 / d_model)
    return (x @ u)[..., np.newaxis]


def _column_of_weights(x):
    d_model = x.shape[-1]
    return x @ np.full((d_model, 1), 1 / d_model)


def _dot_with_ones(x):
    ones = np.ones(x.shape[-1])
    return np.expand_dims(np.dot(x, ones) / x.shape[-1], -1)


def _sums(x):
    return (x @ np.ones(x.shape[-1]))[..., np.newaxis]


def _no_last_axis(x):
    return x @ np.full(x.shape[-1], 1 / x.shape[-1])


def _count_of_rows(x):
    return _sums(x) / len(x)


def _down_the_columns(x):
    count = x.shape[-2]
    return np.full((1, count), 1 / count) @ x


def _table_of_weights(x):
    d_model = x.shape[-1]
    return x @ np.full((d_model, d_model), 1 / d_model)


def _not_added(x):
    return x / x.shape[-1]


def _with_itself(x):
    return np.vecdot(x, x)[..., np.newaxis] / x.shape[-1]


def _cut_off(x):
    return row_means_by_dot(x).astype(x.dtype)


def _weights_cut_off(x):
    return x @ np.full((x.shape[-1], 1), 1 / x.shape[-1]).astype(x.dtype)


def _cases(rng):
    def x(*shape):
        return (rng.normal(1, 2, shape),)

    return [
        Case(*x(1, 4), note="a single row"),
        Case(*x(3, 5)),
        Case(*x(4, 4), note="as many rows as columns"),
        Case(*x(2, 3, 4), note="a 3-D input"),
        Case(rng.integers(0, 100, (3, 4)), note="an array of integers"),
    ]


EXERCISE = Exercise(
    name="row_means_by_dot",
    lesson="02",
    statement="Return the mean of every row of `x` (its last axis) as a "
    "product with weights: no `mean`, no `sum`. Keep the last axis with "
    "length 1. `x` may have any number of leading axes.",
    starter=STARTER,
    reference=row_means_by_dot,
    accepted=[_column_of_weights, _dot_with_ones],
    mistakes=[
        Mistake(
            _sums,
            "You returned the sums of the rows: the weights were 1.",
            "A dot product with a vector of ones adds the entries up; the "
            "mean needs weights of 1/N.",
        ),
        Mistake(
            _no_last_axis,
            "The last axis is gone from your answer.",
            "`x @ u` uses it up. Without it, `x - mean` lines up with the "
            "wrong axis; `[..., np.newaxis]` puts it back with length 1.",
        ),
        Mistake(
            _count_of_rows,
            "You divided by `len(x)`, the length of axis 0.",
            "For a square array it is the right count; otherwise a row has "
            "`x.shape[-1]` entries.",
        ),
        Mistake(
            _down_the_columns,
            "You multiplied from the left and averaged down the columns.",
            "`u @ x` mixes rows, `x @ u` mixes the entries of each row. The "
            "order of a product matters.",
        ),
        Mistake(
            _table_of_weights,
            "You multiplied by a whole matrix of weights.",
            "Every column of 11ᵀ/N gives the same mean, so you have it N "
            "times over. One column is enough.",
        ),
        Mistake(
            _with_itself,
            "You took the dot product of each row with itself.",
            "That is the mean of the squares; the mean of the entries is "
            "the dot product with equal weights.",
        ),
        Mistake(
            _not_added,
            "You weighted the entries and did not add them up.",
            "`*` keeps every entry by itself; the product `@` adds them up as "
            "well.",
        ),
        Mistake(
            _weights_cut_off,
            "Your weights are integers where x is one: 1/N was cut off to 0.",
            "`dtype=x.dtype`, `np.zeros_like(x)` and `np.ones_like(x)` take "
            "over the dtype of x; `np.full(N, 1 / N)` is float.",
        ),
        fractions_lost(_cut_off),
    ],
    hints=[
        "A weighted sum is a dot product. Which weights make it a mean?",
        "`u = np.full(N, 1 / N)` holds N weights of 1/N, with N = "
        "`x.shape[-1]`; `x @ u` takes the dot product of every row with it.",
        "Return `(x @ u)[..., np.newaxis]`, so that the last axis stays.",
    ],
    cases=_cases,
    without=("mean", "sum", "average", "nanmean", "fsum", "cumsum", "reduce"),
)
