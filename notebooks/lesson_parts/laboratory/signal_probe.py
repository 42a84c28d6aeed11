"""How much of the signals a head reads behind a fresh, untrained stack.

The stacks are those that the runs of the plan start from, and the signals are
those that they train and report on. Only the head is fitted, as in `probe`.
The same head is fitted to the signals themselves, for comparison. It can read
more behind a stack than there, because ReLUs add features of the signals.

``python -m lesson_parts.laboratory.signal_probe`` writes signal_probe.json in
a minute or two.
"""

import json
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
from tqdm import tqdm

from lesson_parts.laboratory import findings
from lesson_parts.laboratory.digits import Part
from lesson_parts.laboratory.paired import LEVEL, sign_flip_p
from lesson_parts.laboratory.plan_settings import (
    BOTH,
    FOUR,
    OTHERS,
    REPORT_SEEDS,
)
from lesson_parts.laboratory.probe import read_by_a_head
from lesson_parts.laboratory.signals import signals
from lesson_parts.laboratory.trainer import (
    TEST_SIGNALS,
    Setting,
    fresh,
    sources,
)

DEPTH = 16
FILE = Path(__file__).with_name("signal_probe.json")
RAW = "the signals"
PLACES = [
    *((v, "") for v in FOUR + OTHERS),
    *((v, "small") for v in FOUR),
    (RAW, ""),
]
FIVE = (*FOUR, findings.BARE)


def probe(variant, start, seed):
    """Return the share of new signals that a fitted head reads.

    It is fitted, by least squares, on 10,000 signals of the run's stream to
    what stands before the head of the run's fresh stack of 16 blocks, or to
    the signals themselves.
    """
    _, stream, test = sources(DEPTH, seed)
    x, kind = signals(TEST_SIGNALS, stream)
    new, new_kind = signals(TEST_SIGNALS, test)
    if variant != RAW:
        model = fresh(Setting(variant, DEPTH, start=start), seed)
        del model.layers["head"]
        x, new = model.forward(x), model.forward(new)
    return read_by_a_head(x, kind, new, Part(None, new_kind))


@cache
def stored():
    """Return the shares read, ``{(variant, start): (seeds,)}``."""
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        (row["variant"], row["start"]): np.array(row["read"]) / TEST_SIGNALS
        for row in rows
    }


def fresh_and_trained(variants, start, optimizer):
    """Return mean shares read before and after training, as two arrays."""
    before = [stored()[variant, start].mean() for variant in variants]
    after = [
        findings.mean(variant, DEPTH, optimizer, start=start)
        for variant in variants
    ]
    return np.array(before), np.array(after)


def separated(variants, start):
    """Return the pairs of variants that the probe tells apart.

    Their ten shares differ by sign flips at 0.05, without a correction.
    """
    return [
        (one, other)
        for one, other in combinations(variants, 2)
        if sign_flip_p(stored()[one, start] - stored()[other, start]) <= LEVEL
    ]


def same_order(variants, start, optimizer):
    """Count the separated pairs that training puts in the same order.

    Returns
    -------
    same, pairs : int
    """
    pairs = separated(variants, start)
    same = 0
    for pair in pairs:
        before, after = fresh_and_trained(pair, start, optimizer)
        same += (before[0] - before[1]) * (after[0] - after[1]) > 0
    return int(same), len(pairs)


def order_in_words():
    """Say what the head reads of fresh stacks, and how the orders agree."""
    said = []
    for start, name in (("", "He's start"), ("small", "the small start")):
        reads = ", ".join(
            f"{variant} {findings.percent(read.mean())}"
            for (variant, at), read in stored().items()
            if at == start and variant != RAW
        )
        said.append(f"Read before training, from {name}: {reads}.")
    said.append(
        f"From {RAW} themselves the head reads "
        f"{findings.percent(stored()[RAW, ''].mean())}."
    )
    for variants, start, words in (
        (FIVE, "", "the five variants from He's start"),
        (FOUR, "small", "the four from the small start"),
    ):
        kept = [same_order(variants, start, each) for each in BOTH]
        (descent, pairs), (adam, _) = kept
        said.append(
            f"Of the {pairs} pairs of {words} that the probe separates, "
            f"training with {BOTH[0]} puts {descent} in the same order, and "
            f"training with {BOTH[1]} {adam}."
        )
    return " ".join(said)


def main():
    """Probe every setting with 16 blocks, and store what is read."""
    rows = [
        {
            "variant": variant,
            "start": start,
            "read": [
                round(TEST_SIGNALS * probe(variant, start, seed))
                for seed in REPORT_SEEDS
            ],
        }
        for variant, start in tqdm(PLACES, "settings")
    ]
    text = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    FILE.write_text(f"[\n{text}\n]\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
