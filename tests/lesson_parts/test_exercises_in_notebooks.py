"""Exercises where they are met: in the notebooks."""

import re

import numpy as np
import pytest
from course_pages import NOTEBOOKS, kinds, prose

from answer_check import progress
from answer_check.exercise import find, names
from answer_check.question import Question


def belongs(page, lesson):
    """Whether a page is the lesson, or a side page that links back to it."""
    return page.startswith(lesson) or (
        page.startswith("side_") and f"]({lesson}_" in prose(page)
    )


def cell_to_fill_in(page, exercise, card, asked):
    """Return the starter of an exercise on a page, below its card."""
    cells = kinds(page, "code")
    assert belongs(page, exercise.lesson)
    (shown,) = (c for c in cells if c.source.endswith(card))
    starter = re.escape(exercise.starter.strip())
    start = re.compile(
        rf"from .+\n+{starter}" if asked
        else rf"(import .+\n+from .+\n+){starter}\n+check\({exercise.name}\)"
    )  # fmt: skip
    starting = [c for c in cells if start.fullmatch(c.source)]
    assert len(starting) == 1, (
        f"one cell of {page} must import numpy as np, import check, and "
        f"then hold this and its check:\n{exercise.starter}"
    )
    assert cells.index(shown) < cells.index(starting[0])
    return starting[0]


@pytest.mark.parametrize("name", names())
def test_a_page_has_the_card_and_takes_the_solution(name, cell, said):
    exercise, card = find(name), f'card("{name}")'
    showing = [
        page
        for page in NOTEBOOKS
        if any(each.source.endswith(card) for each in kinds(page, "code"))
    ]
    assert showing, (
        f"no lesson shows {card}: show it, or delete {name}.py of its lesson"
    )
    asked = isinstance(exercise, Question)
    (fill_in, *_) = [
        cell_to_fill_in(page, exercise, card, asked) for page in showing
    ]
    run = "" if asked else f"\ncheck({name})\n"
    text = f"del np\n{fill_in.source}\n"  # it brings what it needs
    with np.printoptions():  # the page sets its own
        told = said(cell, text + exercise.solution + run)
    begun, answered = told.split("Right.")
    assert begun.startswith("Not started yet.") and answered.strip()
    assert name in progress.done()
    assert asked or progress.load(name)
