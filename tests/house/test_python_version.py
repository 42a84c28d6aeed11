"""Too old a Python is told so before anything is downloaded."""

import subprocess
import sys
import tomllib
from pathlib import Path

TOP = Path(__file__).parents[2]
FIRST = "course_desk/python_version.py"
AS_OLD = """
import runpy, sys
sys.version_info, sys.version = (3, 10, 13), "3.10.13 (main)"
runpy.run_path(sys.argv[1])
"""


def run(*arguments):
    """Run this Python in the top folder of the course."""
    return subprocess.run(
        [sys.executable, *arguments], cwd=TOP, capture_output=True, text=True
    )


def test_an_old_python_is_told_in_one_sentence_and_stops_the_command():
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
    wanted = project["project"]["requires-python"].removeprefix(">=")
    told = run("-c", AS_OLD, FIRST)
    assert told.returncode == 1
    assert told.stderr == (
        f"This course needs Python {wanted} or newer; "
        "this is Python 3.10.13.\n"
    )


def test_a_new_python_is_told_nothing():
    told = run(FIRST)
    assert (told.returncode, told.stdout + told.stderr) == (0, "")
