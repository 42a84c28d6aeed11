"""The numbers in the prose of lesson 10."""

import math

import numpy as np
from runs_in_percent import ADAM, GD, SMALL, both, longer, question, read

from course_lib.layers import RMSNorm
from parts.training.findings import QUESTIONS, differences, scores, searched
from parts.training.findings import stored as runs
from parts.training.paired import INTEREST
from parts.training.plan_cells import REPORT_SEEDS
from parts.training.signal_stack import D_FF, SignalStack
from parts.training.signals import signals
from parts.training.trainer import Kind, fresh, sources

X = np.array([1.0, 5.0, 7.0])
WIDE = math.ceil(8 / 3 * 4096 / 256)
GATED = SignalStack("gated", 1, rng=0).layers["stack"].blocks[0].feed_forward
RMS = differences(QUESTIONS[6].cells)
RMS_RUNS = [scores(Kind("RMSNorm", d, o)) for d in (4, 16) for o in (GD, ADAM)]


def average(variant, depth, **change):
    """Return the mean of both optimizers, in percent."""
    return np.mean(both(variant, depth, **change))


def gains(one, other, depth):
    """Return what one variant reads more, by optimizer, in points."""
    return np.subtract(both(one, depth), both(other, depth))


def at_rate(variant, rate):
    """Return what Adam's search read at a rate with 16 blocks."""
    return 100 * searched(runs()[Kind(variant, 16, ADAM)])[rate]


def one_sided(true):
    """Return the p value of the sign flips against a true difference."""
    d = RMS - true
    flips = np.array([*np.ndindex((2,) * len(d))]) * 2 - 1
    sums = np.sign(true) * (flips @ d)
    return np.mean(sums <= np.sign(true) * d.sum() + 1e-12)


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


LAST = np.array([gains("no last norm", "pre-norm", d) for d in (4, 16)])
assert (LAST > 0).all() and (LAST > 0.02).sum() >= 3  # "all four means"
assert max(8 * one_sided(0.02), 8 * one_sided(-0.02)) < 0.05  # "survive"
assert gains("no last norm", "gated", 16)[1] > 0
DEEPER = {
    name: read(name, 16, ADAM) - read(name, 4, ADAM)
    for name in ("pre-norm", "RMSNorm", "gated", "no last norm")
}
assert [n for n in DEEPER if DEEPER[n] > 0] == ["no last norm"]  # "the only"

NUMBERS = [
    ("The squares 1, {} and {} have the mean {}, so r = {} and x̂ = "
     "({}, {}, {})",
     (*(X**2)[1:], np.mean(X**2), np.mean(X**2) ** 0.5,
      *RMSNorm(3, eps=0).forward(X))),
    ("f has {} hidden features, the gated g {}", (D_FF, GATED.d_ff)),
    ("interval must lie within ±{} points", 100 * INTEREST),
    ("with it the stacks read {} % to {} %",
     (min(*both("gated", 4), *both("gated", 16)),
      max(*both("gated", 4), *both("gated", 16)))),
    ("runs of RMSNorm lie up to {} points apart",
     100 * max(map(np.ptp, RMS_RUNS))),
    ("interval is only {} points wide", question(7)[2] - question(7)[1]),
    ("With 4 blocks about {} more, with 16 about {} more.",
     tuple(gains("today", "post-norm", d).mean() for d in (4, 16))),
    ("today reads {} % with 4 blocks and {} % with 16",
     (average("today", 4), average("today", 16))),
    ("2017 falls from {} % to {} %.",
     (average("post-norm", 4), average("post-norm", 16))),
    ("**As good:** {} more of 100 signals ({} to {})", question(7)),
    ("all four settings:** {} more of 100 ({} to {})", question(8)),
    ("by {} points with 16 blocks and Adam, by {} with gradient descent",
     tuple(LAST[1][::-1])),
    ("within ±{} points. (Tested for themselves, and each on one side only, "
     "differences of {} and −2 points have p = 2/1024 = {} and 1/1024 = {},",
     (100 * INTEREST, 100 * INTEREST, one_sided(0.02), one_sided(-0.02))),
    ("equally large (root mean square {}).", added("gated")),
    ("equally large (root mean square {}).", added("pre-norm")),
    ("16 blocks reads {} % with Adam*, more than the gated stack with one "
     "({} %).", (read("no last norm", 16, ADAM), read("gated", 16, ADAM))),
    ("rate {} they read {} %, and pre-norm {} %.",
     (0.016, at_rate("no last norm", 0.016), at_rate("pre-norm", 0.016))),
    ("the place of the norm ({} points, lesson 09) and the gate ({})",
     (gains("pre-norm", "post-norm", 16).mean(),
      gains("gated", "pre-norm", 16).mean())),
    ("2017 reads {} % and {} % from the small start, and {} % after",
     (*both("post-norm", **SMALL), longer("post-norm"))),
    ("without a last norm reads {} %, and “norm at end” from the small start "
     "{} %, as much", (read("no last norm", 16, ADAM),
                       both("norm at end", **SMALL)[1])),
    ("8/3 · 4096 ≈ {}", 8 / 3 * 4096),
    ("rounds up to {} = {} · 256", (256 * WIDE, WIDE)),
]  # fmt: skip
