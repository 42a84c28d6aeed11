"""Mean and variance along any axis of an array with any number of axes."""

import numpy as np

from answer_check.exercise import Case, Exercise


def mean_and_variance(x, axis):
    """Mean and variance of x along one axis; keep it, with length 1."""
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


def _cases(rng):
    # the mean of squares is exact, and so is the squared mean: equal numbers
    far = 2.0**27 + rng.permuted(3 * [[1, 1, -1, -1], [1, 1, 1, -1]], axis=1)
    # exact in float64, with its squares; in float32 the mean is rounded
    exact = 2.0**14 + 2.0**-10 + rng.choice([-1, 1], (3, 6)) / 128
    read_only = rng.normal(0, 2, (3, 4))
    read_only.flags.writeable = False
    around_0 = rng.normal(0, 1e4, (3, 6))
    around_0 += 0.1 - around_0.mean(axis=1, keepdims=True)
    return [
        Case(rng.normal(0, 2, 4), 0, note="one axis"),
        Case(rng.normal(0, 2, (3, 5)), -1),
        Case(far, 1, note="a mean beyond 10⁸"),
        Case(rng.normal(0, 2, (4, 5)), 0, note="axis 0"),
        Case(read_only, 1, note="a read-only array"),
        Case(rng.normal(0, 2, (2, 4, 3)), 1, note="the middle axis of three"),
        Case(rng.normal(1e8, 2, (3, 6)), 1, note="a mean of 10⁸", rough=True),
        Case(rng.normal(0, 2, (8, 9)), -1, float32=True),
        Case(rng.normal(0, 2, (1, 3, 4, 2)), -2, note="four axes"),
        Case(rng.normal(0, 2, (2, 3, 4)), 2, note="the last axis of three"),
        Case(rng.normal(0, 2, (2, 3, 4)), -3, note="axis −3"),
        Case(exact, 1, note="a mean of 16384.001"),
        Case(around_0, 1, note="large numbers with a small mean", rough=True),
        Case(
            rng.normal(0, 2, (2, 6)) + np.array([[1e8], [-1e8]]),
            1,
            rough=True,
            note="one row near 10⁸ and one near −10⁸",
        ),
        Case(rng.normal(0, 2, (4, 3)), -2, note="axis −2"),
        Case(rng.integers(0, 100, (3, 4)), 1, note="integers"),
    ]


MEAN = ".mean(axis=axis, keepdims=True)"
COUNTS = (
    ("x.size", "the number of all entries"),
    ("len(x)", "the length of axis 0"),
    ("x.shape[-1]", "the length of the last axis"),
)

EXERCISE = Exercise(
    lesson="01",
    statement="Return the mean and the variance of `x` along `axis`, as "
    "LayerNorm takes them. Both keep that axis, with length 1. `x` may have "
    "any number of axes and hold integers, and its mean may be 10⁸.",
    reference=mean_and_variance,
    properties={
        "adding 1 to all of x adds 1 to the mean": "01: f(x=x + 1).mean == "
        "mean + 1",
        "adding 1 to all of x leaves the variance as it is": "01: f(x=x + "
        "1).variance == variance",
        "twice the x has four times the variance": "01: f(x=2 * x).variance "
        "== 4 * variance",
        "the order of the numbers does not matter": "01: f(x=np.flip(x, "
        "axis)).variance == variance",
    },
    accepted=[_numpy_alone, _with_sums],
    outputs=("mean", "variance"),
    mistakes={
        "mean, var → mean, var * x.shape[axis] / (x.shape[axis] - 1)": "You "
        "divided by N − 1. A sample is used in that way to estimate the "
        "variance of a larger population; LayerNorm wants the variance of "
        "exactly these numbers. For four of them your answer is 4/3 of the "
        "right one.",
        "mean, var → mean, np.sqrt(var)": "You returned the standard "
        "deviation in place of the variance. The two are reported side by "
        "side everywhere; the variance is what stands under the root. Square "
        "yours to see it.",
        ("axis=axis → axis=-1", "axis=axis → axis=0"): "You took one and the "
        "same axis, whatever `axis` says. LayerNorm always uses the last one, "
        "but here it is an argument. Try an array of shape (4, 5) with axis 0 "
        "and with axis 1.",
        (
            "mean, var → mean.squeeze(axis), var.squeeze(axis)",
            ", keepdims=True → ",
            ", keepdims=True → ; mean) ** 2 → np.expand_dims(mean, axis)) ** "
            "2",
        ): "The axis is lost: NumPy drops it unless told otherwise, and "
        "`keepdims=True` keeps it, with length 1. Along axis 0 `x - mean` "
        "works without it; along another it fails or, worse, meets the wrong "
        "axis.",
        "((x - mean) ** 2) → -mean * mean + (x * x)": "You squared or "
        "multiplied before you centred, as in mean of squares minus squared "
        "mean. It is equal on paper; far from 0 it subtracts two huge numbers "
        "that agree in nearly all digits.",
        "((x - mean) ** 2) → 0 * x": "Your variance is 0 everywhere, as the "
        "average of the deviations is. Those below the mean cancel those "
        "above it, unless each is squared before they are averaged.",
        "((x - mean) ** 2) → np.abs(x - mean)": "You averaged the distances "
        "from the mean without squaring them. That measures spread as well, "
        "but it is not the variance: squares give the far numbers more "
        "weight.",
        "((x - mean) ** 2).mean(axis=axis, keepdims=True) → np.abs(x - "
        "mean).mean(axis=axis, keepdims=True) ** 2": "You averaged the "
        "distances and squared their average. The units are those of a "
        "variance, but it averages the squares: far numbers weigh more.",
        **{
            f"{MEAN} → .sum(axis=axis, keepdims=True) / {n}": "You divided by "
            f"{counted}. With a single axis it is the right count; with more, "
            "the sum ran along `axis` and added `x.shape[axis]` entries."
            for n, counted in COUNTS
        },
        **{
            f"2){MEAN} → 2).sum(axis=axis, keepdims=True) / {n}": "Your "
            f"variance is a sum divided by {counted}. The sum ran along "
            "`axis` and added `x.shape[axis]` entries; that is the number to "
            "divide by, as in the mean."
            for n, counted in COUNTS
        },
        (
            ".mean(axis=axis, keepdims=True) → .sum(axis=axis)[..., None] / "
            "x.shape[axis]",
            "mean, var → mean.squeeze(axis)[..., None], "
            "var.squeeze(axis)[..., None]",
        ): "The axis of length 1 stands at the end, as `[..., None]` puts it, "
        "or a moved axis that was not moved back. Its place is where `axis` "
        "was in x.",
        (
            "x.mean(axis=axis, keepdims=True) → sum(x) / len(x); ((x - mean) "
            "** 2).mean(axis=axis, keepdims=True) → sum((x - mean) ** 2) / "
            "len(x)",
            "x.mean(axis=axis, keepdims=True) → x.sum() / len(x); ((x - mean) "
            "** 2).mean(axis=axis, keepdims=True) → ((x - mean) ** 2).sum() / "
            "len(x)",
        ): "Your sums do not follow `axis`. Python's `sum(x)` and `len(x)` "
        "always go along axis 0, and `x.sum()` along all of them. Hand "
        "`axis=axis, keepdims=True` to NumPy's `mean`.",
        "(x - mean) → x": "Your variance is the mean of the squares of x "
        "itself. So it comes out if the mean is not subtracted, or is "
        "subtracted twice. The variance is about the distances from the "
        "mean.",
        "2).mean → 2).sum": "You added up the squared deviations and did not "
        "divide. The sum grows with the number of entries; the variance is "
        "their mean.",
        "((x - mean) ** 2).mean(axis=axis, keepdims=True) → "
        "((x - x.mean()) ** 2).mean(axis=axis, keepdims=True) - (mean - "
        "x.mean()) ** 2": "You took one number off everything, then mean of "
        "squares minus squared mean. It brings the array near 0, but not "
        "every part of it: far from 0 two huge numbers are subtracted that "
        "agree in nearly all digits.",
        "mean, var → mean.astype(x.dtype), var.astype(x.dtype)": "Your "
        "answers are integers where x holds integers: the fractions were cut "
        "off. An array made with `dtype=x.dtype`, as by `np.zeros_like`, then "
        "has no room for them.",
        "((x - mean) ** 2).mean(axis=axis, keepdims=True) → "
        "(x - mean) ** 2": "You squared the deviations and did not average "
        "them. The variance is their mean, one number where x has a whole "
        "row.",
        (
            "2).mean(axis=axis, keepdims=True) → 2).mean()",
            "((x - mean) ** 2).mean(axis=axis, keepdims=True) → x.var()",
        ): "Your variance is "
        "one mean of all the squared deviations, which NumPy takes where no "
        "axis is named. Give it the same `axis=axis, keepdims=True` as the "
        "mean.",
        "mean, var → mean.squeeze(axis), var": "Your mean lost its axis. "
        "NumPy drops the axis unless `keepdims=True` keeps it here, too.",
        (
            "mean, var → x.mean(), var",
            "x.mean(axis=axis, keepdims=True) → x.mean()",
        ): "Your mean is one "
        "mean of all the numbers, which NumPy takes where no axis is named. "
        "Give it the same `axis=axis, keepdims=True` as the variance.",
        "2).mean(axis=axis, keepdims=True) → 2).mean(axis=axis)": "Your "
        "variance lost its axis. NumPy drops the axis unless `keepdims=True` "
        "keeps it here, too.",
        (
            "(axis=axis, keepdims=True) → ()",
            "axis=axis → axis=None",
        ): "You took one mean and one variance over all numbers. `axis=axis` "
        "says which of them belong together; without it NumPy averages "
        "everything.",
    },
    promise={
        "x.ndim": (1, 2, 3, 4),
        "axis": (0, 1, 2, -1, -2, -3),
        "x.dtype.name": ("float64", "float32", "int64"),
        "abs(x).max() > 9e7": (False, True),
    },
    hints=[
        "How many numbers share one mean? As many as `x.shape[axis]`.",
        "NumPy's `mean` takes the axis to go along, and drops it from the "
        "answer unless another argument says to keep it.",
        "That argument is `keepdims=True`. The variance is a mean as well, "
        "along the same axis and kept in the same way: that of the squared "
        "deviations.",
    ],
    cases=_cases,
)
