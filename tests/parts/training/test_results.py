"""What lessons 09 and 10 show and say of the stored runs is theirs.

Computed here from the file alone, which is whole and honestly chosen. Tables
on the pages are compared when the pages run, the numbers in prose are held by
tests/notebooks/numbers, the file itself by its sum in tests/data.
"""

import json
import re
from collections import defaultdict
from pathlib import Path
from statistics import median

import nbformat
import numpy as np
import pytest

from parts.training import grid, results
from parts.training.classifier import LATER, VARIANTS

PAGE = Path(__file__).parents[3] / "notebooks/09_train_a_stack.ipynb"
CELLS = {c.id: c for c in nbformat.read(PAGE, as_version=4).cells}
TODAY = ["post-norm", "pre-norm", *LATER]
COMMON = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
DEPTHS = (1, 2, 4, 8, 16, 32)
SEARCHED = {
    *((v, d, "") for v in VARIANTS | LATER for d in DEPTHS),
    ("head alone", 0, ""),
    ("post-norm", 32, "warm-up"),
    ("pre-norm", 32, "warm-up"),
    ("no norm", 32, "small start"),
}
LONGER = "no shortcut", 32, "60 epochs"
STORED = json.loads(grid.FILE.read_text(encoding="utf-8"))
SEARCH = defaultdict(lambda: defaultdict(list))  # place: lr: three runs
REPORT = defaultdict(list)  # place: five runs
for run in STORED:
    place = run["variant"], run["depth"], run["change"]
    if run["seed"] in (1, 2, 3):
        SEARCH[place][run["lr"]].append(run)
    else:
        REPORT[place].append(run)


def lost(run):
    return run["loss"][-1] is None


def on_test(variant, depth, change=""):
    """Return the median share of test images that five runs read."""
    five = REPORT[variant, depth, change]
    return median(0 if lost(r) else r["test"] / 300 for r in five)


def found(place, lr):
    """Return the median of the validation images read in the search."""
    three = SEARCH[place][lr]
    return median(0 if lost(r) else r["validation"][-1] for r in three)


def best(place):
    """Return the smallest of the rates with the highest median."""
    return min(SEARCH[place], key=lambda lr: (-found(place, lr), lr))


def trains(variant, depth, change=""):
    """Return the common rates whose median run reads eight of ten."""
    place = variant, depth, change
    return [lr for lr in COMMON if found(place, lr) >= 240]


def diverged(variant):
    """Return how many of the search's runs at the common rates diverged."""
    places = ((lr, (variant, d, "")) for lr in COMMON for d in DEPTHS)
    each = [lost(run) for lr, place in places for run in SEARCH[place][lr]]
    return sum(each), len(each)


def test_the_search_is_whole_and_no_best_rate_lies_at_the_edge():
    assert set(SEARCH) == SEARCHED
    for place, by_rate in SEARCH.items():
        for each in by_rate.values():
            assert [run["seed"] for run in each] == [1, 2, 3], place
        tried = sorted(by_rate)
        assert set(COMMON) <= set(tried), place
        assert tried == [
            lr for lr in grid.LADDER if tried[0] <= lr <= tried[-1]
        ], place
        assert tried[0] < best(place) < tried[-1], place


def test_the_report_has_the_chosen_rate_and_seeds_of_its_own():
    assert set(REPORT) == {*SEARCHED, LONGER}
    for place, five in REPORT.items():
        assert [run["seed"] for run in five] == [4, 5, 6, 7, 8], place
        chosen = best((*place[:2], "") if place == LONGER else place)
        assert {run["lr"] for run in five} == {chosen}, place


def test_runs_are_whole_and_only_the_report_reads_the_test_part():
    for run in STORED:
        assert ("test" in run) == (run["seed"] > 3)
        epochs = 60 if run["change"] == "60 epochs" else 15
        loss, read = run["loss"], run["validation"]
        assert None not in loss[:-1]
        if lost(run):
            assert len(read) == len(loss) - 1
            assert run.get("test", 0) == 0
        else:
            assert len(loss) == len(read) == epochs
        for images in (*read, run.get("test", 0)):
            assert isinstance(images, int) and 0 <= images <= 300


def test_every_answer_is_that_of_the_file():
    """Tables and words on the pages are made of these."""
    for place, five in REPORT.items():
        assert results.middle(*place) == on_test(*place)
        assert results.chosen_lr(*place) == five[0]["lr"]
    for place in SEARCHED:
        assert results.rates_that_train(*place) == trains(*place)
    for variant in VARIANTS | LATER:
        assert results.count_diverged(variant) == diverged(variant)
    shown = results.search_map()
    for variant in VARIANTS:
        assert shown["lost"][variant] == diverged(variant)
        for depth, lr in shown["chosen"][variant].items():
            assert lr == REPORT[variant, depth, ""][0]["lr"]
    rows = [line.split() for line in results.changes_table().splitlines()]
    assert [
        "no",
        "norm,",
        "small",
        "start",
        *["1", "of", "6", "0.003", "0.99"],
    ] in rows
    by_depth = results.table(lambda variant, depth: f"{variant[:3]}{depth}")
    assert by_depth.splitlines()[2].split() == ["pre-norm"] + [
        f"pre{depth}" for depth in DEPTHS
    ]
    for variant, by_place in shown["found"].items():
        for (depth, lr), answer in by_place.items():
            place = variant, depth, ""
            three = [lost(run) for run in SEARCH[place][lr]]
            assert answer == (found(place, lr) / 300, sum(three))


def printed(cell):
    return "".join(o.get("text", "") for o in CELLS[cell].outputs)


@pytest.mark.parametrize(
    "cell, place",
    [
        ("train-live", ("post-norm", 4, "")),
        ("own-train", ("post-norm", 4, "")),
        ("again", ("no norm", 32, "small start")),
    ],
)
def test_what_was_trained_on_the_page_agrees_with_the_file(cell, place):
    """The comparison of pages leaves these numbers out."""
    said = re.search(r"(\d+) of 300 images, trained here", printed(cell))
    stored = REPORT[place][0]
    assert abs(int(said[1]) - stored["validation"][-1]) <= 6


def test_the_words_of_the_live_curves_hold():
    """In notebooks/parts/training/pictures.py they hold on every machine."""
    run = REPORT["post-norm", 4, ""][0]
    loss, read = run["loss"], [n / 300 for n in run["validation"]]
    assert 0.7 < loss[0] < 1.4 and loss[-1] < 0.02
    assert min(read[3:]) > 0.93 and read[-1] > 0.96


def test_what_the_verdicts_say_in_words():
    """The sentences without a number."""
    common = {v: [trains(v, d) for d in DEPTHS] for v in VARIANTS}
    at_32 = {v: on_test(v, 32) for v in VARIANTS}
    # 2: "let as many rates train, at every depth, as post-norm's"
    counts = {v: [len(rates) for rates in common[v]] for v in VARIANTS}
    assert counts["norm at end"] == counts["post-norm"]
    # 5: "only shortcuts and a norm read nine of ten", at 32 blocks
    assert {v for v in VARIANTS if at_32[v] >= 0.9} == {
        "post-norm", "pre-norm", "norm at end",
    }  # fmt: skip
    # 6: "from 16 blocks on"; before, as many rates train
    pre, post = counts["pre-norm"], counts["post-norm"]
    assert pre[:4] == post[:4]
    assert pre[4] > post[4] and pre[5] > post[5]
    # 2: "with norms", at 8 blocks
    assert {counts[v][3] for v in ("post-norm", "pre-norm")} == {5}
    # "at rate 1 all losses leapt above 1,000 nats, nothing was learned"
    for v in set(VARIANTS) - {"no norm", "neither"}:
        for d in DEPTHS:
            for run in SEARCH[v, d, ""][1.0]:
                assert lost(run) or max(run["loss"]) > 1_000
                assert lost(run) or run["validation"][-1] < 60


def test_what_the_verdicts_of_lesson_10_say_in_words():
    """The sentences without a number, and those with a few."""
    count = {v: [len(trains(v, d)) for d in DEPTHS] for v in TODAY}
    # 1: "as many rates train, at 8 blocks one more"
    more = np.subtract(count["RMSNorm"], count["pre-norm"])
    assert more.tolist() == [0, 0, 0, 1, 0, 0]
    # 2: "At 1, 16 and 32 blocks all six rates train"; "only at 1 and 4"
    for variant, depths in (
        ("gated", [1, 16, 32]),
        ("RMSNorm, gated", [1, 4]),
    ):
        six = [d for d, n in zip(DEPTHS, count[variant]) if n == len(COMMON)]
        assert six == depths
    # 3: "From 8 blocks on"; "below every run of pre-norm"
    assert count["no last norm"][3:] == [3, 3, 3]
    assert count["pre-norm"][3:] == [5, 5, 5]
    least = min(run["test"] / 300 for run in REPORT["pre-norm", 32, ""])
    assert on_test("no last norm", 32) < least
    # the picture: "The axis begins at 0.9"
    shown = results.report_shares(TODAY)
    assert min(min(s) for by in shown.values() for s in by.values()) >= 0.9
