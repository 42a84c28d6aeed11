"""Train what the plan asks for, and store it.

``python -m parts.training.run_plan`` takes the better part of an hour on a
quiet machine. It may be interrupted: what has ended is stored in
signal_runs.jsonl, a run a line, and the command goes on from there.
``--longer`` adds the runs of four times the steps.
"""

import json
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from parts.training.plan_settings import (
    LATER_SETTINGS,
    LONGER_SEEDS,
    LONGER_SETTINGS,
    REPORT_SEEDS,
    SETTINGS,
    SWAPPED,
    SWAPPED_RATES,
    chosen_rate,
    next_runs,
    rounded,
    scores,
)
from parts.training.trainer import STEPS, Run, Setting, train

FILE = Path(__file__).with_name("signal_runs.jsonl")


def load(file=FILE):
    """Return every stored run: ``{setting: {stage: [Run, …]}}``."""
    found = {}
    lines = file.read_text(encoding="utf-8") if file.exists() else ""
    for row in map(json.loads, lines.splitlines()):
        if "provenance" not in row:
            setting = Setting(*map(row.pop, Setting._fields))
            stages = found.setdefault(setting, {})
            stages.setdefault(row.pop("stage"), []).append(Run(**row))
    return found


def store(setting, stage, runs, file=FILE):
    """Append runs to the file."""
    rows = [
        setting._asdict() | {"stage": stage} | run._asdict() for run in runs
    ]  # fmt: skip
    append(rows, file)


def append(rows, file):
    with file.open("a", encoding="utf-8", newline="\n") as lines:
        for row in rows:
            print(json.dumps(row, separators=(",", ":")), file=lines)


def next_longer_runs(setting, runs, usual):
    """Return what `next_runs` does, for four times the steps.

    Three rates around the one that was chosen for the usual steps, one seed
    each, then five report seeds. `usual` holds the runs of that setting.
    """
    lr = chosen_rate(usual)
    wanted = [(rounded(lr * factor), 1) for factor in (0.5, 1, 2)]
    done = {(run.lr, run.seed) for run in runs.get("fine", ())}
    missing = [task for task in wanted if task not in done]
    if missing:
        return "fine", missing
    lr, done = chosen_rate(runs), {run.seed for run in runs.get("report", ())}
    missing = [(lr, seed) for seed in LONGER_SEEDS if seed not in done]
    return ("report", missing) if missing else (None, [])


def complete(setting, found, bar):
    """Train the runs that a setting still wants, stage by stage."""
    runs = found.setdefault(setting, {})
    while True:
        if setting.steps > STEPS:
            usual = found[setting._replace(steps=STEPS)]
            stage, tasks = next_longer_runs(setting, runs, usual)
        else:
            stage, tasks = next_runs(setting, runs)
        if stage is None:
            return
        bar.set_description(f"{', '.join(map(str, setting[:3]))}, {stage}")

        made = train(setting, tasks, watched(bar, len(tasks)))
        store(setting, stage, made)
        runs.setdefault(stage, []).extend(made)
        if stage != "report":
            best = max(score[0] for score in scores(runs[stage]).values())
            bar.set_postfix_str(f"best {best:.3f}")


def complete_swapped(found, bar):
    """Train the report seeds of two settings at each other's learning rate."""
    for setting, lr in SWAPPED_RATES.items():
        runs = found[setting].setdefault(SWAPPED, [])
        done = {run.seed for run in runs}
        tasks = [(lr, seed) for seed in REPORT_SEEDS if seed not in done]
        if tasks:
            made = train(setting, tasks, watched(bar, len(tasks)))
            store(setting, SWAPPED, made)
            runs.extend(made)


def watched(bar, count):
    """Return what moves a bar by `count` with every step."""

    def each(steps):
        for step in steps:
            yield step
            bar.update(count)

    return each


def git(*arguments):
    """Return what git says of this folder; nothing where there is no git."""
    said = subprocess.run(
        ["git", *arguments],
        cwd=FILE.parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return said.stdout.strip()


def provenance():
    """Return what made the runs that follow."""
    changed = git("status", "--porcelain", "--", ".", f":!{FILE.name}")
    blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    return {
        "provenance": {
            "time": datetime.now(UTC).isoformat(timespec="minutes"),
            "commit": git("describe", "--always") + "-dirty" * bool(changed),
            "python": platform.python_version(),
            "numpy": np.__version__,
            "blas": f"{blas['name']} {blas['version']}",
            "machine": platform.machine(),
        }
    }


def main(arguments):
    """Run the settings in their order, each until it is complete."""
    longer = LONGER_SETTINGS if "--longer" in arguments else ()
    settings = [*SETTINGS, *LATER_SETTINGS, *longer]
    found = load()
    append([provenance()], FILE)
    planned = {each: 20 if each.steps == STEPS else 8 for each in settings}
    print(f"{sum(planned.values())} runs planned, {len(settings)} settings")
    steps = sum(setting.steps * count for setting, count in planned.items())
    done = sum(
        setting.steps * len(runs)
        for setting, stages in found.items()
        for runs in stages.values()
    )
    with (
        threadpool_limits(1),
        tqdm(total=steps, initial=done, unit="step", mininterval=5) as bar,
    ):
        for setting in settings:
            complete(setting, found, bar)
        complete_swapped(found, bar)


if __name__ == "__main__":
    main(sys.argv[1:])
