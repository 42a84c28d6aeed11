"""Each benchmark is run small, so that it still runs when somebody asks it.

What it measures is no matter here.
"""

import subprocess
import sys
from pathlib import Path

import lab as jupyterlab
import pytest

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
