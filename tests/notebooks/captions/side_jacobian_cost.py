"""The caption of the side page on the matrix's cost."""

import json
from pathlib import Path

import numpy as np

import parts

FILE = Path(parts.__file__).parent / "backward" / "jacobian_cost.json"
STORED = json.loads(FILE.read_text(encoding="utf-8"))
SIZES = STORED["sizes"]


def growth(kind, way):
    """Return by what factor a cost grows with each doubling of N."""
    values = np.array(STORED[kind][way])
    return values[1:] / values[:-1]


KEPT = growth("seconds", "matrix, memory reused")[SIZES.index(128) :]
LEAP, MEMORY = growth("seconds", "matrix"), growth("peak_bytes", "matrix")
LINES = np.array(STORED["seconds"]["three lines"])

CAPTIONS = {
    "cost-measured": [
        ("both axes logarithmic. With memory reused, the matrix takes {} "
         "to {} times as long for each doubling from N = {} on",
         KEPT.min(), KEPT.max(), 128),
        ("it leaps at one place, from N = {} to {}, by a factor of {}.",
         SIZES[LEAP.argmax()], SIZES[LEAP.argmax() + 1], LEAP.max(),
         np.sort(LEAP)[-2] < LEAP.max() / 3),
        ("The {} lines stay nearly flat in time", 3,
         LINES.max() / LINES.min() < 2),
        ("Each doubling costs the matrix {} to {} times the memory",
         round(MEMORY.min()), round(MEMORY.max()), MEMORY.max() <= 4),
    ],
}  # fmt: skip
