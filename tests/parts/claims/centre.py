"""What the exercise `centre` claims."""

CLAIMS = {
    "Centre every row of `x` (its last axis) by products: multiply by the N "
    "× N matrix I − 11ᵀ/N":
        "same(right, x @ (np.eye(N) - np.ones((N, 1)) @ np.ones((1, N)) / "
        "N))",
    "subtract from each row its mean part, which is its shadow on the line "
    "along (1, …, 1)":
        "same(right, x - (x @ ones)[..., None] * ones / (ones @ ones))",
    "which puts the mean everywhere?":
        "same(x @ (np.ones((N, N)) / N), 0 * x + mean_of(x))",
    "of two vectors of ones is 11ᵀ, with N = `x.shape[-1]`":
        "same(np.outer(ones, ones), np.ones((x.shape[-1], x.shape[-1])))",
    "Take the second, divided by N, from the first. The result has a row "
    "and a column for each entry of a row of x":
        "same(C, np.eye(N) - np.outer(ones, ones) / N)",
    "You returned the part that centring removes. 11ᵀ/N alone puts the mean "
    "in place of every entry; I − 11ᵀ/N keeps the rest":
        "0 * x + mean_of(x)",
    "The two add up to x": "same(wrong + right, x)",
    "11ᵀ/N has ones where 1/N belongs. Either the division is missing, or "
    "11ᵀ became the single number N":
        "x @ (np.eye(N) - np.ones((N, N)))",
    "is the N × N array": "np.outer(ones, ones).shape == (N, N)",
    "You added 11ᵀ/N instead of subtracting it. Now every row has twice its "
    "mean":
        "same(mean_of(wrong), 2 * mean_of(x)) and same(wrong, x + "
        "mean_of(x))",
    "You divided by N − 1": "x @ (np.eye(N) - np.ones((N, N)) / (N - 1))",
    "Here it leaves rows that do not sum to 0":
        "abs(wrong.sum(axis=-1)).max() > 0.01",
    "You took 1/N from the diagonal alone. 11ᵀ is full of ones":
        "x @ (np.eye(N) - np.eye(N) / N)",
    "with I in its place every entry is scaled by (N − 1)/N and nothing is "
    "centred":
        "x * (N - 1) / N",
    "You divided by `len(x)`, the number of rows. For a square array that "
    "is the right count":
        "x @ (np.eye(N) - np.ones((N, N)) / len(x))",
    "You centred the columns": "x - x.mean(axis=-2, keepdims=True)",
    "`C @ x` mixes rows, `x @ C` mixes the entries of each row":
        "same((x @ C)[..., :1, :], x[..., :1, :] @ C)",
    "You multiplied from the left: C @ x. That is right for one vector":
        "unseen(x=np.array([1.0, 2, 6]))",
    "`C @ x` mixes the rows of a table; to mix the entries of each row, C "
    "stands on the right":
        "same((x @ C)[..., :1, :], x[..., :1, :] @ C)",
    "with a C for `len(x)` rows": "x - x.mean(axis=-2, keepdims=True)",
    "C needs a row and a column for each entry of a row, and stands on the "
    "right":
        "C.shape == (x.shape[-1], x.shape[-1])",
    "You subtracted one mean, that of the whole array": "x - x.mean()",
    "With a single row you would not notice": "unseen(x=rows(x)[:1])",
    "You divided I by N as well: (I − 11ᵀ)/N":
        "x @ (np.eye(N) - np.ones((N, N))) / N",
    "only 11ᵀ is divided": "same(C, np.eye(N) - np.ones((N, N)) / N)",
    "You put ones everywhere where I belongs. I has ones on its diagonal "
    "alone, and 0 elsewhere":
        "x @ (np.ones((N, N)) - np.ones((N, N)) / N)",
    "`x @ u` uses up the last axis": "(x @ (ones / N)).shape == x.shape[:-1]",
    "You divided by N twice. With 1/N in both vectors, x·u is the mean "
    "already":
        "x - mean_of(x) / N",
    "the vector that it is taken off with holds ones":
        "same(right, x - mean_of(x) * ones)",
}  # fmt: skip
