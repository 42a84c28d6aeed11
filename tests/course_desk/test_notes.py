"""The teaching notes name only what is there."""

import re
from collections import namedtuple
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import nbformat
import pytest
from sections import folds

from answer_check.exercise import every
from course_site.book.__main__ import for_teachers
from course_site.book.explorer_registry import explorers
from course_site.book.notebook_page import called

TOP = Path(__file__).parents[2]
LESSONS = [path.stem for path in sorted(TOP.glob("notebooks/[0-9]*.ipynb"))]
PAGES = for_teachers()
SECTION = re.compile(r"\((?:\.\./)+(\w+)\.ipynb#([^)]+)\)")
NAME = re.compile(r"`([^`]+)`")
# Such numbers come from a run: 2.35, 1,197, 512, 10⁸, 4·10⁸ and 1/32, but
# not 5. A fraction is one number.
FIGURE = r"\d+(?:[.,]\d+)+|\d{3,}"
FRACTION = r"(?<![\w/.])\d+/\d+(?![\w/])"
NUMBER = re.compile(
    rf"{FRACTION}|(?:(?:{FIGURE}|\d+) ?[·×] ?)?\d+⁻?[⁰¹²³⁴-⁹]+|{FIGURE}"
)


Place = namedtuple("Place", "at, headings, folded")


@cache
def cells(lesson):
    path = TOP / "notebooks" / f"{lesson}.ipynb"
    return nbformat.read(path, as_version=4).cells


@cache
def named(lesson):
    """Return the places of a lesson's cells, cards and panels, by name."""
    found, above = {}, []
    for at, cell in enumerate(cells(lesson)):
        if cell.cell_type == "markdown":
            for marks, words in re.findall(r"^(#+) (.+)$", cell.source, re.M):
                above = [*above[: len(marks) - 1], words.replace(" ", "-")]
        call, text = called(cell)
        names = {text} if call == "card" else {call} & set(explorers())
        for name in {cell.id, *names}:
            found[name] = Place(at, tuple(above), folds(cell))
    return found


@cache
def exercises(lesson):
    return {each.name: each for each in every(lesson[:2])}


@cache
def numbers(lesson):
    """Return the numbers that a lesson, its exercises and panels show."""
    outputs = [o for c in cells(lesson) for o in c.get("outputs", ())]
    texts = [o.get("text") or o.data["text/plain"] for o in outputs]
    texts += [cell.source for cell in cells(lesson)]
    for kind in map(explorers().get, set(named(lesson)) & set(explorers())):
        texts += [kind.task, kind.question, *kind.choices.values()]
    return set(NUMBER.findall("\n".join(texts)))


def unknown(lesson, text):
    """Say what is named and is no cell, exercise or panel of the lesson."""
    for name in set(NAME.findall(text)) - {*named(lesson), *exercises(lesson)}:
        yield f"{name} is no cell, exercise or explorer of {lesson}"
    for number in set(NUMBER.findall(text)) - numbers(lesson):
        yield f"{number} is not a number of {lesson}"


def plans(text):
    """Return the rows of each plan: from, to, sections, names, words."""
    for plan in re.findall(r"(?:^\| \d+–\d+ \|.+\n)+", text, re.M):
        yield [
            (int(a), int(b), SECTION.findall(row), NAME.findall(row), row)
            for a, b, row in re.findall(r"\| (\d+)–(\d+) \|(.+)", plan)
        ]


def course(plan):
    """Say which row names what its sections do not hold, or hold earlier.

    A teacher runs all cells above the next one: no answer may be among them.
    """
    last = {}
    for *_, sections, names, row in plan:
        there = {
            name: (lesson, place)
            for lesson, heading in sections
            for name, place in named(lesson).items()
            if unquote(heading) in place.headings
        }
        for name in names:
            if name not in there:
                yield f"{name} does not stand below the headings of its row"
                continue
            lesson, place = there[name]
            if place.at < last.get(lesson, 0):
                yield f"{name} stands above the cell before it"
            last[lesson] = place.at
            guess = rf"[aA] guess,(?: on paper,)? `{name}`"
            if not place.folded and re.search(guess, row):
                yield f"{name} is no answer to a prediction"


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


def problems(lesson, text):
    """List what is wrong with a note."""
    if not list(plans(text)):
        yield "no plan"
    for plan in plans(text):
        yield from course(plan)
    yield from unknown(lesson, text)
    yield from quotations(lesson, text)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_a_note_that_holds(lesson):
    text = PAGES[lesson].read_text(encoding="utf-8")
    found = list(problems(lesson, text))
    assert not found, "\n".join(
        [*found, f"change the note, {PAGES[lesson]}, or what it speaks of"]
    )


@pytest.mark.parametrize("page", sorted(PAGES.keys() - LESSONS))
def test_the_paths_of_a_page_hold(page):
    assert not page[0].isdigit(), f"{PAGES[page]} belongs to no lesson"
    text = PAGES[page].read_text(encoding="utf-8")
    found = [p for plan in plans(text) for p in course(plan)]
    tasks = " ".join(re.findall(r"^Home work: .+", text, re.M))
    found += set(NAME.findall(tasks)) - {each.name for each in every()}
    assert not found, "\n".join(
        [*found, f"change {PAGES[page]}, or what it speaks of"]
    )
