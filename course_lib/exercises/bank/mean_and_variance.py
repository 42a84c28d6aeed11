"""Mean and variance along any axis of an array with any number of axes."""

from functools import partial

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Mistake

STARTER = '''\
def mean_and_variance(x, axis):
    """Mean and variance of x along one axis; keep it, with length 1."""
    raise NotImplementedError
'''


def mean_and_variance(x, axis):
    mean = x.mean(axis=axis, keepdims=True)
    var = ((x - mean) ** 2).mean(axis=axis, keepdims=True)
    return mean, var


def _numpy_alone(x, axis):
    mean = np.mean(x, axis=axis, keepdims=True)
    return mean, np.var(x, axis=axis, keepdims=True)


def _with_sums(x, axis):
    count = x.shape[axis]
    mean = np.expand_dims(np.sum(x, axis=axis) / count, axis)
    deviation = x - mean
    return mean, np.expand_dims(np.sum(deviation**2, axis) / count, axis)


def wrong(x, axis, *, ddof=0, root=False, last=False, first=False,
          whole=False):  # fmt: skip
    """Mean and variance with one switch for each listed mistake."""
    axis = -1 if last else 0 if first else axis
    mean = x.mean(axis=axis, keepdims=True)
    var = x.var(axis=axis, keepdims=True, ddof=ddof)
    var = np.sqrt(var) if root else var
    return tuple(a.astype(x.dtype) if whole else a for a in (mean, var))


def _no_keepdims(x, axis):
    return x.mean(axis=axis), x.var(axis=axis)


def _one_pass(x, axis):
    mean = x.mean(axis=axis, keepdims=True)
    return mean, (x * x).mean(axis=axis, keepdims=True) - mean * mean


def _one_pass_from_one_mean(x, axis):
    mean, var = _one_pass(x - x.mean(), axis)
    return mean + x.mean(), var


def _not_squared(x, axis):
    mean = x.mean(axis=axis, keepdims=True)
    return mean, (x - mean).mean(axis=axis, keepdims=True)


def _squared_distance(x, axis, centre=1, divide=1):
    mean = x.mean(axis=axis, keepdims=True)
    squares = ((x - centre * mean) ** 2).sum(axis=axis, keepdims=True)
    return mean, squares / x.shape[axis] ** divide


def _average_distance(x, axis):
    mean = x.mean(axis=axis, keepdims=True)
    return mean, np.abs(x - mean).mean(axis=axis, keepdims=True)


def _counted(x, axis, count):
    mean = x.sum(axis=axis, keepdims=True) / count
    return mean, ((x - mean) ** 2).sum(axis=axis, keepdims=True) / count


def _count_of_all(x, axis):
    return _counted(x, axis, x.size)


def _count_of_rows(x, axis):
    return _counted(x, axis, len(x))


def _cases(rng):
    def x(*shape, mean=0, dtype=float):
        return rng.normal(mean, 2, shape).astype(dtype)

    read_only = x(3, 4)
    read_only.flags.writeable = False
    return [
        Case(x(4), 0, note="one axis"),
        Case(x(3, 5), -1),
        Case(x(4, 5), 0, note="axis 0"),
        Case(read_only, 1, note="a read-only array"),
        Case(x(2, 4, 3), 1, note="the middle axis of three"),
        Case(x(3, 6, mean=1e8), 1, note="a mean of 10⁸", rough=True),
        Case(x(4, 7, dtype=np.float32), -1, note="float32"),
        Case(x(2, 3, 2, 4), -2, note="four axes"),
        Case(
            x(2, 6) + np.array([[1e8], [-1e8]]),
            1,
            rough=True,
            note="one row near 10⁸ and one near −10⁸",
        ),
        Case(x(4, 3), -2, note="axis −2"),
        Case(rng.integers(0, 100, (3, 4)), 1, note="an array of integers"),
    ]


EXERCISE = Exercise(
    name="mean_and_variance",
    lesson="01",
    statement="Return the mean and the variance of `x` along `axis`. The "
    "variance divides by the number of entries along that axis. Keep the "
    "axis with length 1 in both answers, so that `x - mean` lines up. `x` "
    "may have any number of axes, and a mean as far from 0 as 10⁸.",
    starter=STARTER,
    reference=mean_and_variance,
    accepted=[_numpy_alone, _with_sums],
    outputs=("mean", "variance"),
    mistakes=[
        Mistake(
            partial(wrong, ddof=1),
            "You divided by N − 1.",
            "That is how a sample is used to guess the variance of a larger "
            "population; LayerNorm wants the variance of exactly these "
            "numbers. For N = 5 the answer is 5/4 of the right one.",
        ),
        Mistake(
            partial(wrong, root=True),
            "You returned the standard deviation in place of the variance.",
            "The two are reported side by side everywhere; the variance is "
            "what stands under the root. Square yours to see it.",
        ),
        Mistake(
            partial(wrong, last=True),
            "You took the last axis, whatever `axis` says.",
            "LayerNorm always uses the last one, but here it is an argument. "
            "Try an array of shape (4, 5) with axis 0.",
        ),
        Mistake(
            _no_keepdims,
            "mean and variance lost the axis.",
            "NumPy drops it unless told otherwise, and then `x - mean` fails "
            "or, worse, lines up with the wrong axis. `keepdims=True` keeps "
            "it with length 1.",
        ),
        Mistake(
            _one_pass,
            "You squared or multiplied before you centred, as in mean of "
            "squares minus squared mean.",
            "It is equal on paper; far from 0 it subtracts two huge numbers "
            "that agree in nearly all digits.",
        ),
        Mistake(
            _not_squared,
            "You averaged the deviations without squaring them.",
            "The deviations below the mean cancel those above it, so their "
            "average is always 0.",
        ),
        Mistake(
            _average_distance,
            "You averaged the distances from the mean without squaring them.",
            "That measures spread as well, but it is not the variance: "
            "squares give the far numbers more weight.",
        ),
        Mistake(
            _count_of_all,
            "You divided by the number of all entries, `x.size`.",
            "With a single axis it is the right count; with more, the sum "
            "ran over `x.shape[axis]` entries only.",
        ),
        Mistake(
            _count_of_rows,
            "You divided by `len(x)`, the length of axis 0.",
            "With a single axis it is the right count; with more, the sum "
            "ran over `x.shape[axis]` entries.",
        ),
        Mistake(
            partial(wrong, first=True),
            "You took axis 0, whatever `axis` says.",
            "With one axis it is the only one; here the axis is an argument. "
            "Try an array of shape (3, 5) with axis 1.",
        ),
        Mistake(
            partial(_squared_distance, centre=0),
            "You took the mean of the squares: the mean was not subtracted.",
            "It is the variance only where the mean is 0. The variance is "
            "about the distances from the mean.",
        ),
        Mistake(
            partial(_squared_distance, divide=0),
            "You added up the squared deviations and did not divide.",
            "The sum grows with the number of entries; the variance is their "
            "mean.",
        ),
        Mistake(
            _one_pass_from_one_mean,
            "You took one mean off everything, then mean of squares minus "
            "squared mean.",
            "It brings the array near 0, but not every part of it: far from 0 "
            "two huge numbers are subtracted that agree in nearly all digits.",
        ),
        Mistake(
            partial(wrong, whole=True),
            "Your answers are integers where x is one: the fractions were cut "
            "off.",
            "An array made with `dtype=x.dtype`, as by `np.zeros_like`, holds "
            "no fractions where x is integers.",
        ),
    ],
    hints=[
        "How many numbers share one mean? As many as `x.shape[axis]`.",
        "`x.mean(axis=axis, keepdims=True)` leaves an axis of length 1, so "
        "that `x - mean` has the shape of x.",
        "Square `x - mean` and take the mean along the same axis, again with "
        "`keepdims=True`. Return both.",
    ],
    cases=_cases,
)
