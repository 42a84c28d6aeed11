"""The search for a learning rate: what it asks for, and what it chooses."""

import math

import pytest

from lesson_parts.laboratory import run_plan
from lesson_parts.laboratory.plan_settings import (
    LATER_SETTINGS,
    LONGER_SETTINGS,
    SETTINGS,
    SWAPPED,
    best_rate,
    next_runs,
    scores,
)
from lesson_parts.laboratory.trainer import Run, Setting

SETTING = Setting("pre-norm", 16)


def peak_at(best):
    """Return a pretended run that scores best at one learning rate."""

    def run(lr, seed):
        score = 0.8 - 0.05 * math.log(lr / best, 2) ** 2
        return Run(lr, seed, max(score, 0.1), 1 - score, [])

    return run


def test_the_stored_runs_are_all_that_the_plan_asks_for():
    """Asked from the start, each answer taken from what is stored."""
    stored = run_plan.load()
    for setting, stages in stored.items():
        runs = {}
        while True:
            found = stored | {setting: runs}
            stage, tasks = run_plan.next_planned(setting, found)
            if stage is None:
                break
            kept = {(run.lr, run.seed): run for run in stages[stage]}
            runs.setdefault(stage, []).extend(kept[task] for task in tasks)
        count = {stage: len(each) for stage, each in stages.items()}
        assert {stage: len(each) for stage, each in runs.items()} == count
    planned = {*SETTINGS, *LATER_SETTINGS}
    assert planned <= stored.keys() <= planned | {*LONGER_SETTINGS}


def test_a_search_that_finds_nothing_ends():
    runs, stage = {}, "coarse"
    while stage == "coarse":
        stage, tasks = next_runs(SETTING, runs)
        made = [Run(lr, seed, 0.1, None, []) for lr, seed in tasks]
        runs.setdefault(stage, []).extend(made)
    assert len(runs["coarse"]) == 8


def test_ties_are_decided_by_the_loss():
    runs = [Run(lr, 1, 0.5, loss, []) for lr, loss in [(1, 2.0), (2, 1.0)]]
    assert best_rate(scores(runs)) == 2


def test_an_interrupted_plan_goes_on(tmp_path, monkeypatch):
    file, trained = tmp_path / "runs.jsonl", []

    def pretend(setting, tasks, progress):
        if len(trained) == 2:
            raise KeyboardInterrupt
        trained.append(tasks)
        return [peak_at(0.3)(*task) for task in tasks]

    monkeypatch.setattr(run_plan, "FILE", file)
    monkeypatch.setattr(run_plan, "SETTINGS", [SETTING])
    monkeypatch.setattr(run_plan, "LATER_SETTINGS", [])
    monkeypatch.setattr(run_plan, "SWAPPED_RATES", {SETTING: 0.5})
    monkeypatch.setattr(run_plan, "train", pretend)
    with pytest.raises(KeyboardInterrupt):
        run_plan.main([])
    assert [len(tasks) for tasks in trained] == [4, 6]
    trained.insert(0, None)
    run_plan.main([])
    assert [len(tasks) for tasks in trained[1:]] == [4, 6, 10, 10]
    assert {lr for lr, _ in trained[-1]} == {0.5}
    run_plan.main([])
    assert len(trained) == 5
    stored = run_plan.load(file)[SETTING]
    assert {stage: len(runs) for stage, runs in stored.items()} == {
        "coarse": 4, "fine": 6, "report": 10, SWAPPED: 10,
    }  # fmt: skip
