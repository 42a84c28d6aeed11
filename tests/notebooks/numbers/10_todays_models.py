"""The numbers in the prose of lesson 10."""

import math

import numpy as np

from course_lib.layers import RMSNorm
from course_lib.training.classifier import D_FF, LATER, Classifier
from course_lib.training.grid import load_grid
from course_lib.training.results import (
    count_diverged,
    middle,
    rates_that_train,
)

X = np.array([1.0, 5.0, 7.0])
WIDE = math.ceil(8 / 3 * 4096 / 256)
GATED = Classifier("gated", 1, rng=0).stack.blocks[0].feed_forward


def rates(*place):
    return len(rates_that_train(*place))


NUMBERS = [
    ("The squares 1, {} and {} have the mean {}, so r = {} and x̂ = "
     "({}, {}, {})",
     (*(X**2)[1:], np.mean(X**2), np.mean(X**2) ** 0.5,
      *RMSNorm(3, eps=0).forward(X))),
    ("{} more of them. f has {} hidden features, the gated g {}",
     (sum(r["variant"] in LATER for r in load_grid()), D_FF, GATED.d_ff)),
    ("8/3 · 4096 ≈ {}", 8 / 3 * 4096),
    ("rounds up to {} = {} · 256", (256 * WIDE, WIDE)),
]  # fmt: skip
