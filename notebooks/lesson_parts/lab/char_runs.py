"""Train the character models that the plan asks for, and store them.

``python -m lesson_parts.lab.char_runs`` (from the folder notebooks) takes
about twenty minutes on a quiet core. It may be interrupted: it goes on from
what is stored in characters.jsonl, where every line is a run.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from lesson_parts.lab import char_model as model
from lesson_parts.lab.runs import rounded

FILE = Path(__file__).with_name("characters.jsonl")
SEARCH_SEED, REPORT_SEEDS = 1, (201, 202, 203)
FIRST_RATES = (0.002, 0.004, 0.008)
BEGIN, LENGTH = "Alice ", 400
BOTH = ("2017", "today")
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


def reported(kind):
    """Return the rows of the three reported runs of a kind."""
    rows = stored()[kind].items()
    return [row for (stage, *_), row in rows if stage == "report"]


def chosen_rate(kind):
    """Return the rate at which a kind's reported runs were trained."""
    return reported(kind)[0]["lr"]


def verdict():
    """Return the differences today − 2017 and what the plan says of them.

    They count if all have one sign and each is larger than the largest
    difference between two seeds of one block.
    """
    both = [[r["held_out"] for r in reported(kind)] for kind in BOTH]
    d = np.subtract(both[1], both[0])
    spread = max(np.ptp(losses) for losses in both)
    sure = abs(np.sign(d).sum()) == len(d) and np.abs(d).min() > spread
    if not sure:
        return d, spread, "not known"
    return d, spread, "less loss" if d[0] < 0 else "more loss"


def in_words():
    """Say what three seeds of each block reach, and what the plan says."""
    losses = {
        kind: ", ".join(f"{row['held_out']:.2f}" for row in reported(kind))
        for kind in BOTH
    }
    return (
        "The loss per character of two small models, while they train and "
        "on a tenth of the text that they never saw. For three seeds each "
        f"the block of 2017 reaches {losses['2017']} there, and the block of "
        f"today {losses['today']}."
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
