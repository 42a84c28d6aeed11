"""What the exercise `spoiling_weights` claims."""

import numpy as np

X = np.array([[2.0, -3, 0.5, -1, 4, -6], [-1.0, 1, -2, 7, -3, 5]])


def relu(m):
    return np.maximum(0, m)


def sublayer(weights, d_model):
    """Return f(x) for some x of so many features."""
    W1, W2 = weights
    return relu(X[:, :d_model] @ W1) @ W2


CLAIMS = {
    "whatever the sublayer has learned, the output x + f(x) is at least as "
    "good as x":
        "same(sublayer(right, d_model), -X[:, :d_model])",
    "such that x + f(x) is 0 for every x. How many columns W1 has is your "
    "choice; W2 has as many rows":
        "right.W1.shape[1] == right.W2.shape[0] and same(sublayer(right, "
        "d_model), -X[:, :d_model])",
    "f must return −x. If x is positive, max(0, x) is x. And if x is "
    "negative, what is max(0, −x)?":
        "relu(3) == 3 and relu(-(-3)) == 3 and same(sublayer(right, "
        "d_model), -X[:, :d_model])",
    "So x = max(0, x) − max(0, −x) for every number x, with two units for "
    "one feature":
        "same(X, relu(X) - relu(-X)) and right.W1.shape[1] == 2 * d_model",
    "W2 holds the two signs that make −x of the two halves, one above the "
    "other":
        "same(right.W2, -right.W1.T)",
    "Your sublayer returns 0, so the output is x as it came in":
        "not sublayer(wrong, d_model).any()",
    "Where a feature is positive, nothing of it is left. But a negative one "
    "comes through as it was":
        "same(sublayer(wrong, d_model), -relu(X[:, :d_model]))",
    "Where a feature is negative, nothing of it is left. But a positive one "
    "comes through as it was: −x is negative there":
        "same(sublayer(wrong, d_model), relu(-X[:, :d_model]))",
    "Your sublayer returns |x|: both halves of x count as positive":
        "same(sublayer(wrong, d_model), abs(X[:, :d_model]))",
    "Your sublayer returns −|x|: both halves of x count as negative":
        "same(sublayer(wrong, d_model), -abs(X[:, :d_model]))",
    "Your sublayer returns x, so the output is 2x. Nothing is lost: half of "
    "2x is x. All signs in W2 are turned":
        "same(sublayer(wrong, d_model), X[:, :d_model]) and "
        "same(sorted(np.ravel(wrong[1])), sorted(-np.ravel(right.W2)))",
    "Your sublayer takes back half of x; the other half still tells all of "
    "it. Smaller is not forgotten":
        "same(sublayer(wrong, d_model), -X[:, :d_model] / 2)",
    "The number of columns of W1, which is 1, is too small: each column is "
    "cut off on one side, and every feature has two sides":
        "wrong[0].shape[1] == 1 < right.W1.shape[1]",
    "Your matrices have the shapes (3, 3) and (4, 4). With d_model = 3, W1 "
    "must have 3 rows":
        "asked(d_model=3).W1.shape[0] == 3",
}  # fmt: skip
