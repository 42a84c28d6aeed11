"""What the exercise `row_means_by_dot` claims."""

CLAIMS = {
    "Return the mean of every row of `x` (its last axis) as a product with "
    "weights":
        "same(right, mean_of(x))",
    "Keep the last axis with length 1": "right.shape == (*x.shape[:-1], 1)",
    "holds N weights of 1/N, with N = `x.shape[-1]`; `@` takes the dot "
    "product of every row with them":
        "same(u, np.ones(N) / x.shape[-1]) and same(right[..., 0], x @ u)",
    "The product uses up the last axis": "(x @ u).shape == x.shape[:-1]",
    "You returned the sums of the rows: the weights were 1":
        "x.sum(axis=-1, keepdims=True)",
    "the mean needs weights of 1/N":
        "same(x @ np.full(N, 1 / N), x.mean(axis=-1))",
    "The last axis is gone from your answer": "x.mean(axis=-1)",
    "You divided by N − 1": "x.sum(axis=-1, keepdims=True) / (N - 1)",
    "the weights of a mean add up to 1": "same(u.sum(), 1)",
    "You divided by `len(x)`, the length of axis 0. For a square array it "
    "is the right count":
        "x.sum(axis=-1, keepdims=True) / len(x)",
    "You multiplied from the left and averaged down the columns":
        "x.mean(axis=-2, keepdims=True)",
    "`u @ x` mixes rows, `x @ u` mixes the entries of each row":
        "same((x @ u)[..., :1], x[..., :1, :] @ u)",
    "Every column of 11ᵀ/N gives the same mean, so you have it N times "
    "over. One column is enough":
        "same(wrong, np.repeat(mean_of(x), N, axis=-1))",
    "You took the dot product of each row with itself. That is the mean of "
    "the squares":
        "mean_of(x * x)",
    "You weighted the entries and did not add them up": "x / N",
    "1/N was cut off to 0": "np.full(3, 1 / 3).astype(int).sum() == 0",
    "The new axis stands in front of the means; it belongs behind them":
        "x.mean(axis=-1)[np.newaxis]",
    "`[np.newaxis]` makes one row of all means":
        "wrong.shape == (1, *x.shape[:-1])",
    "a row of length 1 for each": "right.shape == (*x.shape[:-1], 1)",
    "With two axes that is the same":
        "unseen(x=np.array([[1.0, 2, 6], [3, 4, 5]]))",
    "The new axis stands in second place": "x.mean(axis=-1)[:, np.newaxis]",
    "You put all means into one column. With two axes that is right; with "
    "more":
        "x.mean(axis=-1).reshape(-1, 1)",
    "You divided by the number of all entries":
        "x.sum(axis=-1, keepdims=True) / x.size",
    "with a single row you would not notice":
        "unseen(x=np.array([1.0, 2, 6]))",
    "whatever the length of a row": "x @ np.full(4, 1 / 4)[..., np.newaxis]",
}  # fmt: skip
