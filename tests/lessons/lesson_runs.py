"""Run the cells of a lesson in this process, each as often as one likes."""

from contextlib import chdir, contextmanager
from functools import cache
from pathlib import Path

import nbformat
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from picture_rules import problems
from traitlets.config import Config

from course_lib.plots import show

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PAGES = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
NO_HISTORY = Config({"HistoryManager": {"enabled": False}})


@contextmanager
def shell():
    """Lend a shell with empty names, in the folder of the notebooks."""
    InteractiveShell.clear_instance()
    with chdir(NOTEBOOKS):
        yield InteractiveShell.instance(config=NO_HISTORY)
    InteractiveShell.clear_instance()


def run_cell(python, source):
    """Run a cell; return what it printed, showed and raised, as text."""
    with capture_output() as caught:
        result = python.run_cell(source)
    shown = [each.data.get("text/plain", "") for each in caught.outputs]
    error = result.error_before_exec or result.error_in_exec
    if error:  # its traceback, which names lines, stands in the printed text
        return f"{type(error).__name__}: {error}"
    return "\n".join([caught.stdout, *shown])


@contextmanager
def watching(judge):
    """Hand every figure to a judge when it is shown, instead of its PNG.

    The same cells make their PNG where their outputs are compared and in the
    browser; here they run twice.
    """
    make = show.png_bytes

    def judged(figure):
        judge(figure)
        return b""

    show.png_bytes = judged
    try:
        yield
    finally:
        show.png_bytes = make


@cache
def run(page):
    """Run a page top to bottom, then every cell again, bottom to top.

    Returns
    -------
    pictures : dict of str to list of str
        What is wrong with the pictures of a cell, by its id.
    other : dict of str to (str, str)
        What a cell gave first and then, where the two differ.
    """
    notebook = nbformat.read(NOTEBOOKS / f"{page}.ipynb", as_version=4)
    cells = [c for c in notebook.cells if c.cell_type == "code"]
    pictures, first, other = {}, {}, {}
    with shell() as python:
        for cell in cells:
            found = pictures.setdefault(cell.id, [])
            with watching(lambda figure: found.extend(problems(figure))):  # noqa: B023
                first[cell.id] = run_cell(python, cell.source)
        with watching(lambda figure: None):
            for cell in reversed(cells):
                again = run_cell(python, cell.source)
                if again != first[cell.id]:
                    other[cell.id] = first[cell.id], again
    return pictures, other
