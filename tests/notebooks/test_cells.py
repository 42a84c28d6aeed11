"""Every cell of every page, run in this process, and then run again.

Its pictures read from the back row (``picture_rules``). A reader runs a cell
again, or goes back to one further up: it must give what it gave before, so no
name that it uses may have become something else.
"""

from contextlib import chdir
from functools import cache
from pathlib import Path

import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from picture_rules import problems
from traitlets.config import Config

from course_lib.panels import show

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PAGES = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
NO_HISTORY = Config({"HistoryManager": {"enabled": False}})


def run_cell(shell, source):
    """Run a cell; return what it printed, showed and raised, as text."""
    with capture_output() as caught:
        result = shell.run_cell(source)
    shown = [each.data.get("text/plain", "") for each in caught.outputs]
    error = result.error_before_exec or result.error_in_exec
    if error:  # its traceback, which names lines, stands in the printed text
        return f"{type(error).__name__}: {error}"
    return "\n".join([caught.stdout, *shown])


@cache
def run(page):
    """Run a page top to bottom, then every cell again, bottom to top.

    Figures are judged in place of becoming PNG: the same cells make theirs
    where their outputs are compared, and in the browser.

    Returns
    -------
    pictures : list of str
        What is wrong with the pictures.
    other : list of str
        What a cell gave first and then, where the two differ.
    """
    notebook = nbformat.read(NOTEBOOKS / f"{page}.ipynb", as_version=4)
    cells = [c for c in notebook.cells if c.cell_type == "code"]
    pictures, first, other = [], {}, []

    def judge(figure):
        if len(first) < len(cells):
            found = problems(figure)
            pictures.extend(f"{cells[len(first)].id}: {p}" for p in found)
        return b""

    InteractiveShell.clear_instance()
    with pytest.MonkeyPatch.context() as patch, chdir(NOTEBOOKS):
        patch.setattr(show, "png_bytes", judge)
        shell = InteractiveShell.instance(config=NO_HISTORY)
        for cell in cells:
            first[cell.id] = run_cell(shell, cell.source)
        for cell in reversed(cells):
            again = run_cell(shell, cell.source)
            if again != first[cell.id]:
                other.append(
                    f"{cell.id} gave\n{first[cell.id]}\nand then\n{again}"
                )
    InteractiveShell.clear_instance()
    return pictures, other


@pytest.mark.parametrize("page", PAGES)
def test_every_picture_of_a_page_reads_from_the_back_row(page):
    pictures, _ = run(page)
    assert not pictures, "\n".join(dict.fromkeys(pictures))


@pytest.mark.parametrize("page", PAGES)
def test_a_cell_run_again_gives_what_it_gave(page):
    _, other = run(page)
    assert not other, "\n".join(other)
