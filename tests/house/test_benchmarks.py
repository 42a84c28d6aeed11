"""Each benchmark is run small, so that it still runs when somebody asks it.

What it measures is no matter here.
"""

import os
import runpy
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import lab as jupyterlab
import pytest
from nbformat import v4, write

from course_lib.exercises import progress

TOP = Path(__file__).parents[2]
BENCHMARKS = TOP / "benchmarks"
PROXY = TOP / "class" / "node_modules" / ".bin"


def run(name, *words):
    """Run a benchmark as its page says; return what it prints."""
    done = subprocess.run(
        [sys.executable, BENCHMARKS / f"{name}.py", *words], cwd=TOP,
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.thorough
def test_checks():
    first, again = run("checks", "average", "centre").splitlines()
    assert first.startswith("first ") and again.startswith("again ")


@pytest.mark.thorough
def test_layers():
    said = run("layers", "--seconds", "0.01")
    for line in ("LayerNorm (8, 200)", "RMSNorm (4096, 768)", "FeedForward",
                 "largest error of y in float32"):  # fmt: skip
        assert line in said


@pytest.mark.thorough
@pytest.mark.skipif(not jupyterlab.CHROMIUM, reason=jupyterlab.INSTALL)
def test_slider_latency():
    said = run("slider_latency", "1")
    assert "this course's explorer" in said and "the number alone" in said


@pytest.mark.thorough
def test_a_class_of_one_learner():
    pytest.importorskip("jupyterhub", reason="a class needs a hub")
    path = os.pathsep.join([str(PROXY), os.environ["PATH"]])
    if not shutil.which("configurable-http-proxy", path=path):
        pytest.skip("a hub needs configurable-http-proxy")
    said = run("class_load", "1", "0")
    assert "errors: 0" in said, said
    assert "layer_norm: progress of 1, answers saved of 1 of 1" in said, said


def test_what_is_told_behind_a_class(tmp_path, monkeypatch, capsys):
    """Without a hub: what a learner leaves on the disk is counted."""
    made = runpy.run_path(str(BENCHMARKS / "class_load.py"))
    file = tmp_path / "progress" / "ada.jsonl"
    monkeypatch.setenv("COURSE_PROGRESS", str(file))
    progress.remember("layer_norm", "source")
    page = tmp_path / "home" / "ada" / "05_layernorm.ipynb"
    page.parent.mkdir(parents=True)
    right = v4.new_code_cell(made["answers"]("layer_norm")[-1])
    write(v4.new_notebook(cells=[right]), page)
    made["lost"](tmp_path, 2)
    made["tell"](defaultdict(list, opened=[1, 2]), {"server": [70]})
    said = capsys.readouterr().out
    assert "layer_norm: progress of 1, answers saved of 1 of 2" in said
    assert "jacobian_entry: progress of 0, answers saved of 0 of 2" in said
    assert "opened                     1.50   2.00   2.00   2" in said
