"""Train what the plan asks for, and store it.

``python -m lesson_parts.laboratory.run_plan`` takes most of an hour on a quiet
machine. It may be interrupted: what has ended is stored in
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

from lesson_parts.laboratory.plan_settings import (
    LATER_SETTINGS,
    LONGER_SEEDS,
    LONGER_SETTINGS,
    REPORT_SEEDS,
    SETTINGS,
    SWAPPED,
    SWAPPED_RATES,
    chosen_rate,
    missing,
    next_report,
    next_runs,
    rounded,
)
from lesson_parts.laboratory.trainer import STEPS, Run, Setting, train

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


def store(setting, stage, runs, file):
    """Append runs to the file."""
    what = setting._asdict() | {"stage": stage}
    append([what | run._asdict() for run in runs], file)


def append(rows, file):
    with file.open("a", encoding="utf-8", newline="\n") as lines:
        for row in rows:
            print(json.dumps(row, separators=(",", ":")), file=lines)


def next_longer_runs(runs, usual):
    """Return what `next_runs` does, for four times the steps.

    Three rates around the one that was chosen for the usual steps, one seed
    each, then five report seeds. `usual` holds the runs of that setting.
    """
    lr = chosen_rate(usual)
    wanted = [(rounded(lr * factor), 1) for factor in (0.5, 1, 2)]
    tasks = missing(wanted, runs, "fine")
    if tasks:
        return "fine", tasks
    return next_report(chosen_rate(runs), LONGER_SEEDS, runs)


def next_planned(setting, found):
    """Return what a setting wants next, given all runs that are stored."""
    runs = found.get(setting, {})
    if setting.steps > STEPS:
        usual = found[setting._replace(steps=STEPS)]
        return next_longer_runs(runs, usual)
    stage, tasks = next_runs(setting, runs)
    if stage is None and setting in SWAPPED_RATES:
        return next_report(SWAPPED_RATES[setting], REPORT_SEEDS, runs, SWAPPED)
    return stage, tasks


def run_all(settings, next_of, train, file):
    """Complete settings in their order, on one thread."""
    append([provenance()], file)
    with threadpool_limits(1), tqdm(unit="step", mininterval=5) as bar:
        bar.total = sum(20 * setting.steps for setting in settings)
        for setting in settings:
            complete(setting, bar, next_of, train, file)


def complete(setting, bar, next_of, train, file):
    """Train the runs that a setting still wants, stage by stage."""
    while True:
        stage, tasks = next_of(setting, load(file))
        if stage is None:
            return
        bar.set_description(f"{', '.join(map(str, setting[:4]))}, {stage}")
        made = train(setting, tasks, watched(bar, len(tasks)))
        store(setting, stage, made, file)


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
    changed = git("status", "--porcelain", "--", "..", ":!*.jsonl")
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
    run_all(settings, next_planned, train, FILE)


if __name__ == "__main__":
    main(sys.argv[1:])
