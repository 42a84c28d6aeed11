"""The stored grid is whole, honestly chosen, and can be trained again."""

import json
from collections import Counter, defaultdict

import numpy as np
import pytest

from course_lib.training import grid
from course_lib.training.classifier import VARIANTS
from course_lib.training.results import accuracies

CELLS = [(v, d) for v in VARIANTS for d in (1, 2, 4, 8, 16, 32)]


@pytest.fixture(scope="module")
def stored():
    return json.loads(grid.FILE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def searched(stored):
    found = defaultdict(dict)
    for row in stored["search"]:
        cell = found[row["variant"], row["depth"]]
        assert row["lr"] not in cell, "a rate twice"
        cell[row["lr"]] = row["validation"]
    return found


def test_every_cell_has_three_seeds(stored):
    found = Counter(
        (r["variant"], r["depth"], r["seed"]) for r in stored["runs"]
    )
    assert set(found) == {(v, d, s) for v, d in CELLS for s in (1, 2, 3)}
    assert set(found.values()) == {1}


def test_runs_are_whole(stored):
    for run in stored["runs"]:
        where = run["variant"], run["depth"], run["seed"]
        if run["diverged"]:
            assert run["loss"][-1] is None and run["test"] is None, where
            assert len(run["validation"]) == len(run["loss"]) - 1
        else:
            assert len(run["loss"]) == len(run["validation"]) == 20, where
            images = 300 * np.array([*run["validation"], run["test"]])
            assert abs(images - images.round()).max() < 0.05, where
        assert len(run["activations"]) == run["depth"] + 1
        assert len(run["gradients"]) == run["depth"] + 1


def test_the_chosen_rate_is_the_best_of_the_search(stored, searched):
    assert set(searched) == set(CELLS)
    for run in stored["runs"]:
        found = searched[run["variant"], run["depth"]]
        best = max(found.values())
        smallest_best = min(lr for lr in found if found[lr] == best)
        assert run["lr"] == smallest_best
        cell = run["variant"], run["depth"]
        assert grid.best_lr(stored["search"], *cell) == run["lr"]


def test_no_cell_wanted_a_smaller_rate_than_it_got(searched):
    for cell, found in searched.items():
        assert {0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3} <= set(found)
        low = min(found)
        assert found[low] < max(found.values()), cell


def test_the_search_goes_down_until_the_best_lies_inside():
    def row(lr, validation):
        return {"variant": "neither", "depth": 2, "lr": lr,
                "validation": validation}  # fmt: skip

    def still(rows):
        return grid.rates_to_try(rows, "neither", 2)

    seven = [row(lr, 0.9 - lr) for lr in grid.LEARNING_RATES]
    assert still([]) == list(grid.LEARNING_RATES)
    assert still(seven[1:]) == [0.0003]
    assert still(seven) == [0.0001]
    assert still([*seven, row(0.0001, 0.5)]) == []
    assert still([*seven, row(0.0001, 0.95)]) == [3e-05]
    nothing = [row(lr, 0.0) for lr in grid.LEARNING_RATES + grid.SMALLER]
    assert still(nothing) == []


def test_the_best_cell_reads_97_of_100_unseen_images():
    validation, test = accuracies("validation"), accuracies("test")
    v, d = max(CELLS, key=lambda cell: np.mean(validation[cell[0]][cell[1]]))
    assert np.mean(test[v][d]) >= 0.97


def test_a_diverged_run_counts_as_nothing_read(stored):
    for part in ("validation", "test"):
        table = accuracies(part)
        for run in stored["runs"]:
            if run["diverged"]:
                at = table[run["variant"]][run["depth"]][run["seed"] - 1]
                assert at == 0


def test_the_verdicts_hold(stored):
    """What lesson 09 says in its last table."""
    table = accuracies("validation")
    mean = {(v, d): np.mean(table[v][d]) for v, d in CELLS}
    assert {v for v in VARIANTS if mean[v, 32] >= 0.9} == (
        {"post-norm", "pre-norm"}
    )
    for depth in (8, 16):
        assert max(table["no norm"][depth]) < min(table["neither"][depth])
    assert mean["no norm", 32] < mean["neither", 32]
    assert round(mean["no shortcut", 32], 2) == 0.78
    assert max(mean.values()) < 0.985
    assert all(mean[v, 1] > 0.965 for v in VARIANTS)


@pytest.mark.parametrize("variant, seed", [("no shortcut", 1), ("neither", 3)])
def test_a_cell_trained_again_agrees(stored, variant, seed):
    (run,) = [
        r for r in stored["runs"]
        if (r["variant"], r["depth"], r["seed"]) == (variant, 1, seed)
    ]  # fmt: skip
    model, history = grid.one_run(variant, 1, lr=run["lr"], seed=seed)
    gap = np.subtract(history.validation, run["validation"])[-1]
    assert round(300 * abs(gap)) <= 6
    test = model.accuracy(grid.load_digits()["test"])
    assert round(300 * abs(test - run["test"])) <= 6
    np.testing.assert_allclose(history.loss, run["loss"], rtol=0.02)
