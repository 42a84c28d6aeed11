"""The engine of the exercises serves a course of another subject.

It is copied out alone: no part of course_lib and no lesson is importable.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

LIBRARY = Path(__file__).parents[2] / "answer_check"
RECIPE = '''
"""Degrees Fahrenheit."""

import numpy as np

from answer_check.exercise import Case, Exercise


def fahrenheit(celsius):
    """Return degrees Fahrenheit for degrees Celsius."""
    return celsius * 9 / 5 + 32


EXERCISE = Exercise(
    lesson="01",
    statement="The oven speaks Fahrenheit. Convert `celsius`.",
    reference=fahrenheit,
    accepted=[lambda celsius: 1.8 * celsius + 32],
    mistakes={
        "9 / 5 → 5 / 9": "You turned the fraction over. A degree Celsius is "
        "the larger one.",
    },
    cases=lambda rng: [
        Case(rng.normal(180, 30, 4)),
        Case(rng.normal(0, 0.01, 3)),
        Case(rng.normal(0, 300, 5)),
    ],
    hints=["What is 0 °C?", "What is 100 °C?", "Times 9/5, plus 32."],
)
'''
KITCHEN = """
import runpy, sys
from pathlib import Path
from answer_check import registry
registry.use("tables")
registry.folders()
registry.use("kitchen", answers=[Path("tables").resolve()])
for cell in sys.argv[1:]:
    print("NEXT")
    runpy.run_path(cell)
loaded = [name for name in sys.modules
          if name.split(".")[0] in ("course_lib", "lesson_parts")]
assert not loaded, loaded
"""
CELL = """
from answer_check import check
def fahrenheit(celsius):
    return {answer}
check(fahrenheit)
"""
# An answer, and words of what its author is told.
ANSWERS = {
    "32 + celsius * 9 / 5": "Right.",
    "celsius * 5 / 9 + 32": "You turned the fraction over.",
    # nobody listed it
    "celsius * 9 / 5 - 32": "Look at line 4: with one change there it is",
    "celsius.sum()": "has shape ()",
    "kelvin": "`kelvin`",
    "__import__('kitchen').bake(0)": "Line 4 (`return __import__",
    "__import__('tables.ovens').ovens.look_up(celsius)": "look_up",
}


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """Judge all answers beside a copy of the engine and its page."""
    folder = tmp_path_factory.mktemp("elsewhere")
    shutil.copytree(LIBRARY, folder / "answer_check")
    lesson = folder / "kitchen" / "ovens" / "exercises"
    lesson.mkdir(parents=True)
    (lesson / "fahrenheit.py").write_text(RECIPE, "utf-8")
    bake = "def bake(minutes):\n    return 1 / minutes\n"
    (folder / "kitchen" / "__init__.py").write_text(bake)
    tables = "def look_up(celsius):\n    return celsius * 1.8 + 32\n"
    (folder / "tables").mkdir()
    (folder / "tables" / "ovens.py").write_text(tables)
    (folder / "kitchen.run.py").write_text(KITCHEN)
    cells = [f"cell{i}.py" for i, _ in enumerate(ANSWERS)]
    for cell, answer in zip(cells, ANSWERS):
        (folder / cell).write_text(CELL.format(answer=answer), "utf-8")
    run = subprocess.run(
        [sys.executable, "kitchen.run.py", *cells],
        capture_output=True,
        text=True,
        cwd=folder,
        env=os.environ | {"COURSE_PROGRESS": "off"},
    )
    assert run.returncode == 0, run.stderr
    _, *verdicts = run.stdout.split("NEXT")
    return dict(zip(ANSWERS, verdicts, strict=True))


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_exercise_of_another_subject_is_judged(answer, told):
    assert ANSWERS[answer] in " ".join(told[answer].split())
