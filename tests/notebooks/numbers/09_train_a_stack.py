"""The numbers in the prose of lesson 09."""

import math

from parts.training.digits import load_digits
from parts.training.digits_stack import EPOCHS, DigitsStack
from parts.training.findings import (
    DESCRIBED,
    QUESTIONS,
    answered,
    by_place,
    differences,
    mean,
    p_by_loss,
    report,
    scores,
    searched,
    stored,
)
from parts.training.paired import INTEREST, finding
from parts.training.plan_cells import (
    LONGER,
    LONGER_SEEDS,
    WARM_UP,
    chosen_rate,
)
from parts.training.probe import stored_probes
from parts.training.signal_probe import FIVE, RAW, same_order, separated
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
READ = {place: read.mean() for place, read in signal_probes().items()}
BESIDE = {
    words: finding(differences(c)).mean for words, c in DESCRIBED.items()
}
APART = {
    words: [found.mean for found in by_place(cells).values()]
    for words, cells in DESCRIBED.items()
}
# At every rate that both orders were searched at, and where one trains.
LEADS = [
    pre[lr] - post[lr]
    for pre, post in (
        [searched(stored()[Kind(name, 16, each)])
         for name in ("pre-norm", "post-norm")]
        for each in (GD, ADAM)
    )
    for lr in pre.keys() & post.keys()
    if pre[lr] > 0.11
]  # fmt: skip
assert separated(FIVE, "") != [] and same_order(FIVE, "", GD) == (8, 8)
assert max(
    READ["post-norm", "small"], READ["norm at end", "small"]
) < READ["pre-norm", "small"]  # fmt: skip
SMALLEST = [
    searched(runs[name])[0.00025]
    for name in ("post-norm", "pre-norm")
    for runs in (WITHOUT, WITH)
]


def longer(variant, each=GD):
    """Return a mean with four times the steps."""
    read = scores(Kind(variant, 16, each, steps=LONGER))
    assert len(read) == len(LONGER_SEEDS)
    return read.mean()


def usual(variant, each=GD):
    """Return the mean of the same seeds with the usual steps."""
    return scores(Kind(variant, 16, each))[: len(LONGER_SEEDS)].mean()


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
    ("*gated* pre-norm blocks the head reads {}.",
     sorted(PROBES["gated", 0][:, 32])[1]),
    ("a lead of anything from {} to {}, depending",
     (min(LEADS), max(LEADS))),
    ("are best at {}, pre-norm at {}; with Adam it is {} against {}.",
     (rates("post-norm")[0], rates("pre-norm")[0], rates("norm at end")[1],
      rates("pre-norm")[1])),
    ("fails at every rate above {},", rates("no norm")[0]),
    ("the other seven read {}.", sum(NOT_DIVERGED) / 7),
    ("its best rate at {}, above all others, and in the report runs it reads "
     "{}:",
     (rates("no norm")[1], both("no norm")[1])),
    ("Adam trains the stack to {}, which", both("no norm")[1]),
    ("which falls from {} to {}.",
     (both("pre-norm")[0], both("pre-norm", **SMALL)[0])),
    ("Post-norm goes from {} to {} (with Adam to {})",
     (both("post-norm")[0], *both("post-norm", **SMALL))),
    ("“Norm at end” is first, with {} and {},",
     both("norm at end", **SMALL)),
    ("separates {} of the 10 pairs, and training puts all {} in",
     same_order(FIVE, "", GD)[::-1]),
    ("separates {} of the 10 pairs, and training puts all {} in",
     same_order(FIVE, "", ADAM)[::-1]),
    ("reads most before training, {}, and then falls behind two variants "
     "that read {}.",
     (READ["pre-norm", "small"], READ["post-norm", "small"])),
    ("two variants that read {}.", READ["norm at end", "small"]),
    ("the same head reads {}, which is less than behind pre-norm from He's "
     "start, {},", (READ[RAW, ""], READ["pre-norm", ""])),
    ("from the signals themselves {}, behind 16 such blocks {}.",
     (READ[RAW, ""], READ["post-norm", ""])),
    ("With Adam at the rate {}, post-norm read {} of",
     (0.002, searched(WITHOUT["post-norm"])[0.002])),
    ("during the first {} steps", WARM_UP),
    ("It reads {} at that rate.", searched(WITH["post-norm"])[0.002]),
    ("for pre-norm from {} to {} and for post-norm from {} to {}.",
     tuple(chosen_rate(runs[name]) for name in ("pre-norm", "post-norm")
           for runs in (WITHOUT, WITH))),
    ("post-norm goes from {} to {}, and pre-norm from {} to {}.",
     tuple(mean(name, 16, ADAM, **change) for name in ("post-norm", "pre-norm")
           for change in ({}, {"warm_up": WARM_UP}))),
    ("nearly as good, {} against {}, with",
     (searched(WITH["post-norm"])[0.001], searched(WITH["post-norm"])[0.002])),
    ("the smallest rate warm-up loses {} for post-norm and {} for pre-norm.",
     (SMALLEST[0] - SMALLEST[1], SMALLEST[2] - SMALLEST[3])),
    ("there post-norm reads {} less. That", OWN_JUDGE[1]),
    ("by the loss p would be {} for both", p_by_loss()[1]),
    ("by the loss p would be {} for both", p_by_loss()[2]),
    ("post-norm rises from {} to {} and pre-norm from {} to {}, so {} of {} "
     "is left between them, and “norm at end” reads {}.",
     (usual("post-norm"), longer("post-norm"), usual("pre-norm"),
      longer("pre-norm"), longer("pre-norm") - longer("post-norm"),
      usual("pre-norm") - usual("post-norm"), longer("norm at end"))),
    ("“No shortcut” rises only to {}, so the shortcut's gain grows from {} to "
     "{}.",
     (longer("no shortcut"), usual("post-norm") - usual("no shortcut"),
      longer("post-norm") - longer("no shortcut"))),
    ("cannot bring p below {},", 2 / 2 ** len(LONGER_SEEDS)),
    ("steps and gradient descent it is {} (described)",
     longer("post-norm") - longer("no shortcut")),
    ("steps and gradient descent {} is left of {} (described)",
     (longer("pre-norm") - longer("post-norm"),
      usual("pre-norm") - usual("post-norm"))),
    ("In {} steps of gradient descent they read {}.",
     (LONGER, longer("post-norm"))),
    ("hardly larger than with 4 blocks ({}),",
     BESIDE["question 1 with 4 blocks"]),
    ("From the small start it is {} (described): there post-norm reads {} and "
     "{}, and without shortcuts {} and {}.",
     (BESIDE["question 1 from the small start"],
      *both("post-norm", **SMALL), *both("no shortcut", **SMALL))),
    ("ask: {} more than with the norm at the end from He's start, and {} to "
     "{} less from the small one.",
     (BESIDE["pre-norm − norm at end"],
      *sorted(-x for x in APART["the same from the small start"]))),
    ("than post-norm and {} less than pre-norm, so",
     both("pre-norm")[1] - both("no norm")[1]),
    ("it gains {} under a shortcut; behind f without one it loses {} (neither",
     (BESIDE["pre-norm − norm at end"],
      -BESIDE["no shortcut − neither, norm at end"])),
    ("falls with depth like post-norm, by {} and {} from 4 blocks to 16.",
     tuple(mean("norm at end", 4, each) - mean("norm at end", 16, each)
           for each in (GD, ADAM))),
    ("on the optimizer: {} less with gradient descent, {} more with Adam.",
     (-APART["question 4 with 4 blocks"][0],
      APART["question 4 with 4 blocks"][1])),
    ("by {} with gradient descent and with Adam by {} (uncorrected;",
     tuple(BEHIND)),
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
