"""Measure every change of the lesson on the sixty pairs, and store it.

    python -m lesson_parts.real_model.measure

It takes about ten minutes on one core and writes measured.json. Started again
after an interruption, it goes on where it stopped.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np
from tqdm import tqdm

from course_desk import own_files
from lesson_parts.real_model.changes import all_changes, sums_before_norms
from lesson_parts.real_model.make_weights import CALIBRATION
from lesson_parts.real_model.pairs import TEN, sentences
from lesson_parts.real_model.retrieval import Retrieval, judged
from lesson_parts.real_model.text import pieces, vocabulary

FILE = Path(__file__).parent / "stored" / "measured.json"
ROWS = FILE.with_name("row_spreads.json")
UNFINISHED = FILE.with_suffix(".unfinished")  # a change a line, as they end
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
    yield "no block", trials.pooled(trials.before[0])


@cache
def row_spreads():
    """Return σ of the rows that meet a norm: of [CLS], and of the others.

    ``row_spreads()["0.feed_forward"]["cls"]`` has a number for each of the
    first twenty sentences.
    """
    return json.loads(ROWS.read_text(encoding="utf-8"))


def store_row_spreads():
    """Measure what `row_spreads` returns, for the blocks a panel shows."""
    met, first = sums_before_norms(sentences()[:20])
    spreads = {
        f"{i}.feed_forward": {
            name: met[f"{i}.feed_forward"][rows]
            .std(-1)
            .astype(float)
            .round(2)
            .tolist()
            for name, rows in (("cls", first), ("others", ~first))
        }
        for i in range(4)
    }
    text = json.dumps(spreads, separators=(",", ":"))
    own_files.write(ROWS, f"{text}\n")


def other_texts(count=20):
    """Return the first sentences of calibration.txt."""
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
        kept["nearest"] = found.nearest.tolist()
    return kept


def main():
    """Run through all changes that are not done yet, and store them."""
    done = {}
    if UNFINISHED.exists():
        lines = UNFINISHED.read_text(encoding="utf-8").splitlines()
        done = dict(json.loads(line) for line in lines)
    store_row_spreads()
    trials = Retrieval()
    changes = all_changes(trials, other_texts())
    with UNFINISHED.open("a", encoding="utf-8") as lines:

        def keep(name, vectors):
            done[name] = as_stored(name, vectors)
            print(json.dumps([name, done[name]]), file=lines, flush=True)

        for name, vectors in floors(trials):
            keep(name, vectors)
        for name in tqdm([name for name in changes if name not in done]):
            keep(name, trials.vectors(**changes[name]))
    order = [name for name, _ in floors(trials)] + list(changes)
    text = ",\n".join(
        f"{json.dumps(name)}: {json.dumps(done[name], separators=(',', ':'))}"
        for name in order
    )
    own_files.write(FILE, f"{{\n{text}\n}}\n")
    UNFINISHED.unlink()


if __name__ == "__main__":
    main()
