"""A side page is linked from its lesson."""

import re
from pathlib import Path

import nbformat
import pytest

TOP = Path(__file__).parents[2]
NOTEBOOKS = TOP / "notebooks"
SIDE_PAGES = sorted(path.name for path in NOTEBOOKS.glob("side_*.ipynb"))


def prose(name):
    cells = nbformat.read(NOTEBOOKS / name, as_version=4).cells
    return "\n\n".join(c.source for c in cells if c.cell_type == "markdown")


@pytest.mark.parametrize("page", SIDE_PAGES)
def test_a_side_page_is_linked_from_its_lesson(page):
    head = prose(page).split("\n\n")[1]
    lessons = re.findall(r"\]\((\d\d\w+\.ipynb)\)", head)
    assert lessons, f"{page}: link to its lesson in the line below the title"
    link = re.compile(rf"\]\({page}[)#]")
    assert any(link.search(prose(lesson)) for lesson in lessons), (
        f"nobody finds {page}: link to it from {' or '.join(lessons)}"
    )
