"""The stored grid is whole, honestly chosen, and can be trained again."""

import json
import random
from collections import Counter, defaultdict
from itertools import product
from statistics import median

import numpy as np
import pytest

from course_lib.training import grid
from course_lib.training.classifier import LATER, VARIANTS
from course_lib.training.grid import Cell

COMMON = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
SEARCHED = {
    *(Cell(v, d) for v in VARIANTS | LATER for d in (1, 2, 4, 8, 16, 32)),
    Cell("head alone", 0),
    Cell("post-norm", 32, "warm-up"),
    Cell("pre-norm", 32, "warm-up"),
    Cell("no norm", 32, "small start"),
}
LONGER = Cell("no shortcut", 32, "60 epochs")


@pytest.fixture(scope="module")
def stored():
    return json.loads(grid.FILE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def searched(stored):
    """Return the images read in the search: ``{cell: {lr: [three]}}``."""
    found = defaultdict(lambda: defaultdict(list))
    for run in stored:
        if run["seed"] in (1, 2, 3):
            lost = run["loss"][-1] is None
            read = 0 if lost else run["validation"][-1]
            found[grid.cell_of(run)][run["lr"]].append(read)
    return found


def test_every_cell_has_the_common_rates_with_three_seeds(stored, searched):
    assert set(searched) == SEARCHED
    for cell, by_rate in searched.items():
        assert set(COMMON) <= set(by_rate), cell
        assert {len(each) for each in by_rate.values()} == {3}, cell
    each = Counter(
        (*grid.cell_of(r), r["lr"], r["seed"])
        for r in stored  # no run stands twice
    )
    assert set(each.values()) == {1}


def test_the_best_rate_of_no_cell_lies_at_the_edge(searched):
    for cell, by_rate in searched.items():
        read = {lr: median(each) for lr, each in by_rate.items()}
        best = max(read.values())
        assert read[min(read)] < best, cell
        assert read[max(read)] < best or min(
            lr for lr in read if read[lr] == best
        ) < max(read), cell


def test_no_rate_between_two_tried_ones_was_left_out(searched):
    for cell, by_rate in searched.items():
        ladder = [lr for lr in grid.LADDER if min(by_rate) <= lr]
        ladder = [lr for lr in ladder if lr <= max(by_rate)]
        assert sorted(by_rate) == ladder, cell


def test_the_report_has_the_chosen_rate_and_seeds_of_its_own(stored, searched):
    seeds = defaultdict(set)
    for run in stored:
        if run["seed"] in (1, 2, 3):
            continue
        cell = grid.cell_of(run)
        seeds[cell].add(run["seed"])
        found = searched[cell._replace(change="") if cell == LONGER else cell]
        read = {lr: median(each) for lr, each in found.items()}
        best = [lr for lr in read if read[lr] == max(read.values())]
        assert run["lr"] == min(best), cell
    assert dict(seeds) == dict.fromkeys({*SEARCHED, LONGER}, {4, 5, 6, 7, 8})


def test_only_the_report_reads_the_test_part(stored):
    for run in stored:
        assert ("test" in run) == (run["seed"] > 3)


def test_runs_are_whole(stored):
    for run in stored:
        epochs = 60 if run["change"] == "60 epochs" else 15
        loss, read = run["loss"], run["validation"]
        assert None not in loss[:-1]
        if loss[-1] is None:
            assert len(read) == len(loss) - 1
            assert run.get("test", 0) == 0
        else:
            assert len(loss) == len(read) == epochs
        for images in (*read, run.get("test", 0)):
            assert isinstance(images, int) and 0 <= images <= 300


def test_the_search_goes_on_until_the_best_lies_inside():
    def wanted(read):
        return grid.rates_to_try(dict(zip(grid.LADDER[15:], read)))

    common = list(COMMON)
    assert wanted([]) == common
    assert wanted([1, 2, 3]) == common
    assert wanted([1, 2, 3, 2, 1, 1]) == common
    assert wanted([3, 3, 2, 2, 1, 1]) == [0.001, *common]
    assert wanted([1, 1, 2, 2, 3, 4]) == [*common, 3.0]
    assert wanted([1, 1, 2, 2, 3, 3]) == common  # of equals, the smallest
    assert wanted([0, 0, 0, 0, 0, 0]) == [0.001, *common]
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


def test_main_goes_on_where_it_stopped(stored, tmp_path, monkeypatch):
    """With all runs there, nothing is trained and the file is the same."""
    expected = grid.FILE.read_bytes()
    lines = [grid.as_line(run) for run in stored]
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
def test_a_run_trained_again_agrees(stored, variant, depth, change, seed):
    """Short runs that learn agree on every machine, up to a few images."""
    cell = Cell(variant, depth, change)
    (chosen,) = {
        run["lr"] for run in stored
        if grid.cell_of(run) == cell and run["seed"] == 4
    }  # fmt: skip
    (run,) = [
        run for run in stored
        if (grid.cell_of(run), run["seed"], run["lr"]) == (cell, seed, chosen)
    ]  # fmt: skip
    again = grid.stored_run((cell, chosen, seed))
    assert again.keys() == run.keys()
    for part in ("validation", "test")[: 1 + (seed > 3)]:
        gap = np.subtract(again[part], run[part])
        assert abs(np.ravel(gap)[-1]) <= 6
    np.testing.assert_allclose(again["loss"][:3], run["loss"][:3], rtol=0.05)


def test_a_run_that_diverged_diverges_again(stored):
    lost = [r for r in stored if r["loss"] == [None]]
    run = min(lost, key=lambda r: r["depth"])
    again = grid.stored_run((grid.cell_of(run), run["lr"], run["seed"]))
    assert again == run
