"""The numbers in the prose of lesson 10."""

import math

import numpy as np

from course_lib.layers import RMSNorm
from parts.training.findings import QUESTIONS, differences
from parts.training.paired import INTEREST, finding
from parts.training.signal_stack import D_FF, SignalStack

X = np.array([1.0, 5.0, 7.0])
WIDE = math.ceil(8 / 3 * 4096 / 256)
GATED = SignalStack("gated", 1, rng=0).layers["stack"].blocks[0].feed_forward
RMS, GATE = (finding(differences(each.cells)) for each in QUESTIONS[6:])

NUMBERS = [
    ("The squares 1, {} and {} have the mean {}, so r = {} and x̂ = "
     "({}, {}, {})",
     (*(X**2)[1:], np.mean(X**2), np.mean(X**2) ** 0.5,
      *RMSNorm(3, eps=0).forward(X))),
    ("f has {} hidden features, the gated g {}", (D_FF, GATED.d_ff)),
    ("interval must lie within ±{}", INTEREST),
    ("RMSNorm reads {} more ({} to {})", (RMS.mean, *RMS.wide)),
    ("With the gate the stacks read {} more ({} to {})",
     (GATE.mean, *GATE.wide)),
    ("better than the ReLU by {}", GATE.mean),
    ("8/3 · 4096 ≈ {}", 8 / 3 * 4096),
    ("rounds up to {} = {} · 256", (256 * WIDE, WIDE)),
]  # fmt: skip
