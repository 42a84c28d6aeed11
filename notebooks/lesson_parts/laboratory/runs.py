"""Train what the plan asks for, and store it beside this file.

``python -m lesson_parts.laboratory.runs`` takes most of an hour on a quiet
core. It may be interrupted: it goes on from what is stored in
stacks.jsonl, where every line holds one cell at one rate.
"""

import json
from collections import defaultdict
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from lesson_parts.laboratory.trainer import STEPS, Cell, digits, train

FILE = Path(__file__).with_name("stacks.jsonl")
COARSE_SEEDS, FINE_SEEDS = (1,), (2, 3)
REPORT_SEEDS = tuple(range(201, 211))
FIRST_RATES = {
    "Adam": (0.002, 0.004, 0.008), "gradient descent": (0.1, 0.2, 0.4),
}  # fmt: skip
FARTHEST = 5  # rates added beyond the first ones, at most
NINE = (
    "post-norm", "pre-norm", "today", "norm at end", "RMSNorm", "gate",
    "ReLU²", "product", "no last norm",
)  # fmt: skip
COLUMNS = ((16, "PyTorch"), (4, "PyTorch"), (16, "He"), (4, "He"))
# In the order in which they run: the base column first.
CELLS = [
    *(Cell(v, *column) for column in COLUMNS for v in NINE),
    *(Cell("σ detached", *column) for column in COLUMNS),
    *(
        Cell(v, 16, start, warm_up=0)
        for start in ("PyTorch", "He")
        for v in ("pre-norm", "σ detached")
    ),
    *(Cell(v, optimizer="gradient descent") for v in NINE[:3]),
]
# Added when the first column was known, and described besides. Those with
# twice the steps have the rates that the search chose for the usual number.
LONGER = [Cell(v, steps=2 * STEPS) for v in NINE[:3]]
# How much the rate alone changes: drawn, and nothing is chosen by it.
SWEEP_SEED = 4
SWEEP_RATES = tuple(0.00025 * 2**i for i in range(9))
SWEEP = [Cell(v) for v in NINE[:3]]


def load():
    """Return the stored runs: ``{cell: {stage: {lr: row}}}``.

    A row holds the seeds, the share of signals that each of them read, and
    the mean of their training losses, a twentieth of the steps each.
    """
    found = defaultdict(lambda: defaultdict(dict))
    lines = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    for row in map(json.loads, lines.splitlines()):
        found[Cell(*row.pop("cell"))][row.pop("stage")][row["lr"]] = row
    return found


def next_runs(cell, stages):
    """Return the stage and the tasks that a cell wants next, or None, []."""
    for stage, seeds in ("coarse", COARSE_SEEDS), ("fine", FINE_SEEDS):
        wanted = rates(cell, stage, stages)
        tasks = [(lr, seed) for lr in wanted for seed in seeds]
        missing = [task for task in tasks if task[0] not in stages[stage]]
        if missing:
            return stage, missing
    if stages["report"]:
        return None, []
    return "report", [(chosen_rate(stages), seed) for seed in REPORT_SEEDS]


def rates(cell, stage, stages):
    """Return all rates that one stage of the search wants so far."""
    if stage == "coarse":
        first, factor = FIRST_RATES[cell.optimizer], 2
    else:
        factor = 2**0.5
        best = best_rate(stages["coarse"])
        first = best / factor, best, best * factor
    first = [digits(lr) for lr in first]
    most = len(first) + FARTHEST
    found = stages[stage]
    while found.keys() >= set(first) and len(first) < most:
        best = best_rate({lr: found[lr] for lr in first})
        if best == min(first):
            first.insert(0, digits(best / factor))
        elif best == max(first):
            first.append(digits(best * factor))
        else:
            break
    return first


def best_rate(rows):
    """Return the rate at which most was read; of equals, the smallest."""
    return min(rows, key=lambda lr: (-sum(rows[lr]["accuracy"]), lr))


def chosen_rate(stages):
    """Return the rate that the search has chosen for a cell."""
    return best_rate(stages["fine"])


def regret(stages):
    """Estimate what the chosen rate falls short of the best rate there is.

    A parabola in the logarithm of the rate through the chosen rate and its
    two neighbours has its top so far above the chosen one.
    """
    found = {lr: sum(r["accuracy"]) for lr, r in stages["fine"].items()}
    ordered = sorted(found)
    at = ordered.index(chosen_rate(stages))
    if not 0 < at < len(ordered) - 1:
        return float("nan")
    below, here, above = (
        found[lr] / len(FINE_SEEDS) for lr in ordered[at - 1 : at + 2]
    )
    bend = below - 2 * here + above
    return -((above - below) ** 2) / (8 * bend) if bend else 0.0


def store(cell, stage, tasks, bar):
    """Train some runs, and append a row for each of their rates."""
    bar.set_description(f"{', '.join(map(str, cell[:4]))}, {stage}")
    made = train(cell, tasks)
    with FILE.open("a", encoding="utf-8", newline="\n") as lines:
        for lr in dict.fromkeys(lr for lr, _ in tasks):
            group = [run for run in made if run.lr == lr]
            losses = np.array([run.losses for run in group], float)
            row = {
                "cell": [*cell], "stage": stage, "lr": lr,
                "seeds": [run.seed for run in group],
                "accuracy": [run.accuracy for run in group],
                "losses": [digits(loss) for loss in losses.mean(axis=0)],
            }  # fmt: skip
            print(json.dumps(row, ensure_ascii=False), file=lines)
    bar.update(len(tasks))


def complete(cell, bar):
    """Train the runs that a cell still wants, stage by stage."""
    while True:
        stored = load()
        search = stored[cell._replace(steps=STEPS)]
        report = {"report": stored[cell]["report"]}
        stage, tasks = next_runs(cell, search | report)
        if not tasks:
            return
        store(cell, stage, tasks, bar)


def main():
    """Run the cells in their order, each until it is complete."""
    with threadpool_limits(1), tqdm(unit="run") as bar:
        for cell in [*CELLS, *LONGER]:
            complete(cell, bar)
        for cell in SWEEP:
            if not load()[cell]["sweep"]:
                tasks = [(lr, SWEEP_SEED) for lr in SWEEP_RATES]
                store(cell, "sweep", tasks, bar)


if __name__ == "__main__":
    main()
