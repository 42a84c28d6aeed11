"""The finished runs of lesson 09 on the page are those of the file."""

import json

import pytest

from course_lib.explorers.training import FinishedRuns
from course_lib.training.classifier import VARIANTS
from course_lib.training.grid import DEPTHS, FILE, LEARNING_RATES

SEEDS = (1, 2, 3)


@pytest.fixture(scope="module")
def runs():
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        (r["variant"], r["depth"], r["lr"], r["seed"]): r
        for r in stored
        if r["change"] == ""
    }


@pytest.fixture
def explorer():
    made = FinishedRuns()
    yield made
    made.close()


def ended(run):
    if run["loss"][-1] is None:
        return "diverged"
    return f"{run['validation'][-1] / 3:.1f} %"


@pytest.mark.parametrize("variant", VARIANTS)
def test_sentence_names_every_run(explorer, runs, variant):
    for depth in DEPTHS:
        for lr in LEARNING_RATES:
            now = explorer.at(variant=variant, depth=str(depth), lr=f"{lr:g}")
            three = [runs[variant, depth, lr, seed] for seed in SEEDS]
            blocks = "1 block," if depth == 1 else f"{depth} blocks,"
            said = explorer.sentence(now)
            assert said.startswith(f"{variant}, {blocks}")
            assert f"learning rate {lr:g}." in said
            assert said.endswith(f"runs: {', '.join(map(ended, three))}.")


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_run_is_drawn_inside_the_axes(explorer, runs, variant):
    for depth, lr in ((4, 0.1), (32, 0.01), (32, 1.0)):
        figure = explorer.snapshot(
            variant=variant, depth=str(depth), lr=f"{lr:g}"
        )
        for axes, name, unit in zip(
            figure.axes, ("loss", "validation"), (1, 300)
        ):
            low, high = axes.get_ylim()
            for line, seed in zip(axes.lines[1:], SEEDS, strict=True):
                values = runs[variant, depth, lr, seed][name]
                values = [v / unit for v in values if v is not None]
                values = [min(v, 1e5) for v in values]  # the page says so
                assert list(line.get_ydata()) == values
                assert list(line.get_xdata()) == [
                    1 + i for i in range(len(values))
                ]
                assert all(low < v <= high for v in values)
        (title,) = [t for t in figure.axes[0].texts if variant in t.get_text()]
        assert title.get_text().endswith(f", rate {lr:g}")
        cut = figure.axes[1].get_tightbbox().x0
        assert title.get_window_extent().x1 < cut, "cut when stacked"


def test_the_picture_tells_the_runs_apart_and_names_the_diverged(explorer):
    for settings, words in (
        (("no shortcut", "1", "1"), "diverged: run 2"),
        (("no norm", "32", "1"), "diverged: runs 1, 2, 3"),
        (("pre-norm", "4", "0.1"), ""),
    ):
        figure = explorer.snapshot(**dict(zip(explorer.controls, settings)))
        left, right = figure.axes
        texts = " ".join(each.get_text() for each in left.texts)
        assert texts.count("diverged") == (words != "")
        assert words in texts
        shown = right.get_legend()
        for name, seed in zip(shown.get_texts(), SEEDS, strict=True):
            assert name.get_text() == f"run {seed}"
        dashes = [each.get_linestyle() for each in shown.get_lines()]
        assert dashes == [each.get_linestyle() for each in right.lines[1:]]
        assert len(set(dashes)) == len(SEEDS)


def test_the_task_and_the_answers_hold(runs):
    def read(variant, lr, depth=32):
        return [
            0 if run["loss"][-1] is None else run["validation"][-1]
            for run in (runs[variant, depth, lr, seed] for seed in SEEDS)
        ]

    above = {v for v in VARIANTS if min(read(v, 0.3)) > 270}
    assert above == {"pre-norm"}
    assert min(read("post-norm", 0.03)) > 270
    assert max(read("post-norm", 0.3)) < 40  # a guess reads about 30
    for seed in SEEDS:
        run = runs["post-norm", 32, 0.3, seed]
        assert max(run["loss"]) < 3  # ln 10 = 2.3 is that of a guess
