"""Train the character models that the plan asks for, and store them.

``python -m lesson_parts.laboratory.char_runs`` takes about twenty minutes
on a quiet core. It may be interrupted: it goes on from what is stored in
characters.jsonl, where every line is a run.
"""

import json
from functools import cache
from operator import itemgetter
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from lesson_parts.laboratory import char_model as model
from lesson_parts.laboratory.trainer import digits

FILE = Path(__file__).with_name("characters.jsonl")
SEARCH_SEED, REPORT_SEEDS = 1, (201, 202, 203)
FIRST_RATES = (0.002, 0.004, 0.008)
BEGIN, LENGTH = "Alice ", 400
BOTH = tuple(model.BLOCKS_OF)
PART = 50  # steps whose mean loss is stored


def load():
    """Return the stored runs, a list of rows."""
    lines = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    return [*map(json.loads, lines.splitlines())]


stored = cache(load)


def rows(kind, stage):
    """Return the rows of a kind's "search" or of its "report", by seed."""
    at = kind, stage
    found = [row for row in stored() if (row["kind"], row["stage"]) == at]
    return sorted(found, key=itemgetter("seed"))


def best(kind):
    """Return the row of the search with the least held-out loss."""
    return min(rows(kind, "search"), key=itemgetter("held_out"))


def at_chosen_rate(kind):
    """Return the rows at the chosen rate: of the search, and reported."""
    return [best(kind), *rows(kind, "report")]


def in_words():
    """Say what the runs of each block reach on the held-out tenth."""
    said = []
    for kind in BOTH:
        first, *others = (f"{r['held_out']:.3f}" for r in at_chosen_rate(kind))
        said.append(
            f"The block of {kind} ends at {first} with the seed that chose "
            f"the rate {best(kind)['lr']:g}, and at {', '.join(others)} with "
            "the plan's."
        )
    return (
        "The loss per character of two small models, while they train and "
        "on the tenth of the text that they never saw, one mark for each "
        f"seed. {' '.join(said)}"
    )


def next_run(kind):
    """Return (stage, lr, seed) of what one kind wants next, or None."""
    found = {row["lr"]: row["held_out"] for row in rows(kind, "search")}
    for lr in FIRST_RATES:
        if lr not in found:
            return "search", lr, SEARCH_SEED
    lr = min(found, key=found.get)
    if lr in (min(found), max(found)):
        lr = digits(lr / 2 if lr == min(found) else lr * 2)
        return "search", lr, SEARCH_SEED
    done = [row["seed"] for row in rows(kind, "report")]
    left = [seed for seed in REPORT_SEEDS if seed not in done]
    return ("report", lr, left[0]) if left else None


def run(kind, stage, lr, seed, progress=iter):
    """Train one model, and return what is stored of it."""
    made = model.CharModel(kind, seed)
    losses = model.train(made, lr, seed, progress=progress)
    return {
        "kind": kind, "stage": stage, "lr": lr, "seed": seed,
        "held_out": round(model.held_out_loss(made), 4),
        "losses": [
            round(float(mean), 3)
            for mean in np.reshape(losses, (-1, PART)).mean(axis=1)
        ],
        "written": model.write(made, BEGIN, LENGTH),
    }  # fmt: skip


def main():
    """Train what is missing, one run after the other."""
    with threadpool_limits(1):
        for kind in BOTH:
            while place := next_run(kind):
                name = " ".join(map(str, (kind, *place)))
                bar = lambda steps, name=name: tqdm(steps, name)  # noqa: E731
                row = run(kind, *place, progress=bar)
                with FILE.open("a", encoding="utf-8", newline="\n") as lines:
                    print(json.dumps(row), file=lines)
                stored.cache_clear()


if __name__ == "__main__":
    main()
