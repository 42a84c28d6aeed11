"""How much of the digits a fresh, frozen stack still lets a head read.

No block is trained. The head alone is fitted, by least squares, to what stands
behind every block, so what it reads is what the block has let through.

``python -m lesson_parts.laboratory.probe`` writes probe.json in a minute.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np
from tqdm import tqdm

from course_lib.layers import Stack
from lesson_parts.laboratory.digits import load_digits
from lesson_parts.laboratory.signal_stack import VARIANTS

DEPTH, D_MODEL, D_FF = 32, 64, 128
FILE = Path(__file__).with_name("probe.json")
SEEDS = (1, 2, 3)
HALVINGS = range(-1, 7)  # of the variance of every W2; 5 make the small start
IMAGES = 300
PROBED = ("pre-norm", "RMSNorm", "gated", "norm at end", "post-norm",
          "neither, norm at end", "no shortcut")  # fmt: skip


def probe(variant, seed, *, scale=1.0, depth=DEPTH):
    """Return the share of validation images read behind every block.

    Parameters
    ----------
    variant : str
        A name in `PROBED`.
    seed : int
        Of the fresh stack's weights.
    scale : float
        Multiplies every W2; 1 / √depth is the small start.
    depth : int

    Returns
    -------
    ndarray, (depth + 1,)
        The first is what the head reads from the images themselves.
    """
    options = VARIANTS[variant]
    gated = "feed_forward" in options
    stack = Stack(depth, D_MODEL, 85 if gated else D_FF, rng=seed, **options)
    for block in stack.blocks:
        last = "W_down" if gated else "W2"
        block.feed_forward.parameters()[last][...] *= scale
    parts = load_digits()
    behind = {}
    for name in ("train", "validation"):
        stack.forward(parts[name].x)
        behind[name] = stack.activations
    return np.array(
        [
            read_by_a_head(x, parts["train"].digit, new, parts["validation"])
            for x, new in zip(behind["train"], behind["validation"])
        ]
    )


def read_by_a_head(x, digit, new, part):
    """Fit a head to x and its digits; return the share it reads of new."""
    mean, size = x.mean(axis=0), x.std()
    x, new = ((rows - mean) / size for rows in (x, new))
    targets = np.eye(10)[digit] - 0.1
    squares = x.T @ x
    # a little ridge: rounding noise in lost directions must not be read
    ridge = 1e-6 * np.trace(squares) / len(squares)
    W = np.linalg.solve(squares + ridge * np.eye(len(squares)), x.T @ targets)
    return float(np.mean((new @ W).argmax(axis=1) == part.digit))


@cache
def stored_probes():
    """Return shares read, ``{(variant, halvings): (seeds, depth + 1)}``."""
    found = {}
    for row in json.loads(FILE.read_text(encoding="utf-8")):
        place = row["variant"], row["halvings"]
        found.setdefault(place, []).append(np.array(row["read"]) / IMAGES)
    return {place: np.array(shares) for place, shares in found.items()}


def probe_in_words(read):
    """Say what a head reads behind 32 blocks; read is by variant."""
    images = [shares[:, 0] for shares in read.values()]  # before any block
    ends = (
        f"{variant} {100 * np.median(shares[:, -1]):.0f} %"
        for variant, shares in read.items()
    )
    return (
        "Share of validation digits that a fitted head reads behind every "
        "block of fresh stacks, three seeds and their median. From the images "
        f"themselves it reads {100 * np.median(images):.0f} %; "
        f"behind {DEPTH} blocks: {', '.join(ends)}."
    )


def main():
    """Probe every variant at every start, and store what is read."""
    rows = [
        {
            "variant": variant,
            "halvings": halvings,
            "seed": seed,
            "read": [
                round(IMAGES * share)
                for share in probe(variant, seed, scale=2 ** (-halvings / 2))
            ],
        }
        for variant in tqdm(PROBED, "variants")
        for halvings in HALVINGS
        for seed in SEEDS
    ]
    text = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    FILE.write_text(f"[\n{text}\n]\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
