"""The numbers in the prose of lesson 09."""

import math

from course_lib.data.digits import load_digits
from parts.training.digits_stack import EPOCHS, DigitsStack
from parts.training.findings import QUESTIONS, differences, mean
from parts.training.paired import INTEREST, finding
from parts.training.probe import stored_probes
from parts.training.signal_stack import D_MODEL
from parts.training.trainer import BATCH, STEPS, TEST_SIGNALS

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
    ("2¹⁰ = {}. Its root grows by {}", (2**10, math.sqrt(2**10))),
]  # fmt: skip
