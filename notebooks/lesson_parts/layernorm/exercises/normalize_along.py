"""Standardize along axes that are named: which numbers share a mean."""

import numpy as np

from answer_check.exercise import Case, Exercise


def normalize_along(x, axes, eps):
    """Give the numbers along these axes one mean and one std."""
    mean = x.mean(axis=axes, keepdims=True)
    var = x.var(axis=axes, keepdims=True)
    return (x - mean) / np.sqrt(var + eps)


def _axes_to_the_end(x, axes, eps):
    last = tuple(range(-len(axes), 0))
    turned = np.moveaxis(x, axes, last)
    flat = turned.reshape(*turned.shape[: -len(axes)], -1)
    centred = flat - flat.mean(-1)[..., None]
    x_hat = centred / np.sqrt((centred**2).mean(-1)[..., None] + eps)
    return np.moveaxis(x_hat.reshape(turned.shape), last, axes)


def _one_axis_after_the_other(x, axes, eps):
    for axis in axes:
        x = normalize_along(x, axis, eps)
    return x


def _means_one_after_the_other(x, axes, eps):
    centred = x
    for axis in axes:
        centred = centred - centred.mean(axis=axis, keepdims=True)
    return centred / np.sqrt(x.var(axis=axes, keepdims=True) + eps)


def _and_the_variance_of_what_is_left(x, axes, eps):
    left = _means_one_after_the_other(x, axes, eps)
    factor = np.sqrt(x.var(axis=axes, keepdims=True) + eps)
    var = (left * factor).var(axis=axes, keepdims=True)
    return left * factor / np.sqrt(var + eps)


def _mean_of_variances(x, axes, eps):
    mean, var = x.mean(axis=axes, keepdims=True), x
    for k, axis in enumerate(axes):
        take = np.mean if k else np.var
        var = take(var, axis=axis, keepdims=True)
    return (x - mean) / np.sqrt(var + eps)


def _cases(rng):
    def batch(*shape, mean=1, spread=2):
        return rng.normal(mean, spread, shape)

    one_far_off = batch(2, 6000)
    one_far_off[0, 0] = 1e5

    return [
        Case(batch(2, 3, 4), (2,), 0.1),
        Case(batch(2, 3, 4), (0, 1), 0.1),
        Case(batch(3, 2, 4), (1, 2), 0.02),
        Case(batch(3, 4, 2), (0, 1, 2), 0.1),
        Case(batch(2, 3, 4), (-2, -1), 0.02, note="axes from the end"),
        Case(batch(4, 4, 4), (1,), 0.1),
        Case(batch(2, 2, 3, 4), (1, 3), 0.1, note="a 4-D input"),
        Case(batch(3, 5, mean=1e6), (0,), 0.1, rough=True),
        Case(batch(2, 3, 4, spread=0.004), (2,), 1e-5),
        Case(batch(2, 3, 4), (0, 2), 0.1, float32=True),
        Case(one_far_off, (0, 1), 0.1),
        Case(rng.integers(0, 10, (2, 3, 4)), (0,), 0.02),
    ]  # fmt: skip


EXERCISE = Exercise(
    lesson="05",
    statement="All numbers that differ only in their place along `axes`, a "
    "tuple such as (0, 1), share one mean and one variance. Take their mean "
    "off and divide by √(σ²+ε). There is no γ or β here. `x` may have two to "
    "four axes and hold integers; an axis may be counted from the end. Its "
    "numbers may lie near 10⁶.",
    reference=normalize_along,
    properties={
        "what shares a mean sums to 0": "05: answer.sum(axes) == 0",
        "the axes in another order change nothing": "05: f(axes=axes[::-1]) "
        "== answer",
        "adding 1 to all numbers changes nothing": "05: f(x=x + 1) == answer",
    },
    accepted=[_axes_to_the_end],
    mistakes={
        "axis=axes → axis=-1": "You took the last axis, as LayerNorm does, "
        "whatever `axes` says. Here `axes` decides which numbers share a "
        "mean.",
        "axis=axes → axis=None": "You took one mean and one variance over all "
        "numbers. Only those that differ along `axes` alone share them.",
        "axis=axes → axis=axes[0]": "You used the first of the axes only. "
        "NumPy takes the whole tuple: one mean then runs over all of them.",
        "axis=axes → axis=tuple({*range(x.ndim)} - {a % x.ndim for a in "
        "axes})": "Your means run over the axes that are not named. "
        "NumPy's `axis=` names the axes that a mean runs along, and these "
        "vanish or become 1; the others are kept.",
        _one_axis_after_the_other: "You normalized along one axis and then "
        "along the next. Along both at once all their numbers share one mean "
        "and one variance.",
        (
            _means_one_after_the_other,
            _and_the_variance_of_what_is_left,
        ): "You took the mean along one axis off and "
        "then that along the next. Two means in a row also take away what "
        "differs between the rows; one mean over all the axes does not.",
        _mean_of_variances: "You averaged the variances along one axis. That "
        "leaves out how far the means of the groups lie apart; all numbers "
        "that share a mean belong in one variance.",
        ", keepdims=True → ": "The means lost their axes, and NumPy lines up "
        "what is left from the right. `keepdims=True` keeps them as axes of "
        "length 1, so that each number meets its own mean.",
        "x.var( → x.var(ddof=1, ": "You divided by n − 1. "
        "The norm wants the variance of exactly these n numbers.",
        "np.sqrt(var + eps) → (np.sqrt(var) + eps)": "You added ε to σ, "
        "outside of the root. √(σ²+ε) and σ+ε are different numbers.",
        tuple(f"+ eps → + {own}" for own in (1e-5, 1e-6, 1e-8)): "You "
        "wrote a number of your own in place of `eps`. 10⁻⁵ is the usual "
        "value, but here `eps` says what is added.",
        "+ eps → ": "You left out ε. It hardly shows for "
        "ordinary numbers, and equal ones divide 0 by 0.",
        "np.sqrt(var + eps) → (var + eps)": "You divided by the variance "
        "instead of its root. σ² + ε stands in the formula; the root is easy "
        "to overlook.",
        "(x - mean) → x": "You divided x, not x − mean. Each number loses the "
        "mean that it shares before it is divided.",
        "x.var(axis=axes, keepdims=True) → x.var()": "You took one variance "
        "for all numbers. It belongs to the same numbers as the mean, those "
        "along `axes`.",
    },
    promise={
        "x.ndim": (2, 3, 4),
        "len(axes)": (1, 2, 3),
        "min(axes) < 0": (False, True),
        "x.dtype.name": ("float64", "float32", "int64"),
        "eps": (0.1, 0.02, 1e-5),
        "abs(x).max() > 9e5": (False, True),
    },
    hints=[
        "It is `layer_norm` without γ and β. Which of its words says along "
        "which axis a mean runs?",
        "`axis=` takes a tuple as well: a mean along (0, 1) is one number "
        "for each place on the last axis.",
        "`keepdims=True` leaves a 1 for each axis that the mean ran along. So "
        "`x - mean` lines up, whichever axes they are.",
    ],
    cases=_cases,
)
