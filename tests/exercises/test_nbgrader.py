"""An assignment for nbgrader: written, graded for real, fed back."""

import ast
import html
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import nbformat
import pytest

from course_lib.exercises.__main__ import main
from course_lib.exercises.assignment import assignment
from course_lib.exercises.exercise import every, find
from course_lib.exercises.judging.mistakes import pairs

LESSON = "lesson_05"
NAMES = ["layer_norm", "refute_undo", "undo_two_tokens"]
ENDLESS = "def layer_norm(x, gamma, beta, eps):\n    while True:\n        pass"


def body(source):
    """Return the statements of a function without its docstring."""
    statements = ast.parse(source).body[0].body
    if isinstance(statements[0], ast.Expr):
        del statements[0]
    return ast.unparse(statements)


@pytest.mark.parametrize("lesson", sorted({e.lesson for e in every()}))
def test_answers_of_the_assignment_are_the_solutions(lesson):
    cells = {cell.id: cell for cell in assignment(lesson).cells}
    answers = [key for key in cells if key.endswith("-answer")]
    assert answers
    for key in answers:
        name = key.removesuffix("-answer")
        assert body(cells[key].source) == body(find(name).solution)
        assert cells[f"{name}-test"].source.endswith(f"\n\ngrade({name})")


def nbgrader(course, command):
    """Run nbgrader in a course's folder, as in its environment."""
    scripts = f"{Path(sys.executable).parent}{os.pathsep}"
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", command, LESSON],
        cwd=course, capture_output=True, text=True, timeout=200,
        env=os.environ | {
            "PATH": scripts + os.environ["PATH"],
            "PYTHONWARNINGS": "",  # nbgrader's are not ours to mend
        },
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def hand_in(course, learner, **answers):
    """Fill in the released assignment for a learner."""
    name = f"{LESSON}.ipynb"
    notebook = nbformat.read(course / "release" / LESSON / name, 4)
    for cell in notebook.cells:
        assert "SOLUTION" not in cell.source
        exercise = cell.id.removesuffix("-answer")
        cell.source = answers.get(exercise, cell.source)
    folder = course / "submitted" / learner / LESSON
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / name)


@pytest.mark.skipif(
    not find_spec("nbgrader"),
    reason="nbgrader is not installed; tests/requirements.txt is",
)
def test_nbgrader_grades_right_half_right_and_endless(tmp_path):
    assert main(["nbgrader", "--lesson", "5", str(tmp_path)]) == 0
    nbgrader(tmp_path, "generate_assignment")
    right = {name: find(name).solution for name in NAMES}
    first, second = pairs(find("layer_norm"))[0].both
    wrong = right["layer_norm"]
    for old, new in (*first.edits, *second.edits):
        wrong = wrong.replace(old, new)
    hand_in(tmp_path, "ada", **right)
    hand_in(tmp_path, "bob", **right | {"layer_norm": wrong})
    hand_in(tmp_path, "cyn", layer_norm=ENDLESS)
    nbgrader(tmp_path, "autograde")
    nbgrader(tmp_path, "generate_feedback")
    pages = {
        path.parts[-3]: html.unescape(path.read_text(encoding="utf-8"))
        for path in tmp_path.glob(f"feedback/*/{LESSON}/{LESSON}.html")
    }
    for name, score in (("ada", "3.0"), ("bob", "2.0"), ("cyn", "0.0")):
        assert f"(Score: {score} / 3.0)" in pages[name]
    for said in ("Two mistakes at once.", first.message, second.message):
        assert said in pages["bob"] and said not in pages["ada"]
    assert pages["cyn"].count("Not started yet.") >= 2
    assert "5 s" in pages["cyn"]


def test_what_is_there_is_not_overwritten(tmp_path, capsys):
    command = ["nbgrader", "--lesson", "05", str(tmp_path)]
    assert main(command) == 0 and main(command) == 1
    said = capsys.readouterr().err
    assert f"{LESSON}.ipynb cannot be written: File exists" in said
    for lesson in ("99", "0*", "[0-9]5", "side"):
        assert main(["nbgrader", "--lesson", lesson, str(tmp_path)]) == 1
        said = f"Lesson {lesson!r} has no exercises."
        assert said in capsys.readouterr().err
