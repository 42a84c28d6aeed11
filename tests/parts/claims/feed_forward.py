"""What the exercise `feed_forward` claims."""

CLAIMS = {
    "multiply by `W1`, add `b1`, set what is negative to 0, multiply by "
    "`W2`, add `b2`":
        "same(right, (M(x, W1, b1) * (M(x, W1, b1) > 0)) @ W2 + b2)",
    "Three steps: one product with a bias, the ReLU, and a second product "
    "with a bias":
        "same(right, np.maximum(x @ W1 + b1, 0) @ W2 + b2)",
    "The hidden layer goes through the second pair of weights as x went "
    "through the first. Nothing is cut off after that":
        "right.min() < 0",
    "The ReLU is missing, or it never acts": "M(x, W1, b1) @ W2 + b2",
    "two Linear layers in a row are only one Linear layer":
        "same(wrong, x @ (W1 @ W2) + (b1 @ W2 + b2))",
    "It was the usual choice before the ReLU; this layer only cuts off what "
    "is negative":
        "1 / (1 + np.exp(-M(x, W1, b1))) @ W2 + b2",
    "You put the ReLU after the second Linear instead of between the two. "
    "The last step looks like the place for it":
        "np.maximum(M(x, W1, b1) @ W2 + b2, 0)",
    "then no output can be negative": "wrong.min() >= 0",
    "You put a second ReLU on the output": "np.maximum(right, 0)",
    "The output of this layer may be negative": "right.min() < 0",
    "You took the absolute value instead of max(0, ·). Both are never "
    "negative, but ReLU makes negative entries 0":
        "abs(M(x, W1, b1)) @ W2 + b2",
    "You kept the negative entries and dropped the positive ones":
        "np.where(M(x, W1, b1) < 0, M(x, W1, b1), 0) @ W2 + b2",
    "You used the mask (M > 0) itself as the hidden layer":
        "(M(x, W1, b1) > 0) @ W2 + b2",
    "forward multiplies M by it":
        "same(hidden, M(x, W1, b1) * (M(x, W1, b1) > 0))",
    "You added b1 after the ReLU. The bias decides where the ReLU opens, so "
    "it comes before":
        "(np.maximum(x @ W1, 0) + b1) @ W2 + b2",
    "You added x to the output. The shortcut belongs to Add & Norm, outside":
        "x + right",
    "You applied the ReLU to x": "(np.maximum(x, 0) @ W1 + b1) @ W2 + b2",
    "You subtracted both biases. A bias is added":
        "np.maximum(x @ W1 - b1, 0) @ W2 - b2",
    "You used the leaky ReLU, which lets a hundredth of the negative "
    "entries through":
        "right + (np.minimum(M(x, W1, b1), 0) / 100) @ W2",
    "You returned the hidden layer. The second Linear is missing: multiply "
    "by W2 and add b2":
        "same(wrong @ W2 + b2, right)",
    "You took tanh where the ReLU belongs": "np.tanh(M(x, W1, b1)) @ W2 + b2",
}  # fmt: skip


def M(x, W1, b1):
    return x @ W1 + b1
