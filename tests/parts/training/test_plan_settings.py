"""The search for a learning rate: what it asks for, and what it chooses."""

import math

import pytest

from parts.training import run_plan
from parts.training.plan_settings import (
    LONGER_SETTINGS,
    REPORT_SEEDS,
    SETTINGS,
    SWAPPED,
    best_rate,
    chosen_rate,
    next_runs,
    regret,
    scores,
)
from parts.training.trainer import Run, Setting

SETTING = Setting("pre-norm", 16)


def peak_at(best):
    """Return a pretended run that scores best at one learning rate."""

    def run(lr, seed):
        score = 0.8 - 0.05 * math.log(lr / best, 2) ** 2
        return Run(lr, seed, max(score, 0.1), 1 - score, [])

    return run


def completed(run, setting=SETTING):
    runs, stages = {}, []
    while True:
        stage, tasks = next_runs(setting, runs)
        if stage is None:
            return runs, stages
        stages.append((stage, len(tasks)))
        runs.setdefault(stage, []).extend(run(*task) for task in tasks)


def test_a_search_inside_the_first_rates_takes_ten_runs():
    runs, stages = completed(peak_at(0.3))
    assert stages == [("coarse", 4), ("fine", 6), ("report", 10)]
    assert chosen_rate(runs) == 0.32
    assert {run.lr for run in runs["report"]} == {0.32}
    assert {run.seed for run in runs["report"]} == set(REPORT_SEEDS)
    searched = {r.seed for s in ("coarse", "fine") for r in runs[s]}
    assert not searched & set(REPORT_SEEDS)


@pytest.mark.parametrize("best", [0.001, 0.0051, 0.02, 1.28, 5.0, 100.0])
def test_the_best_rate_is_never_at_an_end(best):
    runs, _ = completed(peak_at(best))
    for stage in ("coarse", "fine"):
        rates = sorted({run.lr for run in runs[stage]})
        assert best_rate(scores(runs[stage])) in rates[1:-1], stage
    assert abs(math.log(chosen_rate(runs) / best, 2)) <= 0.51


def test_a_search_that_finds_nothing_ends():
    runs, _ = completed(lambda lr, seed: Run(lr, seed, 0.1, None, []))
    assert len(runs["coarse"]) <= 8
    assert len(runs["report"]) == 10


def test_ties_are_decided_by_the_loss():
    runs = [Run(lr, 1, 0.5, loss, []) for lr, loss in [(1, 2.0), (2, 1.0)]]
    assert best_rate(scores(runs)) == 2


def test_regret_is_the_height_of_the_parabola_above_the_choice():
    runs, _ = completed(peak_at(0.4))
    expected = 0.05 * math.log(0.4 / chosen_rate(runs), 2) ** 2
    assert regret(runs) == pytest.approx(expected)


def test_the_plan_has_its_880_runs_and_128_longer_ones():
    assert len(set(SETTINGS)) == len(SETTINGS) == 44
    assert len(SETTINGS) * 20 == 880
    assert len(set(LONGER_SETTINGS)) * 8 == 128


def test_longer_runs_go_around_the_usual_rate():
    runs = {}
    usual, _ = completed(peak_at(0.3))
    stage, tasks = run_plan.next_longer_runs(runs, usual)
    assert (stage, tasks) == ("fine", [(0.16, 1), (0.32, 1), (0.64, 1)])
    runs["fine"] = [peak_at(0.2)(*task) for task in tasks]
    stage, tasks = run_plan.next_longer_runs(runs, usual)
    assert stage == "report"
    assert tasks == [(0.16, seed) for seed in REPORT_SEEDS[:5]]
    runs["report"] = [peak_at(0.2)(*task) for task in tasks]
    assert run_plan.next_longer_runs(runs, usual) == (None, [])


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
