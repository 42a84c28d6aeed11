"""What the exercise `sentence_vector` claims."""

import numpy as np


def unit(vector):
    return vector / np.sqrt(sum(vector**2))


CLAIMS = {
    "what leaves the last block, (tokens, features)":
        "right.shape == tokens.shape[1:]",
    "the mean of its tokens, divided by its own length, so that it has "
    "length 1":
        "same(sum(right**2), 1) and same(right, unit(tokens.sum(axis=0)))",
    "Tokens are rows. Along which axis does a mean over the tokens go?":
        "same(mean, sum(tokens) / len(tokens))",
    "`np.linalg.norm` is the length of a vector. Divide by it":
        "same(right * np.linalg.norm(mean), mean)",
    "has one number for each feature": "mean.shape == tokens.shape[1:]",
    "You averaged over the features, so one number is left for each token. "
    "A token is a row; the mean over the tokens goes down the columns, along "
    "axis 0":
        "unit(tokens.mean(axis=1))",
    "The dot product of two vectors is their cosine only if both have "
    "length 1":
        "same(unit(np.array([3.0, 4])) @ unit(np.array([4.0, 3])), 24 / 25)",
    "You took the first token, [CLS], alone": "unit(tokens[0])",
    "You took the first token, [CLS], as it is": "tokens[0]",
    "You took the last token, [SEP], alone": "unit(tokens[-1])",
    "You took the largest number of each feature": "unit(tokens.max(axis=0))",
    "You divided by the squared length. The length is its root":
        "mean / sum(mean**2)",
    "You divided by the sum of the absolute values": "mean / sum(abs(mean))",
    "You divided by the standard deviation": "mean / np.std(mean)",
    "You divided by the root of the mean square. The length is the root of "
    "the sum of squares: √N times as much":
        "same(wrong, mean.size**0.5 * right)",
    "You gave each token length 1 before you averaged":
        "unit(sum(unit(token) for token in tokens))",
    "You divided by the length of the whole table of tokens":
        "mean / np.sqrt((tokens**2).sum())",
    "You divided each feature by the length of its own column":
        "mean / np.sqrt((tokens**2).sum(axis=0))",
    "You took the mean of its entries off the vector": "same(wrong.sum(), 0)",
    "You left out the first and the last token":
        "unit(sum(tokens[1:-1]) / (len(tokens) - 2))",
}  # fmt: skip
