"""The numbers in the prose of lesson 09."""

import math

from course_lib.data.digits import load_digits
from parts.training.cells import WARM_UP, chosen_rate
from parts.training.digits_stack import EPOCHS, DigitsStack
from parts.training.findings import (
    BARE,
    QUESTIONS,
    answered,
    by_place,
    differences,
    mean,
    report,
    searched,
    stored,
)
from parts.training.paired import INTEREST, finding
from parts.training.probe import stored_probes
from parts.training.signal_probe import same_order
from parts.training.signal_probe import stored as signal_probes
from parts.training.signal_stack import D_MODEL
from parts.training.trainer import BATCH, STEPS, TEST_SIGNALS, Kind

PARTS = load_digits()
IMAGES = len(PARTS["train"].x)
FOUR = DigitsStack("post-norm", 4, rng=0)
BLOCK, HEAD = FOUR.stack.blocks[0], FOUR.head
GD, ADAM = "gradient descent", "Adam"
FOUND = [finding(differences(each.cells)) for each in QUESTIONS]
PROBES = stored_probes()


def size(layer):
    return sum(p.size for p in layer.parameters().values())


def both(variant, depth=16, **change):
    """Return the means of gradient descent and Adam."""
    return tuple(mean(variant, depth, each, **change) for each in (GD, ADAM))


def question(number):
    """Return mean and interval of one answer."""
    found = FOUND[number - 1]
    return (found.mean, *found.wide)


def rates(variant, **change):
    """Return the rates that both optimizers' searches chose."""
    return tuple(
        chosen_rate(stored()[Kind(variant, 16, each, **change)])
        for each in (GD, ADAM)
    )


FIVE = ("pre-norm", "norm at end", "post-norm", "no shortcut", BARE)
AT_4 = [read for name in FIVE for read in both(name, 4)]
WITHOUT, WITH = (
    {name: stored()[Kind(name, 16, "Adam", warm_up=steps)]
     for name in ("post-norm", "pre-norm")}
    for steps in (0, WARM_UP)
)  # fmt: skip
CORRECTED = [p for _, _, p, _ in answered()]
SMALL = {"start": "small"}
BEHIND = [
    mean("post-norm", 16, each, **SMALL) - mean("pre-norm", 16, each, **SMALL)
    for each in (GD, ADAM)
]
NOT_DIVERGED = [
    run.accuracy
    for run in report(Kind("no norm", 16))
    if run.test_loss is not None
]
assert len(NOT_DIVERGED) == 7
OWN_JUDGE = [abs(each.mean) for each in by_place(QUESTIONS[1].cells).values()]

NUMBERS = [
    ("hold 64 · 128 = {} each", BLOCK.feed_forward.W1.size),
    ("β 64 each: {} for a block and {} for four",
     (size(BLOCK), 4 * size(BLOCK))),
    ("The head has {}", size(HEAD)),
    ("makes {}, or {} for each training image",
     (size(FOUR), size(FOUR) / IMAGES)),
    ("How many of {} images will", len(PARTS["validation"].x)),
    ("below ln 10 = {}", math.log(10)),
    ("All {} images at once", IMAGES),
    ("gives {} rough gradients and {} steps", 2 * (math.ceil(IMAGES / 32),)),
    ("head alone read after {} epochs", EPOCHS),
    ("$2^{-32}$ is {}", 2**-32),
    ("{} features wide", D_MODEL),
    ("{} steps of {} signals", (STEPS, BATCH)),
    ("the share of {} new signals", TEST_SIGNALS),
    ("A difference below {} does not", INTEREST),
    ("Post-norm reads {} more than the same stack without shortcuts "
     "({} to {})", question(1)),
    ("reads {} *less* than the same stack with a single norm at the end "
     "({} to {} less)",
     tuple(-x for x in (question(2)[0], *question(2)[:0:-1]))),
    ("than without one, by {} ({} to {})", question(3)),
    ("from He's start:* by {} ({} to {})", question(4)),
    ("head reads {}, behind 32 fresh post-norm blocks {}",
     (PROBES["post-norm", 0][0, 0], sorted(PROBES["post-norm", 0][:, 32])[1])),
    ("16 blocks of post-norm read {}, more than the head alone, but less than "
     "4 blocks, which read {}",
     (sum(both("post-norm")) / 2, sum(both("post-norm", 4)) / 2)),
    ("and both stacks lose about {} on the way",
     sum(sum(both(name, 4)) - sum(both(name))
         for name in ("post-norm", "no shortcut")) / 4),
    ("pre-norm reads {} and {}", both("pre-norm")),
    ("five lie within {} of each other, from {} to {}",
     (max(AT_4) - min(AT_4), min(AT_4), max(AT_4))),
    ("are best at {}, pre-norm at {}; with Adam it is {} against {}.",
     (rates("post-norm")[0], rates("pre-norm")[0], rates("norm at end")[1],
      rates("pre-norm")[1])),
    ("fails at every rate above {},", rates("no norm")[0]),
    ("the other seven read {}.", sum(NOT_DIVERGED) / 7),
    ("its best rate at {}, above all others, and its report runs read {}:",
     (rates("no norm")[1], both("no norm")[1])),
    ("Adam trains the stack to {}, more", both("no norm")[1]),
    ("which falls from {} to {}.",
     (both("pre-norm")[0], both("pre-norm", **SMALL)[0])),
    ("Post-norm goes from {} to {} (with Adam to {})",
     (both("post-norm")[0], *both("post-norm", **SMALL))),
    ("“Norm at end” is first, with {} and {},",
     both("norm at end", **SMALL)),
    ("they do, in {} pairs of {} with either", same_order(FIVE, "", GD)),
    ("they do, in {} pairs of {} with either", same_order(FIVE, "", ADAM)),
    ("no more than post-norm, {} against {}, and is trained to {} and {},",
     (signal_probes()["gated", ""].mean(),
      signal_probes()["post-norm", ""].mean(), *both("gated"))),
    ("With Adam at the rate {}, post-norm read {} of",
     (0.002, searched(WITHOUT["post-norm"])[0.002])),
    ("during the first {} steps", WARM_UP),
    ("It reads {} at that rate.", searched(WITH["post-norm"])[0.002]),
    ("for post-norm from {} to {} and for pre-norm from {} to {}.",
     tuple(chosen_rate(runs[name]) for name in ("post-norm", "pre-norm")
           for runs in (WITHOUT, WITH))),
    ("post-norm goes from {} to {}, and pre-norm from {} to {}.",
     tuple(mean(name, 16, ADAM, **change) for name in ("post-norm", "pre-norm")
           for change in ({}, {"warm_up": WARM_UP}))),
    ("are less than {} apart", math.ceil(100 * max(OWN_JUDGE)) / 100),
    ("asked p is {}.", CORRECTED[1]),
    ("eight questions p is {}.", CORRECTED[2]),
    ("pre-norm reads {} less with gradient descent, and with Adam {} less",
     tuple(BEHIND)),
    ("the change is {} ({} to {})",
     (-question(5)[0], *(-x for x in question(5)[:0:-1]))),
    ("block, the head reads {} of", mean("post-norm", 0, GD)),
    ("One block reads {}, about twice as much as the head alone, and more "
     "than the {} of", (mean("post-norm", 1, GD), both("post-norm")[0])),
    ("2¹⁰ = {}. Its root grows by {}", (2**10, math.sqrt(2**10))),
]  # fmt: skip
