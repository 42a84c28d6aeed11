"""What the side page on axes says of a loud token and of lesson 01's row."""

import numpy as np

from parts.statistics.token_row import token_row

tokens = np.random.default_rng(5).normal(size=(4, 3, 5)).reshape(12, 5)
tokens[-1] *= 1000
BATCH_NORM = (tokens[0] - tokens.mean(0)) / tokens.std(0)

NUMBERS = {
    "any-axes": {
        "0.3": np.abs(BATCH_NORM).mean(),
        "0.38": (len(token_row()) - 1) ** -0.5,
    },
}
