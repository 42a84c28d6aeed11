"""The numbers in the prose of lesson 09."""

import math

from runs_in_percent import (
    ADAM,
    APART,
    BESIDE,
    GD,
    SMALL,
    both,
    gain,
    leads,
    less,
    longer,
    median,
    question,
    read,
    usual,
)

from parts.training.digits import load_digits
from parts.training.digits_stack import EPOCHS, DigitsStack
from parts.training.findings import answered, p_by_loss, scores, stored
from parts.training.paired import INTEREST, finding
from parts.training.plan_cells import (
    LONGER,
    REPORT_SEEDS,
    SWAPPED,
    WARM_UP,
    regret,
)
from parts.training.probe import stored_probes
from parts.training.signal_probe import RAW
from parts.training.signal_probe import stored as signal_probes
from parts.training.signal_stack import D_MODEL
from parts.training.trainer import BATCH, STEPS, TEST_SIGNALS, Kind

PARTS = load_digits()
IMAGES = len(PARTS["train"].x)
FOUR = DigitsStack("post-norm", 4, rng=0)
BLOCK, HEAD = FOUR.stack.blocks[0], FOUR.head
PROBES = stored_probes()
CORRECTED = [p for _, _, p, _ in answered()]
FRESH = {
    place: 100 * found.mean()
    for place, found in signal_probes().items()
    if place in ((RAW, ""), ("post-norm", ""), ("pre-norm", ""))
}
# At 4 blocks pre-norm also ran at the rate that RMSNorm's search chose.
OTHER_RATE = finding(
    100 * (scores(Kind("pre-norm", 4), SWAPPED) - scores(Kind("post-norm", 4)))
)
_, *FEW_BLOCKS = gain(Kind("post-norm", 4, GD), Kind("pre-norm", 4, GD))
STARTS = {
    (name, each): gain(Kind(name, 16, each, start="small"),
                       Kind(name, 16, each))
    for name in ("pre-norm", "no shortcut")
    for each in (GD, ADAM)
}  # fmt: skip
GROUPS = 2 ** len(REPORT_SEEDS)
assert p_by_loss()[1] <= 0.05 and p_by_loss()[2] <= 0.05  # "By the loss"
assert min(both("pre-norm", **SMALL)) > max(both("no shortcut", **SMALL))


def size(layer):
    return sum(p.size for p in layer.parameters().values())


def average(pair):
    return sum(pair) / len(pair)


def falls(variant):
    """Return what each optimizer loses from 4 blocks to 16, in points."""
    return tuple(a - b for a, b in zip(both(variant, 4), both(variant)))


NUMBERS = [
    ("hold 64 · 128 = {} each", BLOCK.feed_forward.W1.size),
    ("β 64 each: {} for a block and {} for four",
     (size(BLOCK), 4 * size(BLOCK))),
    ("The head has {}", size(HEAD)),
    ("makes {}, or {} for each training image",
     (size(FOUR), size(FOUR) / IMAGES)),
    ("How many of {} validation images does", len(PARTS["validation"].x)),
    ("All {} images at once", IMAGES),
    ("gives {} rough gradients and {} steps", 2 * (math.ceil(IMAGES / 32),)),
    ("head alone read after {} epochs", EPOCHS),
    ("from {} to √{} = {}", (1, 1 + 32, 33**0.5)),
    ("{} features wide", D_MODEL),
    ("{} steps of {} signals", (STEPS, BATCH)),
    ("how many of {} new signals", TEST_SIGNALS),
    ("A difference below {} points", 100 * INTEREST),
    ("ten differences: {} of them", GROUPS - 1),
    ("line into {} gaps", GROUPS),
    ("gap in 40 at either end, that is {}.", GROUPS // 40),
    ("begins at the {}th mean and not at the {}th",
     (GROUPS // 40, GROUPS // 40 + 1)),
    ("blocks pre-norm reads {} % and {} %", both("pre-norm")),
    ("and “norm at end” about {} %,", round(both("post-norm")[0], -1)),
    ("and “norm at end” about {} %,", round(both("norm at end")[0], -1)),
    ("have been anything from {} to {} points", leads()),
    ("lead can be {} points or {}.", leads()),
    ("“Norm at end”, with {} % and {} %.", both("norm at end", **SMALL)),
    ("Post-norm rises from {} % to {} % (with Adam to {} %)",
     (both("post-norm")[0], *both("post-norm", **SMALL))),
    ("by {} points with gradient descent and by {} with Adam.",
     tuple(-x for x in APART["question 4 from the small start"])),
    ("Pre-norm loses {} points with gradient descent and gains {} with Adam.",
     (-STARTS["pre-norm", GD][0], STARTS["pre-norm", ADAM][0])),
    ("“No shortcut” loses {} and {} points,",
     (-STARTS["no shortcut", GD][0], -STARTS["no shortcut", ADAM][0])),
    ("during the first {} steps", WARM_UP),
    ("**They help, under a norm:** {} more of 100 signals ({} to {})",
     question(1)),
    ("both stacks still lose {} points from 4 blocks to 16",
     average(falls("post-norm"))),
    ("both stacks still lose {} points from 4 blocks to 16",
     average(falls("no shortcut"))),
    ("post-norm's norms:** {} fewer of 100 ({} to {})", less(question(2))),
    ("pre-norm's norms gain {} points from He's start, and lose {} from",
     (BESIDE["pre-norm − norm at end"],
      -BESIDE["the same from the small start"])),
    ("a head reads {} % of the digits, from the images {} %",
     (median(PROBES["post-norm", 0][:, 32]),
      median(PROBES["post-norm", 0][:, 0]))),
    ("post-norm's norms:** {} more of 100 ({} to {})", question(3)),
    ("with the norm before f, {} more*",
     BESIDE["question 3 with pre-norm for post-norm"]),
    ("**Yes:** {} more of 100 ({} to {})", question(4)),
    ("small start {} fewer, with Adam {} fewer*; with 4 blocks {} more with "
     "Adam, and {} fewer with gradient descent*",
     (*(-x for x in APART["question 4 from the small start"]),
      APART["question 4 with 4 blocks"][1],
      -APART["question 4 with 4 blocks"][0])),
    ("gradient descent hardly trains, but Adam reads {} %*|",
     both("no norm")[1]),
    ("so p is {}, and times 8 that makes {}.", (2 / 1024, 16 / 1024)),
    ("with 4 blocks nearly as much ({} points*). From the small start it "
     "gains {}*.", (BESIDE["question 1 with 4 blocks"],
                    BESIDE["question 1 from the small start"])),
    ("it gains {}*, or less,", longer("post-norm") - longer("no shortcut")),
    ("the norm p is {} after", CORRECTED[1]),
    ("but Adam reads {} %*: {} points more than post-norm, {} less than",
     (both("no norm")[1], both("no norm")[1] - both("post-norm")[1],
      both("pre-norm")[1] - both("no norm")[1])),
    ("of the signals themselves {} %, behind 16 fresh post-norm blocks {} %, "
     "and behind pre-norm's {} %,",
     (FRESH[RAW, ""], FRESH["post-norm", ""], FRESH["pre-norm", ""])),
    ("16 blocks of post-norm then read {} %, more than the head alone but "
     "less than 4 blocks, which read {} %.",
     (average(both("post-norm")), average(both("post-norm", 4)))),
    ("After {} steps of gradient descent they read {} %*.",
     (LONGER, longer("post-norm"))),
    ("correction p is {}, and", CORRECTED[2]),
    ("may be {} points short",
     100 * max(regret(stored()[Kind("neither, norm at end", 16, each)])
               for each in (GD, ADAM))),
    ("gains {} points under a shortcut; a norm behind f without one loses "
     "{}*", (BESIDE["pre-norm − norm at end"],
             -BESIDE["no shortcut − neither, norm at end"])),
    ("“norm at end” falls by {} and {} points", falls("norm at end")),
    ("pre-norm reads {} points more with Adam; with gradient descent it "
     "reads {} less ({} to {}), or {} less ({} to {})",
     (APART["question 4 with 4 blocks"][1],
      -APART["question 4 with 4 blocks"][0], *FEW_BLOCKS,
      -OTHER_RATE.mean, *(-x for x in reversed(OTHER_RATE.wide)))),
    ("lead is {} points smaller ({} to {})", less(question(5))),
    ("descent {} points of {} are left",
     (longer("pre-norm") - longer("post-norm"),
      usual("pre-norm") - usual("post-norm"))),
    ("block, the head reads {} % of", read("post-norm", 0, GD)),
    ("One block reads {} %, twice", read("post-norm", 1, GD)),
    ("2¹⁰ = {}. Its root grows by {}", (2**10, math.sqrt(2**10))),
]  # fmt: skip
