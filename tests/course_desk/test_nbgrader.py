"""An assignment for nbgrader: written, graded for real, fed back."""

import ast
import html
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from answer_check.exercise import every, find
from answer_check.question import Question
from course_desk.__main__ import main
from course_desk.assignment import assignment

LESSON = "lesson_08"
ENDLESS = (
    "def softmax_cross_entropy(logits, target):\n    while True:\n        pass"
)


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
        test = cells[f"{name}-test"].source
        if isinstance(find(name), Question):
            assert test.endswith(f'\n\ngrade({name}, "{name}")')
            continue
        assert body(cells[key].source) == body(find(name).solution)
        assert test.endswith(f"\n\ngrade({name})")


@pytest.mark.parametrize("lesson", sorted({e.lesson for e in every()}))
def test_learners_may_change_their_answers_alone(lesson):
    for cell in assignment(lesson).cells:
        marks = cell.metadata["nbgrader"]
        kind = cell.id.rpartition("-")[2]
        assert marks["locked"] == (kind != "answer"), cell.id
        assert marks["solution"] == (kind == "answer"), cell.id
        assert marks["grade"] == (kind == "test"), cell.id
        assert marks.get("points") == (1 if kind == "test" else None)
        assert marks["grade_id"] == cell.id


def hand_in(course, answers):
    """Fill in the released assignment for a learner."""
    released = course / "release" / LESSON / f"{LESSON}.ipynb"
    notebook = nbformat.read(released, 4)
    for cell in notebook.cells:
        assert "SOLUTION" not in cell.source
        name = cell.id.removesuffix("-answer")
        cell.source = answers.get(name, cell.source)
    folder = course / "submitted" / "ada" / LESSON
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / released.name)


def nbgrader(course, *words):
    """Run a command of nbgrader as a teacher types it, in the course."""
    # A process of its own: setuptools, which nbgrader imports, refuses to
    # start where another test has already imported parts of distutils.
    scripts = Path(sys.executable).parent
    given = os.environ | {
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "PYTHONWARNINGS": "",  # nbgrader's are not ours to mend
    }
    done = subprocess.run(
        [scripts / "nbgrader", *words], cwd=course, env=given, text=True,
        capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.thorough
def test_nbgrader_grades_right_wrong_endless_and_untouched(tmp_path):
    if importlib.util.find_spec("nbgrader") is None:
        pytest.skip("nbgrader is not installed")
    assert main(["nbgrader", "--lesson", "8", str(tmp_path)]) == 0
    nbgrader(tmp_path, "generate_assignment", LESSON)
    right, wrong = find("feed_forward"), find("feed_forward_backward")
    mistake = wrong.listed[0]
    hand_in(tmp_path, {
        right.name: right.solution,
        wrong.name: wrong.source.applied(mistake.edits),
        "softmax_cross_entropy": ENDLESS,
    })  # fmt: skip
    nbgrader(tmp_path, "autograde", LESSON)
    nbgrader(tmp_path, "generate_feedback", LESSON)
    (page,) = tmp_path.glob(f"feedback/ada/{LESSON}/*.html")
    said = html.unescape(page.read_text(encoding="utf-8"))
    assert "(Score: 1.0 / 4.0)" in said
    for words in mistake.message, "after 5 s in line 2", "Not started yet.":
        assert words in said


def test_what_is_there_is_not_overwritten(tmp_path, capsys):
    command = ["nbgrader", "--lesson", "05", str(tmp_path)]
    assert main(command) == 0 and main(command) == 1
    said = capsys.readouterr().err
    assert "lesson_05.ipynb cannot be written: File exists" in said
    for lesson in ("99", "0*", "[0-9]5", "side"):
        assert main(["nbgrader", "--lesson", lesson, str(tmp_path)]) == 1
        said = f"Lesson {lesson!r} has no exercises."
        assert said in capsys.readouterr().err
