"""The grid is searched as it says, goes on where it stopped, trains again."""

import random
from itertools import product

import numpy as np
import pytest

from parts.training import grid
from parts.training.grid import Cell

COMMON = [0.003, 0.01, 0.03, 0.1, 0.3, 1.0]
STORED = grid.load_grid()


def test_the_search_goes_on_until_the_best_lies_inside():
    def wanted(read):
        return grid.rates_to_try(dict(zip(grid.LADDER[15:], read)))

    assert wanted([]) == COMMON
    assert wanted([1, 2, 3]) == COMMON
    assert wanted([1, 2, 3, 2, 1, 1]) == COMMON
    assert wanted([3, 3, 2, 2, 1, 1]) == [0.001, *COMMON]
    assert wanted([1, 1, 2, 2, 3, 4]) == [*COMMON, 3.0]
    assert wanted([1, 1, 2, 2, 3, 3]) == COMMON  # of equals, the smallest
    assert wanted([0, 0, 0, 0, 0, 0]) == [0.001, *COMMON]
    end = dict.fromkeys(grid.LADDER, 0)
    assert grid.rates_to_try(end) == grid.LADDER


def test_a_rate_counts_when_all_its_seeds_have_run():
    cell = Cell("neither", 2)

    def run(lr, seed, read, loss=0.1):
        return cell._asdict() | {
            "lr": lr, "seed": seed, "loss": [loss], "validation": [read],
        }  # fmt: skip

    three = [run(0.1, 1, 280), run(0.1, 2, 290), run(0.1, 3, 270, None)]
    report = run(0.1, 4, 300)
    found = grid.medians([*three, run(0.3, 1, 299), report])
    assert found[cell] == {0.1: 280}
    assert not any(found[other] for other in found if other != cell)


def test_main_goes_on_where_it_stopped(tmp_path, monkeypatch):
    """With all runs there, nothing is trained and the file is the same."""
    expected = grid.FILE.read_bytes()
    lines = [grid.as_line(run) for run in STORED]
    random.Random(0).shuffle(lines)
    monkeypatch.setattr(grid, "FILE", tmp_path / "grid.json")
    monkeypatch.setattr(grid, "UNFINISHED", tmp_path / "grid.unfinished")
    grid.UNFINISHED.write_text("\n".join(lines) + "\n", encoding="utf-8")
    grid.main()
    assert grid.FILE.read_bytes() == expected
    assert not grid.UNFINISHED.exists()


AGAIN = [
    *product(("no shortcut", "norm at end"), (1,), [""], (1, 5)),
    ("pre-norm", 2, "", 6),
    ("post-norm", 4, "", 4),  # the page trains these two
    ("no norm", 32, "small start", 4),
    ("head alone", 0, "", 7),
    *(("RMSNorm", 1, "", seed) for seed in (2, 5)),
    *(("gated", 2, "", seed) for seed in (1, 6)),
]


@pytest.mark.parametrize("variant, depth, change, seed", AGAIN)
def test_a_run_trained_again_agrees(variant, depth, change, seed):
    """Short runs that learn agree on every machine, up to a few images."""
    cell = Cell(variant, depth, change)
    runs = [run for run in STORED if grid.cell_of(run) == cell]
    (chosen,) = {run["lr"] for run in runs if run["seed"] == 4}
    (run,) = (r for r in runs if (r["seed"], r["lr"]) == (seed, chosen))
    again = grid.stored_run((cell, chosen, seed))
    assert again.keys() == run.keys()
    for part in ("validation", "test")[: 1 + (seed > 3)]:
        gap = np.subtract(again[part], run[part])
        assert abs(np.ravel(gap)[-1]) <= 6
    np.testing.assert_allclose(again["loss"][:3], run["loss"][:3], rtol=0.05)


def test_a_run_that_diverged_diverges_again():
    lost = [r for r in STORED if r["loss"] == [None]]
    run = min(lost, key=lambda r: r["depth"])
    again = grid.stored_run((grid.cell_of(run), run["lr"], run["seed"]))
    assert again == run
