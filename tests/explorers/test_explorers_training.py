"""The finished runs of lesson 09 on the page are those of the file."""

import json

import numpy as np
import pytest

from course_lib.explorers.training import FinishedRuns
from course_lib.training.classifier import VARIANTS
from course_lib.training.grid import DEPTHS, FILE, SEEDS


@pytest.fixture(scope="module")
def runs():
    stored = json.loads(FILE.read_text(encoding="utf-8"))["runs"]
    return {(r["variant"], r["depth"], r["seed"]): r for r in stored}


@pytest.fixture
def explorer():
    made = FinishedRuns()
    yield made
    made.close()


def ended(run):
    if run["diverged"]:
        return "diverged"
    return f"{100 * run['validation'][-1]:.1f} %"


def mean(runs, variant, depth):
    three = [runs[variant, depth, seed] for seed in SEEDS]
    return np.mean([0 if r["diverged"] else r["validation"][-1]
                    for r in three])  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
def test_sentence_names_every_run(explorer, runs, variant):
    for depth in DEPTHS:
        said = explorer.sentence(
            explorer.at(variant=variant, depth=str(depth))
        )
        three = [runs[variant, depth, seed] for seed in SEEDS]
        blocks = "1 block," if depth == 1 else f"{depth} blocks,"
        assert said.startswith(f"{variant}, {blocks}")
        assert f"learning rate {three[0]['lr']:g}." in said
        assert said.endswith(f"three runs: {', '.join(map(ended, three))}.")


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_run_is_drawn_inside_the_axes(explorer, runs, variant):
    for depth in (4, 32):
        figure = explorer.snapshot(variant=variant, depth=str(depth))
        for axes, name in zip(figure.axes, ("loss", "validation")):
            low, high = axes.get_ylim()
            for line, seed in zip(axes.lines[1:], SEEDS, strict=True):
                values = runs[variant, depth, seed][name]
                values = [v for v in values if v is not None]
                assert list(line.get_ydata()) == values
                assert list(line.get_xdata()) == [
                    1 + i for i in range(len(values))
                ]
                assert all(low < v < high for v in values)


def test_the_task_and_the_answers_hold(runs):
    above = {v for v in VARIANTS if mean(runs, v, 32) > 0.9}
    assert above == {"post-norm", "pre-norm"}
    assert mean(runs, "no shortcut", 16) == pytest.approx(0.95, abs=0.005)
    fell = [runs["no norm", 16, seed]["diverged"] for seed in SEEDS]
    assert sum(fell) == 2
    assert min(mean(runs, v, 16) for v in VARIANTS) == (
        mean(runs, "no norm", 16)
    )
