"""The finished runs of lesson 09 on the page are those of the file."""

import itertools
import json

import pytest

from course_lib.explorers.training import FinishedRuns
from course_lib.training.classifier import VARIANTS
from course_lib.training.grid import DEPTHS, FILE, LEARNING_RATES

KIND = FinishedRuns
SEEDS = (1, 2, 3)


@pytest.fixture(scope="module")
def runs():
    """Return the runs of three seeds by variant, depth and learning rate."""
    found = {}
    for r in json.loads(FILE.read_text(encoding="utf-8")):
        if r["change"] == "":
            where = r["variant"], r["depth"], r["lr"]
            found.setdefault(where, {})[r["seed"]] = r
    return {
        where: [by_seed[seed] for seed in SEEDS]
        for where, by_seed in found.items()
    }


def settings(variant, depth, lr):
    return {"variant": variant, "depth": depth, "lr": lr}


def ended(run):
    if run["loss"][-1] is None:
        return "diverged"
    return f"{run['validation'][-1] / 3:.1f} %"


def test_sentence_names_every_run(panel, runs):
    every = list(itertools.product(VARIANTS, DEPTHS, LEARNING_RATES))
    assert set(every) <= set(runs)
    for variant, depth, lr in every:
        said = panel.sentence(panel.at(**settings(variant, depth, lr)))
        blocks = "1 block," if depth == 1 else f"{depth} blocks,"
        assert said.startswith(f"{variant}, {blocks} learning rate {lr:g}.")
        three = ", ".join(map(ended, runs[variant, depth, lr]))
        assert said.endswith(f"runs: {three}.")


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_run_is_drawn_inside_the_axes(panel, runs, variant):
    figure = panel._picture.figure
    for depth, lr in ((4, 0.1), (32, 0.01), (32, 1.0)):
        panel.set(**settings(variant, depth, lr))
        for axes, name, unit in zip(
            figure.axes, ("loss", "validation"), (1, 300)
        ):
            low, high = axes.get_ylim()
            three = runs[variant, depth, lr]
            for line, run in zip(axes.lines[1:], three, strict=True):
                values = [v / unit for v in run[name] if v is not None]
                values = [min(v, 1e5) for v in values]  # the page says so
                assert list(line.get_ydata()) == values
                epochs = list(range(1, len(values) + 1))
                assert list(line.get_xdata()) == epochs
                assert all(low < v <= high for v in values)
        title = panel._picture.artists["title"]
        assert title.get_text().endswith(f", rate {lr:g}")
        cut = figure.axes[1].get_tightbbox().x0
        assert title.get_window_extent().x1 < cut, "cut when stacked"


@pytest.mark.parametrize(
    ("where", "words"),
    [
        (("no shortcut", 1, 1), "diverged: run 2"),
        (("no norm", 32, 1), "diverged: runs 1, 2, 3"),
        (("pre-norm", 4, 0.1), ""),
    ],
)
def test_the_picture_names_the_diverged(panel, where, words):
    panel.set(**settings(*where))
    assert panel._picture.artists["diverged"].get_text() == words


def test_the_picture_tells_the_runs_apart(panel):
    _, right = panel._picture.figure.axes
    shown = right.get_legend()
    names = [each.get_text() for each in shown.get_texts()]
    assert names == [f"run {seed}" for seed in SEEDS]
    dashes = [each.get_linestyle() for each in shown.get_lines()]
    assert dashes == [each.get_linestyle() for each in right.lines[1:]]
    assert len(set(dashes)) == len(SEEDS)


def test_the_task_and_the_answers_hold(runs):
    def read(variant, lr):
        return [
            0 if run["loss"][-1] is None else run["validation"][-1]
            for run in runs[variant, 32, lr]
        ]

    above = {v for v in VARIANTS if min(read(v, 0.3)) > 270}
    assert above == {"pre-norm"}
    assert min(read("post-norm", 0.03)) > 270
    assert max(read("post-norm", 0.3)) < 40  # a guess reads about 30
    for run in runs["post-norm", 32, 0.3]:
        assert max(run["loss"]) < 3  # ln 10 = 2.3 is that of a guess
