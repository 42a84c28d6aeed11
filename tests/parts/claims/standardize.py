"""What the exercise `standardize` claims."""

import numpy as np

from course_lib.layers import LayerNorm  # noqa: F401

FEW = np.array([1.0, 2, 6])
CLAIMS = {
    "Give every row of `x` (its last axis) mean 0 and standard deviation 1":
        "same(mean_of(right) + 1, std_of(right))",
    "mean may be as large as 10⁶, or its spread as small as 10⁻²⁰":
        "same(asked(x=1e6 + FEW), asked(x=FEW)) and same(asked(x=1e-20 * "
        "FEW), asked(x=FEW))",
    "has one entry per row": "mean.size == x.size / x.shape[-1]",
    "You did not subtract the mean": "x / std",
    "The division alone gives standard deviation 1, but the mean of a row "
    "stays away from 0":
        "same(std_of(wrong), std / std) and abs(mean_of(done(x=FEW))).max() "
        "> 0.1",
    "You divided by the variance instead of its root":
        "(x - mean) / x.var(axis=-1, keepdims=True)",
    "The std of your answer is 1/std of x, not 1":
        "same(std_of(wrong), 1 / std)",
    "You divided by a standard deviation with N − 1 inside. Many libraries "
    "default to N − 1, and NumPy to N":
        "(x - mean) / (std * (N / (N - 1)) ** 0.5)",
    "The variance of your rows is (N − 1)/N, not 1":
        "same(std_of(wrong) ** 2, std / std * (N - 1) / N)",
    "You standardized along axis 0, down the columns":
        "(x - x.mean(axis=0)) / x.std(axis=0)",
    "Data tables are standardized by column; LayerNorm takes each row by "
    "itself, along axis −1":
        "same(LayerNorm(N, eps=0).forward(x), (x - mean) / std)",
    "You used one mean and one std for the whole array":
        "(x - x.mean()) / x.std()",
    "With a single row you would not notice": "unseen(x=rows(x)[0])",
    "no row has mean 0":
        "x.ndim < 2 or len(x) < 2 or abs(mean_of(wrong)).min() > 1e-9",
    "You divided by the average distance from the mean":
        "(x - mean) / abs(x - mean).mean(axis=-1, keepdims=True)",
    "it is the root of the mean square distance, which is larger":
        "bool((std > abs(x - mean).mean(axis=-1, keepdims=True)).all())",
    "You stretched every row from 0 to 1":
        "rows(wrong).min(axis=1).any() == 0 and "
        "same(rows(wrong).max(axis=1), np.ones(len(rows(x))))",
    "It uses the two outermost numbers alone":
        "(x - rows(x).min(axis=-1).reshape(mean.shape)) / np.ptp(x, "
        "axis=-1, keepdims=True)",
    "You divided the mean alone": "x - mean / std",
    "Your loop runs over axis 0":
        "np.array([(r - r.mean()) / r.std() for r in x])",
    "each is its own mean, its std is 0, and 0/0 is nan":
        "np.array([3.0]).std() == 0 and "
        "np.isnan(done(x=np.arange(5.0))).all()",
    "Subtract the mean before you square":
        "same(((x - mean) ** 2).mean(axis=-1, keepdims=True), std**2)",
    "Your variance is mean of squares minus squared mean. On paper it is "
    "right":
        "(x - mean) / ((x * x).mean(axis=-1, keepdims=True) - mean**2) ** "
        "0.5",
    "far from 0 it subtracts two huge numbers":
        "not same((FAR**2).mean() - FAR.mean() ** 2, FAR.var())",
    "With as many rows as columns NumPy lines them up with the columns":
        "same(done(x=rows(x)[:3, :3]), (rows(x)[:3, :3] - rows(x)[:3, "
        ":3].mean(axis=1)) / rows(x)[:3, :3].std(axis=1))",
    "You subtracted the mean and did not divide. The mean is 0, and the "
    "spread is still that of x":
        "same(mean_of(wrong), 0 * mean) and same(std_of(wrong), std)",
    "You divided by the length of the deviations":
        "(x - mean) / length(x - mean)",
    "it is the root of a sum, not of a mean":
        "same(length(x), ((x**2).sum(axis=-1, keepdims=True)) ** 0.5)",
    "You divided by the root mean square of x itself":
        "(x - mean) / (x**2).mean(axis=-1, keepdims=True) ** 0.5",
    "It is the standard deviation only where the mean is 0":
        "unseen(x=x - mean) and not unseen(x=FEW)",
    "A small number of your own makes what you divide by larger":
        "abs(wrong).max() < abs(right).max()",
    "a quiet one gets a spread below 1": "std_of(done(x=1e-9 * x)).max() < 1",
    "but you took one std for all": "(x - mean) / (x - mean).std()",
    "You divided by the variance and by 2, not by its root":
        "(x - mean) / std**2 / 2 if same(wrong, (x - mean) / std**2 / 2) "
        "else (x - mean) / (std**2 / 2)",
    "You divided by the largest number of each row":
        "(x - mean) / x.max(axis=-1, keepdims=True)",
    "You gave every row length 1": "x / length(x)",
    "Its mean is not 0 then, nor its standard deviation 1":
        "abs(mean_of(done(x=FEW))) > 0.1 and std_of(wrong).max() < 1",
}  # fmt: skip
