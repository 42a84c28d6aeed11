"""The numbers in the prose of lesson 10."""

import math

import numpy as np

from course_lib.layers import RMSNorm
from parts.training.classifier import D_FF, LATER, Classifier
from parts.training.grid import DEPTHS, IMAGES, load_grid
from parts.training.results import (
    count_diverged,
    middle,
    rates_that_train,
    report_shares,
)

X = np.array([1.0, 5.0, 7.0])
WIDE = math.ceil(8 / 3 * 4096 / 256)
GATED = Classifier("gated", 1, rng=0).stack.blocks[0].feed_forward


def rates(*place):
    return len(rates_that_train(*place))


def below(variant):
    """Return by how many test images a median lies below pre-norm's."""
    return [
        round(IMAGES * (middle("pre-norm", d) - middle(variant, d)))
        for d in DEPTHS
    ]


def overlaps(variant):
    """Count the depths at which runs of a variant lie among pre-norm's."""
    pairs = report_shares(["pre-norm", variant])
    return sum(
        max(min(one), min(other)) <= min(max(one), max(other))
        for one, other in zip(*(each.values() for each in pairs.values()))
    )


BOTH = below("RMSNorm, gated")
LOWEST = min(report_shares(["pre-norm"])["pre-norm"][32])
NUMBERS = [
    ("The squares 1, {} and {} have the mean {}, so r = {} and x̂ = "
     "({}, {}, {})",
     (*(X**2)[1:], np.mean(X**2), np.mean(X**2) ** 0.5,
      *RMSNorm(3, eps=0).forward(X))),
    ("{} more of them. f has {} hidden features, the gated g {}",
     (sum(r["variant"] in LATER for r in load_grid()), D_FF, GATED.d_ff)),
    ("One image of {} is {}", (IMAGES, 1 / IMAGES)),
    *(("at all {} depths the five runs of both overlap", overlaps(variant))
      for variant in ("RMSNorm", "gated")),
    *((f"{said} {{}} against {{}}, at no depth more than {{}} images apart",
       (middle(variant, 32), middle("pre-norm", 32),
        max(map(abs, below(variant)))))
      for said, variant in (("A null result:", "RMSNorm"),
                            ("A null result too:", "gated"))),
    ("From 8 blocks on {} rates train without it and {} with it",
     (rates("no last norm", 8), rates("pre-norm", 8))),
    ("{} of {} runs diverged, against {}; and {} lies below",
     (*count_diverged("no last norm"), count_diverged("pre-norm")[0],
      middle("no last norm", 32))),
    ("{} became {}, and {} rates became {}",
     (middle("post-norm", 32), middle("RMSNorm, gated", 32),
      rates("post-norm", 32), rates("RMSNorm, gated", 32))),
    ("{} is {} image below pre-norm's lowest run",
     (middle("gated", 32), round(IMAGES * (LOWEST - middle("gated", 32))))),
    ("below pre-norm at all {} depths, by {} to {} images",
     (len(DEPTHS), min(BOTH), max(BOTH))),
    ("The head alone reads {}", middle("head alone", 0)),
    ("8/3 · 4096 ≈ {}", 8 / 3 * 4096),
    ("rounds up to {} = {} · 256", (256 * WIDE, WIDE)),
]  # fmt: skip
