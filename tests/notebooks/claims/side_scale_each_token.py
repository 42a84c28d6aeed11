"""What the page on a scale for each token says in words."""

import numpy as np

x = np.arange(12.0).reshape(3, 4)
gamma = np.array([1.0, 3, -2, 5])

CLAIMS = {
    "So the first γ meets the features and scales the columns": np.array_equal(
        (gamma * x)[:, 1], 3 * x[:, 1]
    ),
    "So this class has one γ and one β for every *token*, which is a row": (
        np.array_equal((gamma[:3, None] * x)[1], 3 * x[1])
    ),
}
