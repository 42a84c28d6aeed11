"""A cell that asks to be run works when it alone is run in a fresh kernel.

What is saved says “Run this cell for the sliders”, and a starter cell is what
a learner comes back to the day after. Such a cell brings its own imports.
"""

import ast
import builtins
from itertools import chain
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from sections import pieces

from course_lib.book.explorer_registry import explorers
from course_lib.book.notebook_page import called
from run_notebooks import normalize

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
FORGET = "get_ipython().reset(new_session=False)"


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


def output(cell):
    """Return what a cell printed and showed, as text."""
    return "\n".join(
        each.get("text") or each.data["text/plain"] for each in cell.outputs
    )


def run(notebook):
    """Run a notebook in a fresh kernel; what it prints may come in parts."""
    NotebookClient(
        notebook,
        timeout=600,
        coalesce_streams=True,
        resources={"metadata": {"path": str(NOTEBOOKS)}},
    ).execute()


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


@pytest.mark.thorough
@pytest.mark.parametrize("page", sorted({page for page, _ in CELLS}))
def test_a_cell_runs_alone(page):
    """Where no name is known it gives what it gave in the lesson."""
    cells = [cell for where, cell in CELLS if where == page]
    sources = [(FORGET, cell.source) for cell in cells]
    alone = new_notebook(cells=[new_code_cell(s) for s in chain(*sources)])
    run(alone)
    for ran, cell in zip(normalize(alone).cells[1::2], cells, strict=True):
        assert output(ran) == output(cell), cell.id


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
