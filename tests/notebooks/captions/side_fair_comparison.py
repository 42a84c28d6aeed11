"""The captions of the side page on fair comparisons."""

import json
from itertools import combinations

import numpy as np
from stored_runs import BOTH, FOLDER, chosen, mean, regret

from parts.training.paired import sign_flip_p

FOUR = ["post-norm", "pre-norm", "no shortcut", "norm at end"]
BARE = "neither, norm at end"
FIVE = ["pre-norm", "norm at end", "post-norm", "no shortcut", BARE]
RATED = [*FIVE, "no norm"]
STORED = FOLDER / "signal_probe.json"
FRESH = {
    (row["variant"], row["start"]): np.array(row["read"]) / 10_000
    for row in json.loads(STORED.read_text(encoding="utf-8"))
}
RAW = FRESH.pop(("the signals", "")).mean()


def agreements(variants, start):
    """Count the pairs that the probe separates, and those in one order."""
    pairs = [
        pair
        for pair in combinations(variants, 2)
        if sign_flip_p(np.subtract(*(FRESH[v, start] for v in pair))) <= 0.05
    ]
    same = [
        sum(
            (FRESH[a, start].mean() > FRESH[b, start].mean())
            == (mean(a, 16, o, start=start) > mean(b, 16, o, start=start))
            for a, b in pairs
        )
        for o in BOTH
    ]
    return len(pairs), *same


def best(variant, steps):
    """Return what the search read at its best rate, in percent, and it."""
    rate, share = chosen(variant, 16, "Adam", warm_up=steps)
    return 100 * share, rate


FILLED = ("the filled mark is", "tests/parts/training has the marks")

CAPTIONS = {
    "rates": [
        ("at every learning rate, with {} blocks", 16),
        FILLED,
        *((f"{optimizer}: "
           + ", ".join(f"{variant} {{}}" for variant in RATED) + ".",
           *(chosen(variant, 16, optimizer)[0] for variant in RATED))
          for optimizer in BOTH),
        ("A rate between those that were tried might have read more, by an "
         "estimate up to {} points.",
         100 * max(regret(variant, 16, o) for variant in RATED for o in BOTH)),
    ],
    "fresh-and-trained": [
        *((f"Read before training, from {words}: "
           + ", ".join(f"{v} {{}} %" for v, at in FRESH if at == start) + ".",
           *(100 * FRESH[v, at].mean() for v, at in FRESH if at == start))
          for start, words in (("", "He's start"),
                               ("small", "the small start"))),
        ("From the signals themselves the head reads {} %.", 100 * RAW),
        *((f"Of the {{}} pairs of the {words} that the probe separates, "
           "training with gradient descent puts {} in the same order, and "
           "training with Adam {}.", *agreements(variants, start))
          for variants, start, words in (
              ([*FOUR, BARE], "", "five variants from He's start"),
              (FOUR, "small", "four from the small start"))),
    ],
    "warm-up": [
        ("at every rate of Adam, with {} blocks", 16),
        FILLED,
        *((f"{variant} {words} warm-up reads most, {{}} %, at {{}}",
           *best(variant, steps))
          for variant in ("post-norm", "pre-norm")
          for words, steps in (("without", 0), ("with", 1000))),
    ],
}  # fmt: skip
