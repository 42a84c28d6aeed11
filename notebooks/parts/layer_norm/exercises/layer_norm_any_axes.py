"""Normalization over any choice of axes: which numbers share a mean."""

import numpy as np

from course_lib.exercises.exercise import FRACTIONS_LOST, Case, Exercise


def layer_norm_any_axes(x, axes, eps):
    """Normalize x over all the axes in the tuple axes, taken together."""
    mean = x.mean(axis=axes, keepdims=True)
    var = x.var(axis=axes, keepdims=True)
    return (x - mean) / np.sqrt(var + eps)


def _with_counts(x, axes, eps):
    count = 1
    for axis in axes:
        count *= x.shape[axis]
    centred = x - x.sum(axis=axes, keepdims=True) / count
    var = (centred**2).sum(axis=axes, keepdims=True) / count
    return centred * (var + eps) ** -0.5


def _rows_at_the_end(x, axes, eps):
    last = tuple(range(-len(axes), 0))
    moved = np.moveaxis(x, axes, last)
    rows = moved.reshape(moved.shape[: x.ndim - len(axes)] + (-1,))
    rows = rows - rows.mean(-1)[..., None]
    rows = rows / np.sqrt((rows * rows).mean(-1)[..., None] + eps)
    return np.moveaxis(rows.reshape(moved.shape), last, axes)


def _case(rng, *shape, axes, mean=0, eps=0.1, **about):
    return Case(rng.normal(mean, 2, shape), axes, eps, **about)


EXERCISE = Exercise(
    lesson="05",
    statement="Normalize `x` over the axes in the tuple `axes`, taken "
    "together: numbers that differ only in their place along these axes "
    "share one mean and one variance. `(2,)` on (batch, token, feature) is "
    "LayerNorm, `(0, 1)` is BatchNorm. There is no γ and no β. The axes are "
    "counted from 0, in rising order. Numbers near 10⁶ must work, and a mix "
    "of those near 10⁶ and near −10⁶; `x` may hold integers.",
    reference=layer_norm_any_axes,
    properties={
        "over the given axes, the answer sums to 0": "05: answer.sum(axes) "
        "== 0",
        "adding 1 to all of x changes nothing": "05: f(x=x + 1) == answer",
        "twice the x with four times the ε changes nothing": "05: f(x=2 * "
        "x, eps=4 * eps) == answer",
    },
    accepted=[_with_counts, _rows_at_the_end],
    mistakes={
        "axis=axes → axis=-1": "You always normalized over the last axis. "
        "That is LayerNorm, and right where `axes` names the last axis alone; "
        "it may name others.",
        "axis=axes → axis=tuple({*range(x.ndim)} - {*axes})": "You normalized "
        "over the axes that `axes` does not name. “Per feature” and “over "
        "features” are opposites: BatchNorm is per feature, so it averages "
        "over batch and token.",
        "axis=axes → axis=None": "You took one mean over all numbers. "
        "Without `axis=` NumPy averages everything, and with one token you "
        "would not notice.",
        "axis=axes → axis=axes[0]": "You used only the first of the axes. "
        "With one axis in the tuple that makes no difference; `axis=` takes "
        "the whole tuple.",
        "mean = x → "
        "for axis in axes[:-1]:\n        x = layer_norm_any_axes(x, (axis,), "
        "eps)\n    mean = x; "
        "axis=axes → axis=axes[-1]": "You normalized over one axis after "
        "another. A loop over axes looks natural, but the second round "
        "normalizes what the first has already changed.",
        "x.var(axis=axes, keepdims=True) → "
        "x.var(axis=axes[0], keepdims=True).mean(axes, keepdims=True)": "You "
        "averaged the variances along the first axis. Means of means are "
        "right for equal lengths; variances of parts leave out how the parts' "
        "means differ.",
        "var = x.var(axis=axes, keepdims=True) → "
        "var = x\n    for axis in axes:\n        var = var.var(axis=axis, "
        "keepdims=True)": "You took the variance of variances. A loop over "
        "axes is right for means of equal lengths; a variance of variances "
        "says how unequal the spreads are.",
        ", keepdims=True → ": "The mean and the variance lost their axes. "
        "With axes of one length NumPy broadcasts them along the wrong axis "
        "without an error; `keepdims=True` prevents that.",
        "x.var(axis=axes → x.var(ddof=1, axis=axes": "You divided by one less "
        "than the count. That estimates the variance of a population from a "
        "sample; a norm wants the variance of exactly these numbers.",
        "np.sqrt(var + eps) → (np.sqrt(var) + eps)": "You added ε to σ, "
        "outside of the root. Both avoid a division by zero, but they are two "
        "layers.",
        "+ eps → ": "You left out ε. It hardly shows until a group of numbers "
        "is constant.",
        tuple(
            f"var + eps → var + {own}" for own in (1e-5, 0.1, 1e-6)
        ): "You used a number of your own in place of `eps`. 10⁻⁵ is the "
        "usual value, but here eps is an argument, and the check tries "
        "several.",
        "x.var → -mean * mean + (x * x).mean": "You took the variance as mean "
        "of squares minus squared mean. It is equal on paper; far from 0 it "
        "subtracts two huge numbers that agree in nearly all digits.",
        "x.var → (x * x).mean": "You divided x − μ by the root of the mean "
        "square of x itself. The mean square is the variance only where the "
        "mean is 0; square the deviations.",
        (
            "x.var(axis=axes, keepdims=True) → x.var()",
            "x.var(axis=axes, keepdims=True) → ((x - mean) ** 2).mean()",
        ): "Each group has its own "
        "mean, but you took one variance for all. `var` needs the axes and "
        "`keepdims=True` as much as `mean` does.",
        "(x - mean) / np.sqrt(var + eps) → "
        "((x - mean) / np.sqrt(var + eps)).astype(x.dtype)": FRACTIONS_LOST,
        "x.var( → ((x - mean) ** 2).sum(": "You added up the squared "
        "deviations and did not divide. The variance is their mean; a sum "
        "grows with the number of entries.",
        "(x - mean) → x; x.var → (x * x).mean": "You did not centre: you "
        "divided x by the root of its mean square. That is RMSNorm; here the "
        "mean is taken off, in the numerator and in the variance.",
        "np.sqrt(var + eps) → (np.sqrt(var) + np.sqrt(eps))": "You took the "
        "roots of σ² and of ε apart. The root of a sum is not the sum of the "
        "roots: add first, then take the root.",
        tuple(
            "x.var(axis=axes, keepdims=True) → "
            f"((x - mean) ** 2).sum(axis=axes, keepdims=True) / {n}"
            for n in ("x.shape[-1]", "x.size", "len(x)", "x.shape[axes[0]]")
        ): "You divided the sum of the squared deviations by another number "
        "than that of the squares. There are as many as the product of the "
        "lengths along `axes`.",
        "(x - mean) → x - mean": "You divided the mean alone: the brackets "
        "are missing. Python divides before it subtracts, so the difference "
        "needs brackets of its own.",
        "eps → eps**2": "You squared ε. It is added to σ² as it is.",
        "np.sqrt(var + eps) → np.sqrt(var) + eps": "You added ε to x̂. It "
        "belongs under the root, where it keeps the division away from 0: "
        "√(σ²+ε).",
        "x.mean( → x.sum(; x.var( → ((x - mean) ** 2).sum(": "You took sums "
        "where the mean and the variance belong. Both are divided by the "
        "number of entries along `axes`.",
        tuple(
            "x.mean(axis=axes, keepdims=True) → "
            f"x.sum(axis=axes, keepdims=True) / {n}; "
            "x.var(axis=axes, keepdims=True) → "
            f"((x - mean) ** 2).sum(axis=axes, keepdims=True) / {n}"
            for n in (
                *("x.shape[-1]", "x.size", "len(x)"),
                *("x.shape[axes[0]]", "x.shape[axes[-1]]"),
            )
        ): "Your N is not the number of entries that share a mean. There are "
        "as many as the product of the lengths along `axes`.",
        "x.var → (x - mean).mean": "Your variance is the mean of the "
        "deviations, not of their squares, so it is 0. Square `x - mean` "
        "before you average.",
    },
    promise={
        "x.ndim": (2, 3, 4),
        "axes": (
            *((0,), (1,), (2,), (0, 1), (0, 2), (1, 2)),
            *((0, 1, 2), (1, 2, 3), (0, 2, 3), (0, 3)),
        ),
        "x.dtype.name": ("float64", "float32", "int64"),
        "eps": (0.1, 0.02),
        "abs(x).max() > 9e5": (False, True),
    },
    cases=lambda rng: [
        Case(
            np.where(np.arange(15_000), rng.normal(size=(1, 15_000)), 1e5),
            (1,),
            0.1,
            note="one number far from 14,999 others",
        ),
        _case(rng, 2, 3, axes=(1,)),
        _case(rng, 2, 3, 4, axes=(2,), note="the mean over features"),
        _case(rng, 2, 3, 4, axes=(0, 1), note="the mean over batch, token"),
        _case(rng, 4, 2, 3, axes=(1, 2), note="the mean over token, feature"),
        _case(rng, 3, 3, 3, axes=(1,), note="three axes of one length"),
        _case(
            rng,
            2,
            4,
            3,
            axes=(0, 2),
            mean=1e6,
            note="a mean of 10⁶",
            rough=True,
        ),
        _case(rng, 2, 7, 5, axes=(0, 1), float32=True),
        _case(rng, 4, 3, axes=(0,), eps=0.02, note="the mean over axis 0"),
        _case(rng, 2, 3, 4, axes=(0, 1, 2), note="the mean over three axes"),
        _case(rng, 2, 3, 2, 4, axes=(1, 2, 3), note="a 4-D input"),
        _case(rng, 2, 3, 4, 1, axes=(0, 2, 3), note="all of four but one"),
        _case(rng, 2, 3, 2, 2, axes=(0, 3), note="the first and the last"),
        Case(
            rng.normal(0, 2, (2, 3, 4)) + np.array([[[1e6]], [[-1e6]]]),
            (1, 2),
            0.1,
            rough=True,
            note="one group near 10⁶ and one near −10⁶",
        ),
        _case(rng, 2, 3, 4, axes=(0, 2), note="the mean over batch, feature"),
        Case(rng.integers(0, 10, (3, 4)), (0,), 0.1, note="integers"),
    ],
    hints=[
        "`axis=` of `mean` and `var` takes a tuple as well as a number.",
        "`keepdims=True` leaves axes of length 1, so that `x - mean` lines up "
        "whatever the axes are.",
        "It is LayerNorm without γ and β, in three lines, except that both "
        "statistics go along all of `axes` in one call.",
    ],
)
