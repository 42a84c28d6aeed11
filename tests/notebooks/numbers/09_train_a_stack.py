"""The numbers in the prose of lesson 09."""

import math

from course_lib.data.digits import load_digits
from parts.training.classifier import LATER, Classifier
from parts.training.grid import CHANGES, EPOCHS, LEARNING_RATES, load_grid
from parts.training.results import count_diverged, middle, rates_that_train

PARTS = load_digits()
IMAGES = len(PARTS["train"].x)
FOUR = Classifier("post-norm", 4, rng=0)
WITH_NORMS = "post-norm", "pre-norm", "norm at end", "no shortcut"
BLOCK, HEAD = FOUR.stack.blocks[0], FOUR.head


def size(layer):
    return sum(p.size for p in layer.parameters().values())


def rates(*place):
    return len(rates_that_train(*place))


NUMBERS = [
    ("by {} finished runs",
     sum(run["variant"] not in LATER for run in load_grid())),
    ("hold 64 · 128 = {} each", BLOCK.feed_forward.W1.size),
    ("β 64 each: {} a block, {} for four", (size(BLOCK), 4 * size(BLOCK))),
    ("The head has {}", size(HEAD)),
    ("Together {}, or {} for each training image",
     (size(FOUR), size(FOUR) / IMAGES)),
    ("How many of {} images will", len(PARTS["validation"].x)),
    ("below ln 10 = {}", math.log(10)),
    ("All {} images at once", IMAGES),
    ("{} rough gradients and {} steps", 2 * (math.ceil(IMAGES / 32),)),
    ("what is left: {}", IMAGES % 32),
    ("$2^{-32}$ = {}", 2**-32),
    ("learning rates, {} to {}, three seeds each, {} epochs",
     (min(LEARNING_RATES), max(LEARNING_RATES), EPOCHS)),
    ("{} epochs, at the rate chosen for {}",
     (CHANGES["60 epochs"]["epochs"], EPOCHS)),
    ("post-norm {}, pre-norm {}, norm at end {}, no shortcut {}",
     tuple(middle(v, 32) for v in
           ("post-norm", "pre-norm", "norm at end", "no shortcut"))),
    ("Up to 8 blocks the last loses little: {}", middle("no shortcut", 8)),
    ("it harmed at {} blocks: {} against {} for neither; at {}, {} against {}",
     tuple(n for d in (16, 32) for n in
           (d, middle("no norm", d), middle("neither", d)))),
    ("at {} blocks {} rates of 6 train with norms, {} without",
     (8, rates("pre-norm", 8), rates("no norm", 8))),
    ("{} of {} runs with no norm diverged, {} with neither, at most {} "
     "of any variant with norms",
     (*count_diverged("no norm"), count_diverged("neither")[0],
      max(count_diverged(v)[0] for v in WITH_NORMS))),
    ("the head reads {}; behind 32 post-norm blocks {}, behind shortcuts "
     "without a norm {}",
     (middle("head alone", 0), middle("post-norm", 32),
      middle("no norm", 32))),
    ("after a small start none: {}, at {} rate of 6",
     (middle("no norm", 32, "small start"),
      rates("no norm", 32, "small start"))),
    ("{} rates of 6 train against {}, and at 32 blocks {} against {}, {} "
     "against {}",
     (rates("pre-norm", 16), rates("post-norm", 16), rates("pre-norm", 32),
      rates("post-norm", 32), middle("pre-norm", 32),
      middle("post-norm", 32))),
    ("did not help post-norm ({} rates, {})",
     (rates("post-norm", 32, "warm-up"), middle("post-norm", 32, "warm-up"))),
    ("let pre-norm train at {}", rates("pre-norm", 32, "warm-up")),
    ("“no shortcut” goes from {} to {}",
     (middle("no shortcut", 32), middle("no shortcut", 32, "60 epochs"))),
    ("head alone reads {}, four post-norm blocks {}",
     (middle("head alone", 0), middle("post-norm", 4))),
    ("2¹⁰ = {}. Its root grows by {}", (2**10, math.sqrt(2**10))),
]  # fmt: skip
