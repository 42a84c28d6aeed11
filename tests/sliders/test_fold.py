"""What a cell that folds its answer puts out, in a real kernel."""

import nbformat
import pytest
from nbclient import NotebookClient

from course_lib.sliders import fold
from course_lib.sliders.fold import END, START

CALL = "from course_lib.sliders.fold import fold_the_answer\nfold_the_answer()"
CELLS = {
    "words": (
        "print('a'); print('b<c')\nimport sys\nsys.stderr.write('e')\n6*7"
    ),
    "not folded": "print('open')",
    "formula": "from IPython.display import Math\nprint('12:')\nMath('x')",
    "error": "print('before')\n1 / 0",
    "quiet": "6 * 7;",
    "widget": "import ipywidgets\nprint(1)\nipywidgets.IntSlider()",
    "await": "import asyncio\nprint('q')\nawait asyncio.sleep(0)\n7",
    "picture": (
        "from course_lib.sliders.show import show\n"
        "from course_lib.sliders.style import new_figure\n"
        "print('two')\nshow(new_figure(), 'An empty picture.')"
    ),
    "cleared": (
        "from IPython.display import clear_output\n"
        "print('gone')\nclear_output()\nprint('left')"
    ),
}


@pytest.fixture(scope="module")
def outputs():
    cells = [
        nbformat.v4.new_code_cell(
            code if name == "not folded" else f"{CALL}\n{code}"
        )
        for name, code in CELLS.items()
    ]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, allow_errors=True).execute()
    return dict(zip(CELLS, [cell.outputs for cell in cells]))


def test_words_and_what_is_returned_come_as_one_fold(outputs):
    error, shown = outputs["words"]
    assert error.name == "stderr"
    assert shown.data == {
        "text/html": f"{START}\n<pre>a\nb&lt;c</pre>\n<pre>42</pre>\n{END}",
        "text/plain": "a\nb<c\n42",
    }


def test_the_next_cell_is_as_ever(outputs):
    (said,) = outputs["not folded"]
    assert said.text == "open\n"


def test_a_formula_comes_as_markdown_which_every_program_sets(outputs):
    (shown,) = outputs["formula"]
    assert shown.data["text/markdown"] == (
        f"{START}\n\n<pre>12:</pre>\n\n$\\displaystyle x$\n\n{END}"
    )
    assert "text/html" not in shown.data


def test_an_error_stands_open_and_what_came_before_it_does_not(outputs):
    error, shown = outputs["error"]
    assert error.ename == "ZeroDivisionError"
    assert shown.data["text/plain"] == "before"


def test_a_semicolon_shows_nothing(outputs):
    assert outputs["quiet"] == []


def test_a_widget_stays_alive_outside(outputs):
    widget, shown = outputs["widget"]
    assert fold.WIDGET_VIEW in widget.data
    assert shown.data["text/plain"] == "1"


def test_a_cell_that_waits_is_folded_too(outputs):
    (shown,) = outputs["await"]
    assert shown.data["text/plain"] == "q\n7"


def test_a_picture_keeps_its_alternative_text(outputs):
    (shown,) = outputs["picture"]
    assert '<img alt="An empty picture."' in shown.data["text/html"]
    assert shown.data["text/plain"] == "two\nAn empty picture."


def test_what_is_cleared_does_not_come(outputs):
    assert outputs["cleared"][-1].data["text/plain"] == "left"


def test_a_script_folds_nothing(capsys):
    fold.fold_the_answer()
    print("said")
    assert capsys.readouterr().out == "said\n"
