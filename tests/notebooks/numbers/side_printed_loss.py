"""The numbers in the prose of the side page on the printed loss."""

import numpy as np

NUMBERS = [
    ("at q = ½, negative before and positive after. There the loss is ln 2, "
     "about {}.", np.log(2)),
]  # fmt: skip
