"""How long each sitting of a page takes, by the rule of CONTRIBUTING.

``python tests/notebooks/minutes.py 05`` prints it beside what the page's head
says. No test compares them: the rule is an estimate.
"""

import re
import sys

from course_pages import NOTEBOOKS, cells
from sections import pieces

from answer_check.exercise import find
from answer_check.question import Question
from course_site.book.cover import minutes as said_minutes
from course_site.book.explorer_registry import explorers
from course_site.book.notebook_page import called
from course_site.first_cell import FIRST
from derivation_check import goals

ON_PAPER = re.compile(
    r"\*\*Pencil and paper|Work it out|On paper:|\*\*Predict\*\*, on paper"
)


def to_do(kind, name):
    """Return the minutes of what a cell of code asks the reader to do."""
    if kind in explorers():
        return 3
    if kind == "derivation_card":
        return 8 * len(goals.find(name).steps)
    if kind != "card":
        return 0
    exercise = find(name)
    if isinstance(exercise, Question):
        return 3
    if exercise.mend is not None:
        return 7
    return 12 if exercise.outputs or exercise.why_not else 9


def minutes_of(cell, text):
    """Return the minutes of a cell, or of a part of its text."""
    words = re.sub(r"```.*?```|\$\$.*?\$\$|<[^>]+>", " ", text, flags=re.S)
    takes = (
        len(words.split()) / 150
        + 1.5 * (text.count("$$") // 2)
        + 2.5 * text.count("**Predict")
        + 5 * len(ON_PAPER.findall(text))
    )
    if cell.cell_type == "code" and cell.id != FIRST:
        takes += 0.5 + 0.5 * ("<img" in str(cell.outputs))
        takes += to_do(*called(cell))
    return takes


def minutes(page):
    """Return the minutes of each sitting, then those without the optional."""
    sittings, needed = [0, 0, 0], 0
    for cell, text, sitting, optional in pieces(cells(page).values()):
        takes = minutes_of(cell, text)
        sittings[sitting] += takes
        needed += takes * (not optional)
    return [5 * round(each / 5) for each in (*filter(None, sittings), needed)]


if __name__ == "__main__":
    for page in NOTEBOOKS:
        if not page.startswith(sys.argv[1]):
            continue
        *each, without = minutes(page)
        if page[:2].isdigit():
            print(f"{page}: its head says {said_minutes(NOTEBOOKS[page])}")
        print(f"The rule gives {each}, and {without} without what is optional")
