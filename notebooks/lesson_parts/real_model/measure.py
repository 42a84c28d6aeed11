"""Measure every change of the lesson on the sixty pairs, and store it.

    python -m lesson_parts.real_model.measure

It takes about a quarter of an hour on one core and writes measured.json.
"""

import json
from pathlib import Path

import numpy as np
from tqdm import tqdm

from course_tools import own_files
from lesson_parts.real_model.changes import all_changes
from lesson_parts.real_model.pairs import TEN
from lesson_parts.real_model.retrieval import Retrieval, judged
from lesson_parts.real_model.text import pieces, vocabulary

FILE = Path(__file__).parent / "stored" / "measured.json"
CALIBRATION = FILE.with_name("calibration.txt")
DRAWN = ("whole", "no ")  # beginnings of names: changes that a panel draws


def bag(trials, table):
    """Return sentences as the mean of one vector for each of their pieces."""
    rows = vocabulary()
    means = [
        table[[rows[p] for p in pieces(text)]].mean(0) for text in trials.texts
    ]
    return np.array(means) / np.linalg.norm(means, axis=1, keepdims=True)


def floors(trials):
    """Yield what can be found without a single block."""
    table = trials.encoder.weights["pieces"]
    drawn = np.random.default_rng(0).normal(size=table.shape)
    yield "random token vectors", bag(trials, drawn)
    yield "token vectors", bag(trials, table)
    yield "no block", trials.pooled(trials.x)


def other_texts(count=None):
    """Return sentences of calibration.txt."""
    return CALIBRATION.read_text(encoding="utf-8").splitlines()[:count]


def as_stored(name, vectors):
    """Return what is kept of one change, as plain numbers."""
    found = judged(vectors)
    kept = {
        "found": "".join(str(round(2 * share)) for share in found.found),
        "partners": round(float(found.partners), 3),
        "others": round(float(found.others), 3),
    }
    if name.startswith(DRAWN):
        ten = 10_000 * found.alike[np.ix_(TEN, TEN)]
        kept["ten"] = np.rint(ten).astype(int).tolist()
    return kept


def main():
    """Run through all changes and store what is found."""
    trials = Retrieval()
    changes = all_changes(trials, other_texts(20))
    done = {name: as_stored(name, v) for name, v in floors(trials)}
    for name, change in tqdm(changes.items()):
        done[name] = as_stored(name, trials.vectors(**change))
    text = ",\n".join(
        f"{json.dumps(name)}: {json.dumps(kept, separators=(',', ':'))}"
        for name, kept in done.items()
    )
    own_files.write(FILE, f"{{\n{text}\n}}\n")


if __name__ == "__main__":
    main()
