"""What the exercise `rms_norm` claims."""

import numpy as np
from by_axis import mean_of

from course_lib.layers import LayerNorm  # noqa: F401

FEW = np.array([[1.0, 2, 6, 3], [4.0, 0, 1, 9]])


def size(x, eps=0):
    """Return the root mean square of each token."""
    return np.sqrt(mean_of(x * x) + eps)


CLAIMS = {
    "You added ε outside of the root": "gamma * x / (size(x) + eps)",
    "Every token (every row along the last axis) is divided by the root of "
    "the mean of its squares plus ε; then `gamma` scales each feature":
        "same(right, gamma * (x / np.sqrt(mean_of(x * x) + eps)))",
    "Read the name from the right: square, mean, root":
        "same(size(FEW)[0, 0] ** 2, (1 + 4 + 36 + 9) / 4)",
    "Its mean along the last axis": "same(mean_square, mean_of(x**2))",
    "ε is added to the mean of the squares, and then comes the root":
        "same(right, gamma * (x / size(x, eps)))",
    "gamma multiplies the quotient, feature by feature":
        "same(right, gamma * (x / size(x, eps)))",
    "NumPy lines these up with the last axis":
        "np.broadcast_shapes((2, 3), (3,)) == (2, 3)",
    "You divided by the standard deviation. `var` and `std` take the mean "
    "off before they square":
        "gamma * x / np.sqrt(var_of(x) + eps)",
    "You centred first, in both places. That is LayerNorm without β":
        "gamma * LayerNorm(N, eps=eps).forward(x * 1.0)",
    "You subtracted the mean. LayerNorm does that":
        "gamma * (x - mean_of(x)) / size(x, eps)",
    "You squared the mean; it is the mean of the squares that counts. The "
    "two differ only in the order of the steps, and for tokens of one "
    "feature they are the same":
        "gamma * x / np.sqrt(mean_of(x) ** 2 + eps)",
    "You took the mean of |x| under the root":
        "gamma * x / np.sqrt(mean_of(abs(x)) + eps)",
    "You divided by the mean of |x|": "gamma * x / (mean_of(abs(x)) + eps)",
    "You summed the squares and did not divide by N. That divides a token "
    "by its length, so it becomes 1 long; RMSNorm makes it √N long":
        "same(length(done(gamma=1, eps=0, x=FEW)), np.ones((2, 1))) and "
        "same(length(asked(gamma=1, eps=0, x=FEW)), np.full((2, 1), 4**0.5))",
    "You divided the norm by N, or the sum of the squares by N twice. The "
    "root of the mean square is the norm over √N: the N stands under the root":
        "gamma * x / np.sqrt(mean_of(x * x) / N + eps)",
    "You divided by N after the root":
        "gamma * x / (np.sqrt((x * x).sum(axis=-1, keepdims=True) + eps) / "
        "N)",
    "The N of the mean stands under the root":
        "same(size(x), length(x) / N**0.5)",
    "A token twice as large then comes out half as large; it should come "
    "out the same":
        "same(done(x=2 * FEW, eps=0, gamma=1), done(x=FEW, eps=0, gamma=1) "
        "/ 2) and same(asked(x=2 * FEW, eps=0, gamma=1), asked(x=FEW, eps=0, "
        "gamma=1))",
    "You divided the sum of the squares by the length of axis 0":
        "gamma * x / np.sqrt((x * x).sum(axis=-1, keepdims=True) / len(x) + "
        "eps)",
    "N, the number of features, is": "N == x.shape[-1] == gamma.size",
    "You divided by the mean square, and then by 2":
        "gamma * x / size(x, eps) ** 2 / 2",
    "You divided by half of the mean square":
        "gamma * x / (size(x, eps) ** 2 / 2)",
    "You took ε as the least root mean square":
        "gamma * x / np.maximum(size(x), eps)",
    "You squared ε. It is added to the mean square as it is":
        "gamma * x / size(x, eps**2)",
    "You left out ε. It hardly shows for ordinary tokens, and a token of "
    "zeros divides 0 by 0":
        "np.isnan(done(x=0)).all()",
    "You multiplied by 1 + gamma. Some models keep γ − 1 as their parameter":
        "(1 + gamma) * x / size(x, eps)",
    "You scaled by gamma before you took the root mean square":
        "gamma * x / size(gamma * x, eps)",
    "gamma comes last": "same(right, gamma * (x / size(x, eps)))",
    "You averaged along axis 0, over the tokens. Statistics often goes down "
    "the columns; here each token has its own root mean square, along axis −1":
        "gamma * x / np.sqrt((x * x).mean(axis=0) + eps)",
    "You averaged along axis 1 instead of the last axis. For (token, "
    "feature) the two are the same; for (batch, token, feature) axis 1 runs "
    "over tokens":
        "unseen(x=FEW, gamma=1) and not unseen(gamma=1, x=FEW[None] * "
        "np.ones((2, 1, 1)))",
    "You took one mean square over all tokens":
        "gamma * x / np.sqrt((x * x).mean() + eps)",
    "with a single token you would not notice": "unseen(x=rows(x)[0])",
    "The mean square lost its last axis":
        "gamma * x / np.sqrt((x * x).mean(axis=-1) + eps)",
    "You added ε to the sum of the squares. It belongs to their mean: "
    "divide by N first, then add ε":
        "gamma * x / size(x, eps / N)",
    "You divided by the token's length plus ε. Its length is the root of "
    "the sum of squares":
        "gamma * x / (length(x) + eps)",
    "add first, then take the root": "gamma * x / (size(x) + eps**0.5)",
    "You added gamma; it multiplies. gamma is a scale for each feature":
        "gamma + x / size(x, eps)",
    "You multiplied by the root mean square": "gamma * x * size(x, eps)",
    "You doubled x where it is squared. `x * 2` is twice x":
        "gamma * x / np.sqrt(mean_of(2 * x) + eps)",
    "You divided by gamma": "x / size(x, eps) / gamma",
    "You added ε to the quotient. It belongs under the root, where it keeps "
    "the division away from 0":
        "gamma * x / size(x) + eps",
    "You took the root twice. ε is added to the mean square, and one root "
    "comes after that":
        "gamma * x / np.sqrt(size(x) + eps)",
    "Your gamma goes by token. It has one number for each feature":
        "gamma[:, None] * x / size(x, eps)",
    "You multiplied by gamma with @, which adds up the features. A scale "
    "for each feature is an entrywise product":
        "(x / size(x, eps)) @ gamma",
}  # fmt: skip
