"""A cell that asks to be run has all that it needs when it alone is run.

What is saved says “Run this cell for the sliders”, and a starter cell is what
a learner comes back to the day after. Such a cell brings its own imports.
"""

import ast
import builtins

import pytest
from course_pages import NOTEBOOKS, cells, each_page
from sections import pieces

from course_site.book.explorer_registry import explorers
from course_site.book.notebook_page import called

KINDS = {*explorers(), "Classroom", "ProgressPanel", "card", "check"}
READY = [
    pytest.param(cell, id=f"{page}-{name}")
    for page in NOTEBOOKS
    for name, cell in cells(page).items()
    if called(cell)[0] in KINDS
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


@pytest.mark.parametrize("cell", READY)
def test_no_name_is_missing(cell):
    assert_whole(cell.source, f"{cell.id}, which is run alone,")
    asks_for_code = (
        called(cell)[0] == "check" and "check(...," not in cell.source
    )
    if asks_for_code:  # what the answer will need
        assert "import numpy as np" in cell.source, (
            f"{cell.id} must import numpy as np: it is run alone on a later "
            "day"
        )


@pytest.mark.parametrize("left_out", [False, True], ids=["all", "needed"])
@each_page
def test_a_sitting_needs_no_other_one_and_nothing_optional(page, left_out):
    found = {}
    for cell, _, sitting, optional in pieces(cells(page).values()):
        if cell.cell_type == "code" and not (left_out and optional):
            found.setdefault(sitting, []).append(cell)
    for code in found.values():
        source = "\n".join(cell.source for cell in code)
        assert_whole(source, f"the sitting that begins with {code[0].id}")
