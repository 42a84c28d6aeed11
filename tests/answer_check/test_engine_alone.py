"""The engine of the exercises serves a course of another subject.

It is copied out alone: no part of this course is importable. A course called
"kitchen" lies beside it, with rules of its own.
"""

import os
import re
import shutil
import sysconfig
from pathlib import Path

import pytest

from processes import printed

LIBRARY = Path(__file__).parents[2] / "answer_check"
RECIPE = '''
"""Degrees Fahrenheit."""

import numpy as np

from answer_check.exercise import Case, Exercise


def fahrenheit(celsius):
    """Return degrees Fahrenheit for degrees Celsius."""
    return celsius * 9 / 5 + 32


EXERCISE = Exercise(
    lesson="ovens",
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
    hints=["What is 0 °C?", "Times 9/5, plus 32."],
)
'''
COURSE = """
from pathlib import Path
from answer_check.course import Course
COURSE = Course(
    packages=["kitchen"],
    answers=[Path("tables").resolve()],
    folder="kitchen-course",
)
"""
# What pip writes beside an installed course.
INSTALLED = "[answer_check.exercises]\nkitchen = kitchen.course:COURSE\n"
CHECKED_OUT = (
    '[project.entry-points."answer_check.exercises"]\n'
    'kitchen = "kitchen.course:COURSE"\n'
)
RUN = """
import runpy, sys
from answer_check import progress, registry
assert progress.path() is None
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
def elsewhere(tmp_path_factory):
    """Lay a copy of the engine beside the course about kitchens."""
    folder = tmp_path_factory.mktemp("elsewhere")
    shutil.copytree(LIBRARY, folder / "answer_check")
    bake = "def bake(minutes):\n    return 1 / minutes\n"
    table = "def look_up(celsius):\n    return celsius * 1.8 + 32\n"
    for path, text in {
        "kitchen/__init__.py": bake,
        "kitchen/course.py": COURSE,
        "kitchen/ovens/exercises/fahrenheit.py": RECIPE,
        "kitchen-1.0.dist-info/METADATA": "Name: kitchen\nVersion: 1.0\n",
        "kitchen-1.0.dist-info/entry_points.txt": INSTALLED,
        "tables/ovens.py": table,
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def others(tmp_path_factory):
    """Return a folder with every installed package but this course."""
    folder = tmp_path_factory.mktemp("site")
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if not path.name.startswith(("add_norm_course", "_add_norm")):
            (folder / path.name).symlink_to(path)
    return folder


def python(folder, others, *words):
    """Run Python where this course is not installed; return what it prints."""
    search = os.pathsep.join([str(folder), str(others)])
    where = {"COURSE_PROGRESS": "off", "PYTHONPATH": search}
    return printed("-S", *words, cwd=folder, **where)


@pytest.fixture(scope="module")
def told(elsewhere, others):
    """Judge all answers."""
    cells = [f"cell{i}.py" for i, _ in enumerate(ANSWERS)]
    for cell, answer in zip(cells, ANSWERS):
        (elsewhere / cell).write_text(CELL.format(answer=answer), "utf-8")
    _, *verdicts = python(elsewhere, others, "-c", RUN, *cells).split("NEXT")
    return dict(zip(ANSWERS, verdicts, strict=True))


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_exercise_of_another_subject_is_judged(answer, told):
    assert ANSWERS[answer] in " ".join(told[answer].split())


def test_a_course_in_a_checkout_is_found(elsewhere, others, tmp_path):
    shutil.copytree(elsewhere / "kitchen", tmp_path / "kitchen")
    (tmp_path / "pyproject.toml").write_text(CHECKED_OUT)
    (tmp_path / "answer_check").symlink_to(LIBRARY)
    code = "from answer_check.exercise import names\nprint(*names())"
    assert "fahrenheit" in python(tmp_path, others, "-c", code)


def test_the_quickstart_of_the_readme_runs(others, tmp_path):
    """As a script, in pytest and in a notebook's kernel, without a course."""
    text = (LIBRARY / "README.md").read_text("utf-8")
    blocks = re.findall("```python\n(.*?)```", text, re.DOTALL)
    exercise, script, graded, cell, _ = blocks
    mine = script[script.index("def mine") : script.index("check(mine")]
    (tmp_path / "answer_check").symlink_to(LIBRARY)
    for name, code in {
        "fahrenheit": exercise, "script": script, "test_it": graded,
        "answers": mine,
    }.items():  # fmt: skip
        (tmp_path / f"{name}.py").write_text(code, "utf-8")
    turned = "You turned the fraction over"
    assert turned in python(tmp_path, others, "script.py")
    run = (
        "import pytest; code = pytest.main(['-q', '-p', 'no:cacheprovider', "
        "'test_it.py']); assert code == 1"
    )
    assert turned in python(tmp_path, others, "-c", run)
    run = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance()\n"
        f"print(shell.run_cell({cell!r}, store_history=True).result.html)"
    )
    assert "Convert the array" in python(tmp_path, others, "-c", run)
