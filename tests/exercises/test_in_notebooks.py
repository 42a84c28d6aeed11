"""Exercises where they are met: in the notebooks, in a real kernel."""

import ast
import re
from functools import cache
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from course_lib.exercises.exercise import every, find, names
from course_lib.exercises.progress import done

FOLDER = Path(__file__).parents[2] / "notebooks"
PAGES = sorted(FOLDER.glob("*.ipynb"))  # lessons and side pages
SECONDS = 120  # for a cell


def cells_of(page):
    notebook = nbformat.read(page, as_version=4)
    return [c for c in notebook.cells if c.cell_type == "code"]


@cache
def pages_by_card():
    """List the pages on which an exercise's card stands, by its name."""
    pages = {}
    for page in PAGES:
        for cell in cells_of(page):
            if card := re.search(r'^card\("(\w+)"\)\Z', cell.source, re.M):
                pages.setdefault(card[1], []).append(page)
    return pages


def belongs(page, lesson):
    """Whether a page is the lesson, or a side page that links back to it."""
    return page.name.startswith(lesson) or (
        page.name.startswith("side_")
        and f"]({lesson}_" in page.read_text("utf-8")
    )


def is_to_fill_in(source, exercise):
    """Whether a cell is the starter; its check is below it or in a cell."""
    starter = exercise.starter.strip()
    return source.startswith(starter) and (
        source[len(starter) :].strip() in ("", f"check({exercise.name})")
    )


def printed(cell):
    return "".join(o.text for o in cell.outputs if o.output_type == "stream")


@pytest.mark.parametrize("name", names())
def test_card_starter_and_check_stand_on_one_page(name):
    exercise = find(name)
    (page,) = pages_by_card()[name]
    assert belongs(page, exercise.lesson)
    cells = cells_of(page)
    sources = [c.source.strip() for c in cells]
    at = [
        next((i for i, s in enumerate(sources) if there(s)), None)
        for there in (
            lambda s: s.endswith(f'card("{name}")'),
            lambda s: is_to_fill_in(s, exercise),
            lambda s: re.search(rf"^check\({name}\)\Z", s, re.M),
        )
    ]
    assert None not in at and at == sorted(at), at
    assert printed(cells[at[-1]]).startswith("Not started yet.")


def names_of(source):
    """Return the names a cell uses and those it gives a value."""
    used, given = set(), set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else given).add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            given.add(node.name)
        elif isinstance(node, ast.alias):
            given.add((node.asname or node.name).split(".")[0])
    return used, given


def exercise_cells(cells, wanted):
    """Keep cells that speak of an exercise, and all that they build on.

    Pictures and panels, which the run of each notebook as a test covers, are
    left out for speed.
    """
    kept, needed = [], set(wanted)
    for cell in reversed(cells):
        used, given = names_of(cell.source)
        if needed & given or wanted & used or 'card("' in cell.source:
            kept.insert(0, cell)
            needed |= used
    return kept


def with_solutions(page):
    """Return a page's exercise cells, starters replaced by solutions."""
    cells, here = cells_of(page), set()
    for cell in cells:
        cell.id = f"{page.stem}-{cell.id}"[:64]
        for exercise in every():
            if is_to_fill_in(cell.source, exercise):
                here.add(exercise.name)
                cell.source = cell.source.replace(
                    exercise.starter.strip(), exercise.solution.strip()
                )
    return exercise_cells(cells, here)


def test_solutions_pass_in_the_notebooks(own_progress):
    """One kernel for all pages; its names are cleared between them."""
    cells = []
    for page in PAGES:
        cells.append(nbformat.v4.new_code_cell("%reset -f"))
        cells += with_solutions(page)
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(
        notebook, timeout=SECONDS, resources={"metadata": {"path": FOLDER}}
    ).execute()
    said = {
        found[1]: printed(c)
        for c in notebook.cells
        if (found := re.search(r"^check\((\w+)\)\Z", c.source, re.M))
    }
    failed = {n: t for n, t in said.items() if not t.startswith("Right.")}
    assert not failed
    assert set(said) == set(done()) == set(names())


def run(*sources):
    """Run cells in one fresh kernel; return what each printed."""
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(s) for s in sources]
    )
    NotebookClient(notebook, timeout=SECONDS, allow_errors=True).execute()
    return [printed(c) for c in notebook.cells]


ANSWER = "def average(numbers):\n    {}\ncheck(average, seconds=1)"


def test_the_kernel_outlives_every_hard_answer():
    """What differs in a kernel: exit, input, threads, prints, interrupts."""
    hard = {
        "exit()": "would end the notebook",
        "quit()": "would end the notebook",
        "import sys; sys.exit()": "would end the notebook",
        "return input('?')": "asks for input",
        "while True: pass": "still running after 1 s in line 2 (`while True",
        "while True: print(numbers)": "still running after 1 s",
        "import time; time.sleep(20)": "or does that line take so long",
        "sys = __import__('sys'); sys.stdout.close(); return 1": "Not yet.",
        "return undefined": "`undefined`, which is not defined",
        "raise KeyboardInterrupt": "raised KeyboardInterrupt",
        "get_ipython().ask_exit = 1 / 0": "ZeroDivisionError",
        "import os; os.write(1, b'x'); return 1": "Not yet.",
    }
    said = run(
        "import numpy as np\nfrom course_lib.exercises import check\n"
        "kept = [1, 2, 3]",
        *(ANSWER.format(body) for body in hard),
        ANSWER.format("return numbers.mean()"),
        "print(kept, input)",
    )  # fmt: skip
    for body, text in zip(hard, said[1:]):
        assert hard[body] in " ".join(text.split()), (body, text)
    assert said[-2].startswith("Right.")
    assert said[-1].startswith("[1, 2, 3] <bound method Kernel.raw_input")
