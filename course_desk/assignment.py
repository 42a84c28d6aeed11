"""The exercises of a lesson as an assignment for nbgrader."""

import re

from nbformat import read
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from answer_check.exercise import find
from answer_check.question import Question
from course_desk.lesson import pages

_INTRODUCTION = """# Exercises of lesson {lesson}

Each exercise is a cell to fill in and a cell that tests it: nothing is said of
a right answer, and of a wrong one what is wrong with it."""


def assignment(lesson):
    """Lay out the exercises on a lesson's page for nbgrader, a point each.

    The lesson is two digits. The notebook is nbgrader's source: it takes the
    solutions out for the learners.
    """
    introduction = _INTRODUCTION.format(lesson=lesson)
    cells = [
        _cell(new_markdown_cell, "introduction", introduction),
        _cell(new_code_cell, "setup", "import numpy as np"),
    ]
    for exercise in _shown_in(lesson):
        name = exercise.name
        said = f"## {name}\n\n{exercise.statement}"
        if not _is_question(exercise) and exercise.mend:
            said += f"\n\n```python\n{exercise.starter}```"
        answer = f'{name}, "{name}"' if _is_question(exercise) else name
        test = f"from answer_check import grade\n\ngrade({answer})"
        cells += [
            _cell(new_markdown_cell, f"{name}-statement", said),
            _cell(new_code_cell, f"{name}-answer", _to_fill_in(exercise),
                  solution=True, locked=False),
            _cell(new_code_cell, f"{name}-test", test, grade=True, points=1),
        ]  # fmt: skip
    kernel = {"name": "python3", "display_name": "Python 3"}
    kernel["language"] = "python"
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def _shown_in(lesson):
    """Return the exercises whose cards the lesson shows, in their order."""
    shown = [path for path in pages() if path.name[:3] == f"{lesson}_"]
    text = "\n".join(c.source for p in shown for c in read(p, 4).cells)
    names = re.findall(r'^card\("(\w+)"\)$', text, re.M)
    if not names:
        raise LookupError(f"Lesson {lesson!r} has no exercises.")
    return [*map(find, names)]


def _is_question(exercise):
    return isinstance(exercise, Question)


def _to_fill_in(exercise):
    if _is_question(exercise):
        right = f"{exercise.name} = {exercise.right!r}"
        return f"### BEGIN SOLUTION\n{right}\n### END SOLUTION"
    head = exercise.starter.split("    raise NotImplementedError")[0]
    if exercise.mend:  # it stands in the statement
        head = exercise.source.head
    given = head.splitlines()
    body = [s for s in exercise.solution.splitlines() if s not in given]
    marked = ["    ### BEGIN SOLUTION", *body, "    ### END SOLUTION"]
    return head + "\n".join(marked)


def _cell(new, name, source, **marks):
    """Make a cell that nbgrader knows; learners may not change it."""
    nbgrader = {
        "schema_version": 3, "grade_id": name, "grade": False, "task": False,
        "solution": False, "locked": True,
    }  # fmt: skip
    return new(source, id=name, metadata={"nbgrader": nbgrader | marks})
