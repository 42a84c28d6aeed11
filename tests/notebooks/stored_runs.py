"""The stored runs of lesson 09, read from their file alone."""

import json
from collections import defaultdict
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parents[2] / "notebooks" / "parts" / "training"
BOTH = "gradient descent", "Adam"


def _read():
    found = defaultdict(lambda: defaultdict(list))
    text = (FOLDER / "signal_runs.jsonl").read_text(encoding="utf-8")
    for line in text.splitlines():
        run = json.loads(line)
        if "provenance" not in run:
            cell = tuple(
                run[name]
                for name in (
                    "variant", "depth", "optimizer", "start", "warm_up",
                    "steps",
                )
            )  # fmt: skip
            found[cell][run["stage"]].append(run)
    return found


RUNS = _read()


def stages(variant, depth, optimizer, start="", warm_up=0):
    """Return all runs of a cell, by stage."""
    return RUNS[variant, depth, optimizer, start, warm_up, 4000]


def shares(*cell, **change):
    """Return what the ten report runs of a cell read, by seed."""
    runs = sorted(stages(*cell, **change)["report"], key=lambda r: r["seed"])
    assert len(runs) == 10
    return np.array([run["accuracy"] for run in runs])


def mean(*cell, **change):
    return shares(*cell, **change).mean()


def by_rate(runs):
    """Return mean share and mean loss by learning rate."""
    found = defaultdict(list)
    for run in runs:
        loss = np.inf if run["test_loss"] is None else run["test_loss"]
        found[run["lr"]].append((run["accuracy"], -loss))
    return {lr: tuple(np.mean(each, axis=0)) for lr, each in found.items()}


def chosen(*cell, **change):
    """Return the rate that reads most in the fine search, and its share."""
    found = by_rate(stages(*cell, **change)["fine"])
    rate = max(found, key=found.get)
    return rate, found[rate][0]


def regret(*cell):
    """Return how far the top of the parabola lies above the chosen rate."""
    found = by_rate(stages(*cell)["fine"])
    at = sorted(found).index(chosen(*cell)[0])
    three = sorted(found)[max(at - 1, 0) : at + 2]
    if len(three) < 3:
        return 0
    a, b, c = np.polyfit(np.log(three), [found[lr][0] for lr in three], 2)
    return c - b * b / (4 * a) - found[three[1]][0]


def runs_said(variants):
    """Return the rows that the picture of all runs has in its caption."""
    said = "; ".join(f"{variant} {{}} %" for variant in variants)
    means = {
        (depth, optimizer): [
            100 * mean(name, depth, optimizer) for name in variants
        ]
        for depth in (4, 16)
        for optimizer in BOTH
    }
    every = (
        "Every mark is a run with its own seed, every line the mean of {}; "
        "the bar is as long as a difference of {} points."
    )
    return [(every, 10, 2)] + [
        (f"{depth} blocks, {optimizer}: {said}.", *found)
        for (depth, optimizer), found in means.items()
    ]
