"""The grid of finished runs: ten variants, six depths, many learning rates.

``python -m parts.training.grid`` trains all of it anew, a process a
core, and writes grid.json; on two cores it takes about a quarter of an hour.
Started again after an interruption, it goes on where it stopped.

The search chooses a learning rate for every cell, by the median of three seeds
on the validation part. Every cell gets the same six rates; as long as the
best is the smallest or the largest one tried, the next rate beyond it is tried
too. The report trains each cell with its chosen rate and five other seeds, and
each of these runs reads the test part once, after its last step.

Some cells of 32 blocks change one thing more: a warm-up, smaller starting
weights, more time.
"""

import json
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from course_lib.data.digits import load_digits
from course_lib.training.train import train
from parts.training.classifier import LATER, VARIANTS, Classifier

FILE = Path(__file__).with_name("grid.json")
UNFINISHED = FILE.with_suffix(".unfinished")  # a run a line, as they end
DEPTHS = (1, 2, 4, 8, 16, 32)
LEARNING_RATES = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
LADDER = [float(f"{n}e{power}") for power in range(-10, 2) for n in (1, 3)]
SEARCH_SEEDS = (1, 2, 3)
REPORT_SEEDS = (4, 5, 6, 7, 8)
EPOCHS = 15
IMAGES = 300  # in the validation part, and in the test part


class Cell(NamedTuple):
    """One place in the grid: a variant, a depth, and what else is changed."""

    variant: str
    depth: int
    change: str = ""


def small_start(model):
    """Divide every W2 by the root of the depth."""
    for block in model.stack.blocks:
        block.feed_forward.W2 /= len(model.stack.blocks) ** 0.5


CHANGES = {
    "": {},
    "warm-up": {"warm_up": 2},
    "small start": {"prepare": small_start},
    "60 epochs": {"epochs": 60},
}
CELLS = [Cell(v, d) for v in VARIANTS for d in DEPTHS] + [
    Cell("head alone", 0),
    Cell("post-norm", 32, "warm-up"),
    Cell("pre-norm", 32, "warm-up"),
    Cell("no norm", 32, "small start"),
    *(Cell(v, d) for v in LATER for d in DEPTHS),
]
# With the rate that was chosen for the usual epochs.
LONGER = [Cell("no shortcut", 32, "60 epochs")]


def one_run(variant, depth, *, seed, epochs=EPOCHS, prepare=None, **options):
    """Train one classifier from its seed.

    Parameters
    ----------
    variant : str
        A name in `VARIANTS` or `LATER`.
    depth : int
    seed : int
        Of the starting weights and of the shuffling.
    prepare : callable, optional
        Changes the fresh model before it is trained.
    epochs, options
        As in train: lr, and what else is wanted.

    Returns
    -------
    model : Classifier
    history : course_lib.training.train.History
    """
    weights, shuffle = np.random.default_rng(seed).spawn(2)
    model = Classifier(variant, depth, rng=weights)
    if prepare:
        prepare(model)
    parts = load_digits()
    return model, train(model, parts, epochs=epochs, rng=shuffle, **options)


def stored_run(task):
    """Train one run; return what is stored of it.

    Accuracies are stored as images read, and the losses of a run that
    diverged end with None.
    """
    cell, lr, seed = task
    model, history = one_run(
        cell.variant, cell.depth, lr=lr, seed=seed, **CHANGES[cell.change]
    )
    run = cell._asdict() | {"lr": lr, "seed": seed}
    run["loss"] = [
        float(f"{x:.3g}") if np.isfinite(x) else None for x in history.loss
    ]
    run["validation"] = [round(IMAGES * x) for x in history.validation]
    if seed in REPORT_SEEDS:
        test = load_digits()["test"]
        read = 0 if history.diverged else model.accuracy(test)
        run["test"] = round(IMAGES * read)
    return run


def cell_of(run):
    """Return the cell that a stored run belongs to."""
    return Cell(run["variant"], run["depth"], run["change"])


def diverged(run):
    """Tell whether the loss of a stored run left the finite numbers."""
    return run["loss"][-1] is None


def images_read(run, part):
    """Return the images of a part read at the end; a diverged run: none."""
    if diverged(run):
        return 0
    return run["test"] if part == "test" else run["validation"][-1]


def arranged(runs, seeds):
    """Return the runs that have these seeds: ``{cell: {lr: [run, …]}}``."""
    found = {}
    for run in runs:
        if run["seed"] in seeds:
            by_rate = found.setdefault(cell_of(run), {})
            by_rate.setdefault(run["lr"], []).append(run)
    return found


def medians(runs):
    """Return ``{cell: {lr: median of validation images read}}``.

    Of the runs of the search; a rate counts when all its seeds have run.
    """
    searched = arranged(runs, SEARCH_SEEDS)
    return {
        cell: {
            lr: median(images_read(run, "validation") for run in each)
            for lr, each in searched.get(cell, {}).items()
            if len(each) == len(SEARCH_SEEDS)
        }
        for cell in CELLS
    }


def best_lr(by_rate):
    """Return the rate with the highest median; of equals, the smallest."""
    return max(by_rate, key=lambda lr: (by_rate[lr], -lr))


def rates_to_try(by_rate):
    """Return the rates that the search of one cell has to have tried."""
    if not by_rate.keys() >= set(LEARNING_RATES):
        return list(LEARNING_RATES)
    rates, best = sorted(by_rate), best_lr(by_rate)
    at = LADDER.index(best)
    below = LADDER[:at][-1:] if best == rates[0] else ()
    above = LADDER[at + 1 :][:1] if best == rates[-1] else ()
    return [*below, *rates, *above]


def search_tasks(found):
    """Return the runs of the search that are wanted so far."""
    return [
        (cell, lr, seed)
        for cell in CELLS
        for lr in rates_to_try(found[cell])
        for seed in SEARCH_SEEDS
    ]


def report_tasks(found):
    """Return the runs that read the test part, with the chosen rates."""
    chosen = {cell: best_lr(found[cell]) for cell in CELLS}
    for cell in LONGER:
        chosen[cell] = chosen[cell._replace(change="")]
    return [(c, lr, seed) for c, lr in chosen.items() for seed in REPORT_SEEDS]


def load_grid():
    """Return the stored runs, those of the search and of the report."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def main():
    """Train everything, choose on the way, and store it."""
    runs = []
    if UNFINISHED.exists():
        lines = UNFINISHED.read_text(encoding="utf-8").splitlines()
        runs = [json.loads(line) for line in lines]

    def train_all(tasks, words):
        done = {(cell_of(run), run["lr"], run["seed"]) for run in runs}
        tasks = [task for task in tasks if task not in done]
        tasks.sort(key=lambda task: -task[0].depth)  # the longest first
        finished = pool.imap_unordered(stored_run, tasks)
        with UNFINISHED.open("a", encoding="utf-8") as lines:
            for run in tqdm(finished, words, total=len(tasks)):
                runs.append(run)
                print(as_line(run), file=lines, flush=True)
        return bool(tasks)

    with get_context("spawn").Pool() as pool:
        while train_all(search_tasks(medians(runs)), "search"):
            pass
        train_all(report_tasks(medians(runs)), "report")
    order = {cell: i for i, cell in enumerate([*CELLS, *LONGER])}
    runs.sort(key=lambda r: (order[cell_of(r)], r["seed"], r["lr"]))
    text = ",\n".join(as_line(run) for run in runs)
    FILE.write_text(f"[\n{text}\n]\n", encoding="utf-8")
    UNFINISHED.unlink()


def as_line(run):
    """Return a run as one line of JSON."""
    return json.dumps(run, allow_nan=False, separators=(",", ":"))


if __name__ == "__main__":
    main()
