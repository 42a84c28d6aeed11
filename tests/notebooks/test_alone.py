"""A cell that asks to be run has all that it needs when it alone is run.

What is saved says “Run this cell for the sliders”, and a starter cell is what
a learner comes back to the day after. Such a cell brings its own imports.
"""

import ast
import builtins
from pathlib import Path

import nbformat
import pytest
from sections import pieces

from course_site.book.explorer_registry import explorers
from course_site.book.notebook_page import called

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))
KINDS = {*explorers(), "Classroom", "ProgressPanel", "card", "check"}
CELLS = [
    (path.stem, cell)
    for path in PATHS
    for cell in nbformat.read(path, as_version=4).cells
    if called(cell)[0] in KINDS
]
READY = [
    pytest.param(page, cell, id=f"{page}-{cell.id}") for page, cell in CELLS
]


def assert_whole(source, what):
    """Demand that code makes or imports all the names that it uses."""
    used, made = set(), set(dir(builtins))
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                used.add(name)
            case ast.Name(id=name) | ast.arg(arg=name):
                made.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                made.add(name)
            case ast.ExceptHandler(name=name) | ast.MatchAs(name=name):
                made.add(name)
            case ast.Import() | ast.ImportFrom():
                made |= {(a.asname or a.name) for a in node.names}
    assert not used - made, (
        f"{what} uses {used - made} of code that may not have run: import or "
        "make it there too"
    )


def later_sittings():
    """Yield the code of each sitting but the first."""
    for path in PATHS:
        found = {}
        for cell, _, sitting, _ in pieces(nbformat.read(path, 4).cells):
            if cell.cell_type == "code":
                found.setdefault(sitting, []).append(cell)
        for sitting in range(1, len(found)):
            yield pytest.param(found[sitting], id=f"{path.stem}-{sitting + 1}")


LATER = list(later_sittings())


@pytest.mark.parametrize("page, cell", READY)
def test_no_name_is_missing(page, cell):
    assert_whole(cell.source, f"{cell.id}, which is run alone,")
    asks_for_code = (
        called(cell)[0] == "check" and "check(...," not in cell.source
    )
    if asks_for_code:  # what the answer will need
        assert "import numpy as np" in cell.source, (
            f"{cell.id} must import numpy as np: it is run alone on a later "
            "day"
        )


@pytest.mark.parametrize("cells", LATER)
def test_a_sitting_needs_no_name_of_an_earlier_one(cells):
    code = "\n".join(cell.source for cell in cells)
    assert_whole(code, f"the sitting that begins with {cells[0].id}")


@pytest.mark.parametrize(
    "path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem
)
def test_what_is_optional_may_be_left_out(path):
    needed = {}
    for cell, _, sitting, optional in pieces(nbformat.read(path, 4).cells):
        if cell.cell_type == "code" and not optional:
            needed.setdefault(sitting, []).append(cell.source)
    for sources in needed.values():
        assert_whole("\n".join(sources), "what is not optional")
