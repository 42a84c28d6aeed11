"""What the exercise `refute_printed_loss` claims."""

import numpy as np

TARGET = np.array([0.1, 0.7, 0.2])


def printed(output, target=TARGET):
    """Return the loss as text B prints it."""
    return (target * np.log(output)).sum() / 3


def entropy(output):
    return -3 * printed(output)


CLAIMS = {
    "Text B prints the loss as Σ target · ln(y) / (m n), without a minus "
    "sign. Show by an example that descending on it goes the wrong way":
        "printed(right.better) > printed(right.worse) and "
        "entropy(right.better) < entropy(right.worse)",
    "Both are positive and sum to 1; the better one gives more to the "
    "second entry, and its printed loss is larger":
        "right.better[1] > right.worse[1] and printed(right.better) > "
        "printed(right.worse) and same(sum(right.worse), 1) and "
        "same(sum(right.better), 1)",
    "`worse` shares 1 out among three entries as well, with less on the "
    "second":
        "right.worse[1] < right.better[1]",
    "You returned the better output first. The order asked for is worse, "
    "then better":
        "entropy(wrong[0]) < entropy(wrong[1])",
    "ln 0 is −∞": "np.log(0) == -np.inf",
    "the target wants 0.1 and 0.2 of the others as well":
        "list(TARGET) == [0.1, 0.7, 0.2]",
    "so sure of the second entry that it is further from the target than "
    "the worse one. More on the largest entry is better only up to 0.7":
        "wrong[1][1] > 0.7 and entropy(wrong[1]) > entropy(wrong[0])",
}  # fmt: skip
