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
from lesson_parts.laboratory.runs import rounded

FILE = Path(__file__).with_name("characters.jsonl")
SEARCH_SEED, REPORT_SEEDS = 1, (201, 202, 203)
FIRST_RATES = (0.002, 0.004, 0.008)
BEGIN, LENGTH = "Alice ", 400
BOTH = ("2017", "today")
SEED = itemgetter("seed")
PART = 50  # steps whose mean loss is stored


def load(file=FILE):
    """Return the stored runs: ``{kind: {(stage, lr, seed): row}}``."""
    found = {kind: {} for kind in model.BLOCKS_OF}
    lines = file.read_text(encoding="utf-8") if file.exists() else ""
    for row in map(json.loads, lines.splitlines()):
        place = row["stage"], row["lr"], row["seed"]
        found[row["kind"]][place] = row
    return found


stored = cache(load)


def searched(kind):
    """Return the rows of a kind's search."""
    rows = stored()[kind].items()
    return [row for (stage, *_), row in rows if stage == "search"]


def reported(kind):
    """Return the rows of the reported runs of a kind, by seed."""
    rows = stored()[kind].items()
    rows = [row for (stage, *_), row in rows if stage == "report"]
    return {row["seed"]: row for row in sorted(rows, key=SEED)}


def best(kind):
    """Return the row of the search with the least held-out loss."""
    return min(searched(kind), key=lambda row: row["held_out"])


def at_chosen_rate(kind):
    """Return the rows at the chosen rate: of the search, and reported."""
    return [best(kind), *reported(kind).values()]


def verdict():
    """Return the differences today − 2017 and what the plan says of them.

    They count if there are three, all of one sign, and each is larger than
    the largest difference between two seeds of one block.

    Returns
    -------
    differences : list of float
    spread : float
    said : {"less loss", "more loss", "not known"}
    """
    old, new = map(reported, BOTH)
    seeds = [seed for seed in REPORT_SEEDS if seed in old and seed in new]
    d = [new[seed]["held_out"] - old[seed]["held_out"] for seed in seeds]
    losses = [[row["held_out"] for row in at_chosen_rate(k)] for k in BOTH]
    spread = max(max(each) - min(each) for each in losses)
    whole = len(d) == len(REPORT_SEEDS) and min(map(abs, d)) > spread
    if whole and max(d) < 0:
        return d, spread, "less loss"
    if whole and min(d) > 0:
        return d, spread, "more loss"
    return d, spread, "not known"


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


def next_run(rows):
    """Return (stage, lr, seed) of what one kind wants next, or None."""
    searched = {
        lr: row["held_out"]
        for (stage, lr, _), row in rows.items()
        if stage == "search"
    }
    wanted = [lr for lr in FIRST_RATES if lr not in searched]
    if wanted:
        return "search", wanted[0], SEARCH_SEED
    best = min(searched, key=searched.get)
    if best in (min(searched), max(searched)):
        lr = rounded(best / 2 if best == min(searched) else best * 2)
        return "search", lr, SEARCH_SEED
    places = [("report", best, seed) for seed in REPORT_SEEDS]
    return next((place for place in places if place not in rows), None)


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
        for kind in model.BLOCKS_OF:
            while place := next_run(load()[kind]):
                name = " ".join(map(str, (kind, *place)))
                bar = lambda steps, name=name: tqdm(steps, name)  # noqa: E731
                row = run(kind, *place, progress=bar)
                with FILE.open("a", encoding="utf-8", newline="\n") as lines:
                    print(json.dumps(row), file=lines)


if __name__ == "__main__":
    main()
