"""The numbers in the prose of the side page on the printed loss."""

import numpy as np

NUMBERS = [
    ("so that is the lowest point. There the loss is ln 2, about {}.",
     np.log(2)),
]  # fmt: skip
