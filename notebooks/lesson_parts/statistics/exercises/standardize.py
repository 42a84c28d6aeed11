"""Every row to mean 0 and standard deviation 1: LayerNorm's core."""

import numpy as np

from answer_check.exercise import Case, Exercise


def standardize(x):
    """Give every row of x (its last axis) mean 0 and std 1."""
    mean = x.mean(axis=-1, keepdims=True)
    std = x.std(axis=-1, keepdims=True)
    return (x - mean) / std


def _row_by_row(x):
    x_hat = np.empty(x.shape)
    for row in np.ndindex(x.shape[:-1]):
        x_hat[row] = (x[row] - np.mean(x[row])) / np.std(x[row])
    return x_hat


def _over_axis_0(x):
    with np.errstate(invalid="ignore"):
        return np.array([(row - row.mean()) / row.std() for row in x])


def _over_axis_0_into_like(x):
    x_hat = np.zeros_like(x)
    with np.errstate(invalid="ignore"):
        for i in range(len(x)):
            x_hat[i] = (x[i] - x[i].mean()) / x[i].std()
    return x_hat


MEAN, STD = (f"x.{of}(axis=-1, keepdims=True)" for of in ("mean", "std"))
SUM = "{}.sum(axis=-1, keepdims=True) / len(x)"

EXERCISE = Exercise(
    lesson="01",
    statement="Give every row of `x` (its last axis) mean 0 and standard "
    "deviation 1. `x` may have any number of leading axes, or none, and hold "
    "integers. No row is constant, but its mean may be 10⁶, or its spread "
    "10⁻²⁰. Leave `x` as it is.",
    reference=standardize,
    properties={
        "every standardized row sums to 0": "01: answer.sum(-1) == 0",
        "the squares in every standardized row have the mean 1": "01: "
        "(answer**2).mean(-1) == 1 if np.ptp(x, -1).all()",
        "a row alone gives what it gives in company": "01: f(x=x[:1]) == "
        "answer[:1] if x.ndim > 1",
    },
    accepted=[_row_by_row],
    mistakes={
        "(x - mean) → x": "You did not subtract the mean. The division alone "
        "gives standard deviation 1, but the mean of a row stays away from 0: "
        "print `mean(axis=-1)` of your answer.",
        "x.std → x.var": "You divided by the variance instead of its root. "
        "Both measure spread, but the variance is in squared units. The std "
        "of your answer is 1/std of x, not 1.",
        "x.std( → x.std(ddof=1, ": "You divided by a standard "
        "deviation with N − 1 inside. Many libraries, and `np.cov`, default "
        "to that. The variance of your rows is (N − 1)/N, not 1.",
        "axis=-1 → axis=0": "You standardized along axis 0, down the columns. "
        "Data tables are standardized by column; LayerNorm takes each row by "
        "itself, along axis −1.",
        "axis=-1 → axis=None": "You used one mean and one std for the whole "
        "array. `x.mean()` without an axis averages everything. With one "
        "row you would not notice; with more, a row need not have mean 0.",
        "x.std → np.abs(x - mean).mean": "You divided by the average distance "
        "from the mean. The standard deviation is often described so in "
        "words, but it is the root of the mean square distance: larger, "
        "unless all distances are equal.",
        "x.mean → x.min; x.std( → np.ptp(x, ": "You stretched every row from "
        "0 to 1. That is min–max scaling, also called normalization. It uses "
        "the two outermost numbers alone; here mean and std are asked.",
        "(x - mean) / std → x / std - mean": "You divided x, but not the "
        "mean. Brackets hold the difference together, and `/ std` divides "
        "all of it.",
        (
            f"{MEAN} → {SUM.format('x')}",
            f"{STD} → np.sqrt({SUM.format('((x - mean) ** 2)')})",
            f"{MEAN} → {SUM.format('x')}; "
            f"{STD} → np.sqrt({SUM.format('((x - mean) ** 2)')})",
        ): "You divided a sum by `len(x)`. That is the number of rows; a row "
        "has `x.shape[-1]` entries. With a square table you would not notice.",
        "(x - mean) → x - mean": "You divided the mean alone. Python divides "
        "before it subtracts, unless brackets hold the difference together.",
        (
            _over_axis_0,
            _over_axis_0_into_like,
        ): "You took what stands along axis 0 piece by piece, as a loop does. "
        "In a single row these are numbers: each is its own mean, its std is "
        "0, and 0/0 is nan. With three axes they are tables. `axis=-1` with "
        "`keepdims=True` needs no loop.",
        "x.std(axis=-1, keepdims=True) → "
        "((x * x).mean(axis=-1, keepdims=True) - mean * mean) ** 0.5": "Your "
        "variance is right on paper, as mean of squares minus squared mean "
        "is. But far from 0 huge products cancel in it, and most digits are "
        "lost. Take the mean off both factors first: (x − mean)².",
        ", keepdims=True → ": "The mean and the std lost their axis. With as "
        "many rows as columns NumPy lines them up with the columns without "
        "an error; `keepdims=True` prevents that.",
        "/ std → ": "You subtracted the mean and did not divide. The mean is "
        "0, and the spread is still that of x: print `std(axis=-1)` of your "
        "answer.",
        "x.std( → np.linalg.norm(x - mean, ": "You divided by the length of "
        "the deviations. The length is √N times the standard deviation: it is "
        "the root of a sum, not of a mean.",
        "x.std → (x * x).mean; / std → / np.sqrt(std)": "Under your root is "
        "the mean of the squares of x itself. So it comes out if the mean is "
        "not subtracted before you square, or is subtracted twice.",
        tuple(
            f"/ std → / {spread}"
            for own in (1e-8, 1e-5, 1e-6)
            for spread in (f"(std + {own})", f"np.sqrt(std**2 + {own})")
        ): "A small number of your own makes what you divide by larger. It "
        "keeps a constant row from dividing by 0, but here no row is "
        "constant, and a quiet one gets a spread below 1.",
        "x.std(axis=-1, keepdims=True) → (x - mean).std()": "Each row has its "
        "own mean, but you took one std for all. With a single row you would "
        "not notice; the std needs `axis=-1` and `keepdims=True` as much.",
        (
            "/ std → / std**2 / 2",
            "/ std → / (std**2 / 2)",
        ): "You divided by the variance, with a factor of 2, and not by its "
        "root. Python takes a power before `/`, so a power of one half needs "
        "brackets.",
        "x.std → x.max": "You divided by the largest number of each row. That "
        "is another scale; the standard deviation is asked for.",
        "(x - mean) / std → "
        "x / np.linalg.norm(x, axis=-1, keepdims=True)": "You gave every row "
        "length 1. Its mean is not 0 then, nor its standard deviation 1.",
    },
    promise={
        "x.ndim": (1, 2, 3, 4),
        "x.dtype.name": ("float64", "float32", "int64"),
        "abs(x).max() > 9e5": (False, True),
        "abs(x).max() < 1e-15": (False, True),
    },
    cases=lambda rng: [
        Case(
            np.where(np.arange(2_500), rng.normal(size=(1, 2_500)), 1e5),
            note="one number far from 2,499 others",
        ),
        Case(rng.normal(1, 2, 5), note="a single row"),
        Case(rng.normal(1, 2, (2, 4))),
        Case(rng.normal(1, 2, (5, 3))),
        Case(rng.normal(1, 2, (4, 4)), note="as many rows as columns"),
        Case(rng.normal(1, 2, (2, 3, 4)), note="a 3-D input"),
        Case(rng.normal(1, 2, (2, 3, 2, 4)), note="a 4-D input", rough=True),
        Case(
            rng.normal([[1e6], [-1e6]], 2, (2, 6)),
            rough=True,
            note="one row near 10⁶ and one near −10⁶",
        ),
        Case(rng.normal(1, 2, (8, 9)), float32=True),
        Case(
            1e-6 * rng.normal(1, 2, (3, 5)),
            note="quiet rows, a spread of 10⁻⁶",
        ),
        Case(rng.integers(-99, 0, (3, 4)), note="integers"),
        Case(1e-20 * rng.normal(1, 2, (3, 5)), note="a spread of 10⁻²⁰"),
    ],
    hints=[
        "Two steps: which number do you subtract, and by which do you divide?",
        "`x.mean(axis=-1, keepdims=True)` has one entry per row and lines up "
        "with x. The standard deviation goes the same way.",
        "`std` takes the same `axis` and `keepdims` as `mean`. Put the "
        "difference in brackets: Python divides before it subtracts.",
    ],
)
