"""The pages of the course, as tests read them: each file once."""

import re
from functools import cache
from pathlib import Path

import nbformat
import pytest

from course_site.live.packages import OURS

TOP = Path(__file__).parents[2]
NOTEBOOKS = {path.stem: path for path in sorted(TOP.glob("notebooks/*.ipynb"))}
ROOMS = *OURS, "notebooks", "tests", "benchmarks", "figures"
DOCUMENTS = [
    *TOP.glob("*.md"),
    *(path for room in ROOMS for path in sorted(TOP.glob(f"{room}/**/*.md"))),
    *NOTEBOOKS.values(),
]
LESSONS = [name for name in NOTEBOOKS if name[0].isdigit()]
each_page = pytest.mark.parametrize("page", NOTEBOOKS)


@cache
def cells(page):
    """Return the cells of a page by their names; nobody changes them."""
    assert page in NOTEBOOKS, (
        f"no page {page}: what is said of it here goes, or names another page"
    )
    found = nbformat.read(NOTEBOOKS[page], as_version=4).cells
    return {cell.id: cell for cell in found}


def kinds(page, kind):
    """Return the cells of one kind, "code" or "markdown", in order."""
    return [each for each in cells(page).values() if each.cell_type == kind]


def prose(page):
    """Return the text of a page."""
    return "\n\n".join(cell.source for cell in kinds(page, "markdown"))


def outputs(cell):
    """Return what a terminal shows of a cell's outputs."""
    return [
        output.get("text") or output.get("data", {}).get("text/plain", "")
        for output in cell.get("outputs", ())
    ]


def text_of(path, code=True):
    """Return what a file in Markdown, or a page with its code, says."""
    if path.suffix != ".ipynb":
        return path.read_text("utf-8")
    if not code:
        return prose(path.stem)
    return "\n\n".join(cell.source for cell in cells(path.stem).values())


def without_code(text):
    """Return Markdown without its blocks of code."""
    return re.sub(r"```.*?```", "", text, flags=re.S)
