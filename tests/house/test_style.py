"""One style, notebooks included."""

import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "command", [["check"], ["format", "--check"]], ids=" ".join
)
def test_ruff_has_nothing_to_say(command):
    run = subprocess.run(
        [sys.executable, "-m", "ruff", *command, "--no-cache", TOP],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
