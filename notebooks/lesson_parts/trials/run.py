"""Train what the second plan asks for, and store it.

``python -m lesson_parts.trials.run A`` (or B, C, described; all without a
word). It may be interrupted: what has ended stands in runs.jsonl, a run a
line, and the command goes on from there. ``--from-the-end`` takes the cells in
the opposite order, for a second process beside the first.
"""

import sys
from functools import partial
from itertools import tee
from pathlib import Path

from lesson_parts.laboratory.run_plan import load as load_runs
from lesson_parts.laboratory.run_plan import run_all
from lesson_parts.laboratory.trainer import fresh, side_by_side, stream, train
from lesson_parts.trials import small_net
from lesson_parts.trials.cells import FULL, TRIALS, C, next_runs, parts_of
from lesson_parts.trials.detached import detach

FILE = Path(__file__).with_name("runs.jsonl")
KEPT = {}


def load():
    """Return every stored run of the second plan."""
    return load_runs(FILE)


def make(setting, seed):
    """Return the model that a run of this setting and seed starts from."""
    place, slopes, where = parts_of(setting)
    model = fresh(setting._replace(variant=place), seed)
    if slopes != FULL:
        detach(model.layers["stack"], slopes, where)
    return model


def kept_stream(depth, seed):
    """Return a stream whose signals are made once and kept for all cells."""
    first = KEPT.get((depth, seed)) or stream(depth, seed)
    KEPT[depth, seed], own = tee(first)
    return own


def train_cell(setting, tasks, progress=iter, stop=None):
    """Train runs of any setting of the plan."""
    own = {"together": partial(side_by_side, make=make)}
    if setting in C:
        own = {
            "together": small_net.together,
            "optimizer": small_net.optimizer_of,
        }
    return train(setting, tasks, progress, stop, stream=kept_stream, **own)


def main(arguments):
    """Run the trials that are named, each cell until it is complete."""
    named = [a for a in arguments if a in TRIALS] or list(TRIALS)
    cells = [*dict.fromkeys(sum(map(TRIALS.get, named), []))]
    if "--from-the-end" in arguments:
        cells.reverse()
    run_all(cells, next_runs, train_cell, FILE)


if __name__ == "__main__":
    main(sys.argv[1:])
