"""The teaching notes name only what is there."""

import re
from functools import cache

import pytest
from course_pages import LESSONS, cells, outputs

from answer_check.exercise import every
from course_site.book.__main__ import for_teachers
from course_site.book.explorer_registry import explorers
from course_site.book.notebook_page import called

PAGES = for_teachers()
NAME = re.compile(r"`([^`]+)`")
# Such numbers come from a run: 2.35, 1,197, 512, 10⁸, 4·10⁸ and 1/32, but
# not 5. A fraction is one number.
FIGURE = r"\d+(?:[.,]\d+)+|\d{3,}"
FRACTION = r"(?<![\w/.])\d+/\d+(?![\w/])"
NUMBER = re.compile(
    rf"{FRACTION}|(?:(?:{FIGURE}|\d+) ?[·×] ?)?\d+⁻?[⁰¹²³⁴-⁹]+|{FIGURE}"
)


@cache
def named(lesson):
    """Return the names of a lesson's cells, cards and panels."""
    found = set()
    for cell in cells(lesson).values():
        call, text = called(cell)
        found |= {cell.id, text} if call == "card" else {cell.id}
        found |= {call} & {*explorers()}
    return found


@cache
def exercises(lesson):
    return {each.name: each for each in every(lesson[:2])}


@cache
def numbers(lesson):
    """Return the numbers that a lesson, its exercises and panels show."""
    texts = []
    for cell in cells(lesson).values():
        texts += [cell.source, *outputs(cell)]
    for kind in map(explorers().get, set(named(lesson)) & set(explorers())):
        texts += [kind.task, kind.question, *kind.choices.values()]
    return set(NUMBER.findall("\n".join(texts)))


def unknown(lesson, text):
    """Say what is named and is no cell, exercise or panel of the lesson."""
    for name in set(NAME.findall(text)) - {*named(lesson), *exercises(lesson)}:
        yield f"{name} is no cell, exercise or explorer of {lesson}"
    for number in set(NUMBER.findall(text)) - numbers(lesson):
        yield f"{number} is not a number of {lesson}"


def quotations(lesson, text):
    """Say which quoted mistake or choice is not one of the named thing."""
    for name, quoted in re.findall(r"(?:`(\w+)`: )?“([^”]+)”", text):
        told = set()
        if name in exercises(lesson):
            told = {m.message for m in exercises(lesson)[name].listed}
        elif name in explorers():
            told = set(explorers()[name].choices)
        if quoted not in told:
            yield f"{name or 'nothing'} does not say “{quoted}”"


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_a_note_that_holds(lesson):
    text = PAGES[lesson].read_text(encoding="utf-8")
    found = [*unknown(lesson, text), *quotations(lesson, text)]
    assert not found, "\n".join(
        [*found, f"change the note, {PAGES[lesson]}, or what it speaks of"]
    )
