"""The stored runs follow the plan, and train again as they are stored."""

import json
from itertools import chain, permutations

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

from parts.training.plan_settings import (
    LATER_SETTINGS,
    LONGER_SETTINGS,
    REPORT_SEEDS,
    SETTINGS,
    SWAPPED,
    SWAPPED_RATES,
    WARM_UP,
    best_rate,
    chosen_rate,
    scores,
)
from parts.training.run_plan import FILE, load
from parts.training.trainer import GUESS, Setting, train

STORED = load()
AGAIN = [
    Setting("post-norm", 4),
    Setting("pre-norm", 4, "Adam"),
    Setting("post-norm", 16, "Adam"),
    Setting("RMSNorm", 4),
    Setting("gated", 4, "Adam"),
    Setting("norm at end", 16, start="small"),
    Setting("pre-norm", 16, "Adam", warm_up=WARM_UP),
    Setting("today", 4),
]


@pytest.mark.parametrize("setting", AGAIN, ids=str)
def test_the_first_steps_train_again(setting):
    stored = STORED[setting]["report"][:2]
    tasks = [(run.lr, run.seed) for run in stored]
    again = train(setting, tasks, stop=200)
    for run, new in zip(stored, again):
        # Weights moved by 10⁻⁷ change them by up to 0.001, or by 0.002.
        rel = 3e-3 if setting.depth < 16 else 1e-2
        assert new.losses[0] == pytest.approx(run.losses[0], rel=rel)


def test_every_cell_is_in_the_plan_and_keeps_to_its_rules():
    assert STORED.keys() <= {*SETTINGS, *LATER_SETTINGS, *LONGER_SETTINGS}
    for stages in STORED.values():
        for stage in ("coarse", "fine"):
            rates = sorted({run.lr for run in stages.get(stage, ())})
            if rates and stage in ("fine",):
                assert len(rates) >= 3
        if "report" in stages:
            assert {run.lr for run in stages["report"]} == {
                chosen_rate(stages)
            }
            seeds = [run.seed for run in stages["report"]]
            assert sorted(seeds) == list(REPORT_SEEDS)[: len(seeds)]


def test_the_best_rate_is_never_at_an_end():
    for setting, stages in STORED.items():
        if setting.steps > 4000 or "report" not in stages:
            continue
        for stage in ("coarse", "fine"):
            rates = sorted({run.lr for run in stages[stage]})
            if setting.variant == "no norm" and stage == "coarse":
                # Gradient descent diverged at all rates but the smallest
                # that the plan allows; the fine search went on from there.
                rates = [0, *rates]
            assert best_rate(scores(stages[stage])) in rates[1:-1], setting


def test_both_norms_also_ran_at_the_rate_of_the_other():
    for setting, rival in permutations(SWAPPED_RATES):
        lr = SWAPPED_RATES[setting]
        assert lr == chosen_rate(STORED[rival]) != chosen_rate(STORED[setting])
        runs = STORED[setting][SWAPPED]
        assert {run.lr for run in runs} == {lr}
        assert sorted(run.seed for run in runs) == list(REPORT_SEEDS)


def test_a_diverged_run_scores_a_guess():
    for stages in STORED.values():
        for run in (run for runs in stages.values() for run in runs):
            assert (run.test_loss is None) <= (run.accuracy == GUESS)
            assert 0.05 < run.accuracy < 1


def test_the_last_losses_are_those_of_the_test():
    """Signals are drawn anew at each step: none is learned by heart."""
    runs = [
        (run.test_loss, run.losses[-1], run.accuracy)
        for stages in STORED.values()
        for run in chain(*stages.values())
        if run.test_loss is not None and run.test_loss < 1.9
    ]
    tested, last, accuracy = np.array(sorted(runs)).T
    np.testing.assert_allclose(tested, last, atol=0.045)
    # Who has the same loss reads about as many.
    near = sliding_window_view(
        np.pad(accuracy, 15, "reflect", reflect_type="odd"), 31
    )
    np.testing.assert_allclose(accuracy, np.median(near, axis=1), atol=0.04)


def test_it_is_told_what_made_the_runs():
    rows = map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
    made = [row["provenance"] for row in rows if "provenance" in row]
    assert made
    for each in made:
        assert each.keys() == {
            "time", "commit", "python", "numpy", "blas", "machine",
        }  # fmt: skip
        assert "dirty" not in each["commit"]
