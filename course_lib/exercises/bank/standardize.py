"""Every row to mean 0 and standard deviation 1: LayerNorm's core."""

from functools import partial

import numpy as np

from course_lib.exercises.exercise import (
    Case,
    Exercise,
    Mistake,
    fractions_lost,
)

STARTER = '''\
def standardize(x):
    """Give every row of x (its last axis) mean 0 and std 1."""
    raise NotImplementedError
'''


def standardize(x):
    mean = x.mean(axis=-1, keepdims=True)
    std = x.std(axis=-1, keepdims=True)
    return (x - mean) / std


def _from_deviations(x):
    deviation = x - np.mean(x, axis=-1)[..., np.newaxis]
    return deviation / np.sqrt(np.mean(deviation**2, axis=-1, keepdims=True))


def _row_by_row(x):
    x_hat = np.empty(x.shape)
    for row in np.ndindex(x.shape[:-1]):
        x_hat[row] = (x[row] - np.mean(x[row])) / np.std(x[row])
    return x_hat


def wrong(x, *, axis=-1, ddof=0, centre=True, root=True, added=0,
          whole=False):  # fmt: skip
    """Standardize with one switch for each listed mistake."""
    mean = x.mean(axis=axis, keepdims=True) if centre else 0
    var = x.var(axis=axis, keepdims=True, ddof=ddof)
    x_hat = (x - mean) / (np.sqrt(var) + added if root else var)
    return x_hat.astype(x.dtype) if whole else x_hat


def _average_distance(x):
    deviation = x - x.mean(axis=-1, keepdims=True)
    return deviation / np.abs(deviation).mean(axis=-1, keepdims=True)


def _zero_to_one(x):
    low = x.min(axis=-1, keepdims=True)
    return (x - low) / (x.max(axis=-1, keepdims=True) - low)


def _centred_only(x):
    return x - x.mean(axis=-1, keepdims=True)


def _length_one(x):
    deviation = x - x.mean(axis=-1, keepdims=True)
    return deviation / np.linalg.norm(deviation, axis=-1, keepdims=True)


def _root_mean_square(x):
    deviation = x - x.mean(axis=-1, keepdims=True)
    return deviation / np.sqrt(np.mean(x * x, axis=-1, keepdims=True))


def _no_brackets(x):
    mean = x.mean(axis=-1, keepdims=True)
    return x - mean / x.std(axis=-1, keepdims=True)


def _no_keepdims(x):
    return (x - x.mean(axis=-1)) / x.std(axis=-1)


def _cases(rng):
    def x(*shape, mean=1, dtype=float):
        return rng.normal(mean, 2, shape).astype(dtype)

    return [
        Case(x(5), note="a single row"),
        Case(x(3, 5)),
        Case(x(4, 4), note="as many rows as columns"),
        Case(x(2, 3, 4), note="a 3-D input"),
        Case(x(2, 6, mean=1e6), note="a mean of 10⁶", rough=True),
        Case(x(4, 7, dtype=np.float32), note="float32"),
        Case(1e-6 * x(3, 4), note="quiet rows, a spread of 10⁻⁶"),
        Case(rng.integers(0, 100, (3, 4)), note="an array of integers"),
        Case(1e-20 * x(3, 4), note="a spread of 10⁻²⁰"),
    ]


EXERCISE = Exercise(
    name="standardize",
    lesson="01",
    statement="Give every row of `x` (its last axis) mean 0 and standard "
    "deviation 1. Rows do not share anything. `x` may have any number of "
    "leading axes; no row is constant.",
    starter=STARTER,
    reference=standardize,
    accepted=[_from_deviations, _row_by_row],
    mistakes=[
        Mistake(
            partial(wrong, centre=False),
            "You did not subtract the mean.",
            "The division alone gives standard deviation 1, but the mean of "
            "a row stays away from 0: print `mean(axis=-1)` of your answer.",
        ),
        Mistake(
            partial(wrong, root=False),
            "You divided by the variance instead of its root.",
            "Both measure spread, but the variance is in squared units. The "
            "std of your answer is 1/std of x, not 1.",
        ),
        Mistake(
            partial(wrong, ddof=1),
            "You divided by a standard deviation with N − 1 inside.",
            "Many libraries default to N − 1, and NumPy to N. The variance "
            "of your rows is (N − 1)/N, not 1.",
        ),
        Mistake(
            partial(wrong, axis=0),
            "You standardized along axis 0, down the columns.",
            "Data tables are standardized by column; LayerNorm takes each "
            "row by itself, along axis −1.",
        ),
        Mistake(
            partial(wrong, axis=None),
            "You used one mean and one std for the whole array.",
            "`x.mean()` without an axis averages everything. With a single "
            "row nothing shows; with several, no row has mean 0.",
        ),
        Mistake(
            _average_distance,
            "You divided by the average distance from the mean.",
            "The standard deviation is often described so in words, but it "
            "is the root of the mean square distance, which is larger.",
        ),
        Mistake(
            _zero_to_one,
            "You stretched every row from 0 to 1.",
            "That is min–max scaling, also called normalization. It uses "
            "the two outermost numbers alone; here mean and std are asked.",
        ),
        Mistake(
            _no_brackets,
            "You divided the mean alone: the brackets are missing.",
            "`x - mean / std` divides first; the difference has to be "
            "divided, `(x - mean) / std`.",
        ),
        Mistake(
            _no_keepdims,
            "The mean and the std lost their axis.",
            "With as many rows as columns NumPy lines them up with the "
            "columns without a word; `keepdims=True` prevents it.",
        ),
        Mistake(
            _centred_only,
            "You subtracted the mean and did not divide.",
            "The mean is 0, and the spread is still that of x: print "
            "`std(axis=-1)` of your answer.",
        ),
        Mistake(
            _length_one,
            "You divided by the length of the deviations.",
            "The length is √N times the standard deviation: it is the root of "
            "a sum, not of a mean.",
        ),
        Mistake(
            _root_mean_square,
            "You divided by the root mean square of x itself.",
            "It is the standard deviation only where the mean is 0; square "
            "the deviations instead.",
        ),
        Mistake(
            partial(wrong, added=1e-8),
            "You added 10⁻⁸ to the standard deviation.",
            "It keeps a constant row from dividing by 0, but here no row is "
            "constant, and a quiet one gets a spread below 1.",
        ),
        fractions_lost(partial(wrong, whole=True)),
    ],
    hints=[
        "Two steps: which number do you subtract, and by which do you divide?",
        "`x.mean(axis=-1, keepdims=True)` has one entry a row and lines up "
        "with x. The standard deviation goes the same way.",
        "Return `(x - mean) / std`, with `x.std(axis=-1, keepdims=True)`.",
    ],
    cases=_cases,
)
