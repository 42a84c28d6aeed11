"""The numbers in the prose of lesson 10."""

import math

import numpy as np

from course_lib.layers import RMSNorm
from parts.training.findings import (
    QUESTIONS,
    at_equal_rates,
    by_place,
    differences,
    losses,
    mean,
    scores,
    stored,
)
from parts.training.paired import INTEREST, finding
from parts.training.plan_cells import (
    LONGER,
    REPORT_SEEDS,
    SWAPPED_RATES,
    chosen_rate,
)
from parts.training.signal_probe import stored as probes
from parts.training.signal_stack import D_FF, SignalStack
from parts.training.signals import signals
from parts.training.trainer import Kind, fresh, sources

X = np.array([1.0, 5.0, 7.0])
WIDE = math.ceil(8 / 3 * 4096 / 256)
GATED = SignalStack("gated", 1, rng=0).layers["stack"].blocks[0].feed_forward
RMS, GATE = (finding(differences(each.cells)) for each in QUESTIONS[6:])

GD, ADAM = "gradient descent", "Adam"


def both(variant, depth, **change):
    """Return the means of gradient descent and Adam."""
    return np.array(
        [mean(variant, depth, each, **change) for each in (GD, ADAM)]
    )


def rate(variant):
    return chosen_rate(stored()[Kind(variant, 4)])


APART = {k: w for k, w in QUESTIONS[6].cells.items()}
ALONE = sum(w**2 * scores(k).var(ddof=1) / 10 for k, w in APART.items()) ** 0.5
PAIRED = RMS.differences.std(ddof=1) / 10**0.5


def added(variant):
    """Return the root mean square of what fresh blocks add, over ten seeds."""
    found = []
    for seed in REPORT_SEEDS:
        model = fresh(Kind(variant, 16), seed)
        x, _ = signals(200, sources(16, seed)[1])
        stack = model.layers["stack"]
        stack.forward(model.layers["embedding"].forward(x))
        found += np.diff(stack.activations, axis=0).tolist()
    return np.sqrt(np.mean(np.square(found)))


GAINS = [(both("today", d) - both("post-norm", d)).mean() for d in (4, 16)]
RMS_RUNS = [scores(Kind("RMSNorm", d, o)) for d in (4, 16) for o in (GD, ADAM)]
LOSES = both("no last norm", 16) - both("pre-norm", 16)
PLACE = both("pre-norm", 16) - both("post-norm", 16)

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
    ("runs of RMSNorm lie up to {} apart", max(map(np.ptp, RMS_RUNS))),
    ("The interval is about {} wide", RMS.wide[1] - RMS.wide[0]),
    ("error is {}; with a seed of its own for every run it would be {}.)",
     (PAIRED, ALONE)),
    ("reads {} of the signals, no more than behind post-norm, {}.",
     (probes()["gated", ""].mean(), probes()["post-norm", ""].mean())),
    ("equally large (root mean square {}).", added("gated")),
    ("equally large (root mean square {}).", added("pre-norm")),
    ("as many steps of gradient descent it reads {} from He's start",
     scores(Kind("post-norm", 16, GD, steps=LONGER)).mean()),
    ("descent RMSNorm reads {} more",
     by_place(QUESTIONS[6].cells)[16, GD].mean),
    ("is ahead too, by {} on average",
     -differences(QUESTIONS[6].cells, losses).mean()),
    ("chose {} as the learning rate for LayerNorm, and {} for RMSNorm",
     (rate("pre-norm"), rate("RMSNorm"))),
    ("is +{} or +{} instead of +{}",
     (*(at_equal_rates()[lr].mean for lr in sorted(SWAPPED_RATES.values())
        [::-1]), RMS.mean)),
    ("with 4 blocks by about {}, with 16 by about {}.", tuple(GAINS)),
    ("today reads {} with 4 blocks and {} with 16",
     (both("today", 4).mean(), both("today", 16).mean())),
    ("2017 falls from {} to {}.",
     (both("post-norm", 4).mean(), both("post-norm", 16).mean())),
    ("The block of today reads {} more with", GAINS[1]),
    ("the place of the norm ({}, lesson 09)", PLACE.mean()),
    ("the block of 2017 reads {} and {} with 16 blocks",
     tuple(both("post-norm", 16, start="small"))),
    ("stacks read {} and {} with 4 blocks, and {} and {} with 16:",
     (*both("no last norm", 4), *both("no last norm", 16))),
    ("by {} with 16 blocks and Adam, but by only {}", tuple(LOSES[::-1])),
    ("better than the ReLU by {}", GATE.mean),
    ("8/3 · 4096 ≈ {}", 8 / 3 * 4096),
    ("rounds up to {} = {} · 256", (256 * WIDE, WIDE)),
]  # fmt: skip
