"""What the exercise `mean_and_variance` claims."""

import numpy as np

FIVE = np.array([1.0, 2, 4, 7, 9])

CLAIMS = {
    "How many numbers share one mean? As many as `x.shape[axis]`":
        "same(mean * x.shape[axis], x.sum(axis=axis, keepdims=True))",
    "The variance is a mean as well, along the same axis and kept in the "
    "same way: that of the squared deviations":
        "same(right.variance, ((x - mean) ** 2).mean(axis, keepdims=True))",
    "You divided by N − 1": "np.var(x, axis=axis, ddof=1, keepdims=True)",
    "For four of them your answer is 4/3 of the right one":
        "same(done(x=FIVE[1:], axis=0).variance, 4 / 3 * "
        "asked(x=FIVE[1:], axis=0).variance)",
    "You named no axis in the variance, so NumPy took one mean of all the "
    "squared deviations":
        "((x - mean) ** 2).mean()",
    "the variance is what stands under the root. Square yours to see it":
        "same(wrong.variance**2, right.variance)",
    "You took the last axis": "x.mean(axis=-1, keepdims=True)",
    "LayerNorm always uses the last one":
        "same(LayerNorm(5, eps=0).forward(FIVE)[0], -3.6 / FIVE.std())",
    "Try an array of shape (4, 5) with axis 0":
        "not unseen(x=np.arange(20.0).reshape(4, 5), axis=0)",
    "You squared or multiplied before you centred, as in mean of squares "
    "minus squared mean":
        "(x * x).mean(axis=axis, keepdims=True) - right.mean**2",
    "Your variance is 0 everywhere": "0 * right.variance",
    "unless each is squared before they are averaged":
        "((x - mean) ** 2).mean() > 0",
    "You averaged the distances from the mean without squaring them":
        "abs(x - mean).mean(axis=axis, keepdims=True)",
    "squares give the far numbers more weight": "3**2 / 1**2 > 3 / 1",
    "You divided by the number of all entries, `x.size`. With a single axis "
    "it is the right count; with more, ":
        "x.sum(axis=axis, keepdims=True) / x.size",
    "You divided by `len(x)`, the length of axis 0. With a single axis it "
    "is the right count; with more, ":
        "x.sum(axis=axis, keepdims=True) / x.shape[0]",
    "the sum ran over `x.shape[axis]` entries only":
        "same(x.sum(axis=axis), x.mean(axis=axis) * x.shape[axis])",
    "You took axis 0": "x.mean(axis=0, keepdims=True)",
    "Try an array of shape (3, 5) with axis 1":
        "not unseen(x=np.arange(15.0).reshape(3, 5), axis=1)",
    "You took the mean of the squares: the mean was not subtracted":
        "(x * x).mean(axis=axis, keepdims=True)",
    "It is the variance only where the mean is 0":
        "same(done(x=FIVE - FIVE.mean(), axis=0)[1], "
        "FIVE.var(keepdims=True)) and done(x=FIVE, axis=0)[1].item() > "
        "FIVE.var()",
    "You added up the squared deviations and did not divide":
        "((x - mean) ** 2).sum(axis=axis, keepdims=True)",
    "You took one mean off everything, then mean of squares minus squared "
    "mean":
        "((x - x.mean()) ** 2).mean(axis=axis, keepdims=True) - (mean - "
        "x.mean()) ** 2",
    "You squared the deviations and did not average them": "(x - mean) ** 2",
    "took one mean and one variance over all numbers":
        "same(np.ravel(wrong.mean)[0], x.mean()) and np.size(wrong.mean) == "
        "1",
}  # fmt: skip
