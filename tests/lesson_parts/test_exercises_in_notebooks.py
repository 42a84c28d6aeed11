"""Exercises where they are met: in the notebooks, and in a real kernel."""

import re

import numpy as np
import pytest
from nbclient import NotebookClient
from nbformat import read
from nbformat.v4 import new_code_cell, new_notebook

from answer_check import progress
from answer_check.exercise import find, names
from answer_check.question import Question
from course_tools.lesson import pages

PAGES = {
    path: [c for c in read(path, 4).cells if c.cell_type == "code"]
    for path in pages()
}


def belongs(page, lesson):
    """Whether a page is the lesson, or a side page that links back to it."""
    return page.name.startswith(lesson) or (
        page.name.startswith("side_")
        and f"]({lesson}_" in page.read_text("utf-8")
    )


def cell_to_fill_in(page, cells, exercise, card, asked):
    """Return the starter of an exercise on a page, below its card."""
    assert belongs(page, exercise.lesson)
    (shown,) = (c for c in cells if c.source.endswith(card))
    starter = re.escape(exercise.starter.strip())
    start = re.compile(
        rf"from .+\n+{starter}" if asked
        else rf"(import .+\n+from .+\n+){starter}\n+check\({exercise.name}\)"
    )  # fmt: skip
    starting = [c for c in cells if start.fullmatch(c.source)]
    assert len(starting) == 1, (
        f"one cell of {page.name} must import numpy as np, import check, and "
        f"then hold this and its check:\n{exercise.starter}"
    )
    assert cells.index(shown) < cells.index(starting[0])
    return starting[0]


@pytest.mark.parametrize("name", names())
def test_a_page_has_the_card_and_takes_the_solution(name, cell, said):
    exercise, card = find(name), f'card("{name}")'
    showing = [
        (page, cells)
        for page, cells in PAGES.items()
        if any(each.source.endswith(card) for each in cells)
    ]
    assert showing, (
        f"no lesson shows {card}: show it, or delete {name}.py of its lesson"
    )
    asked = isinstance(exercise, Question)
    (fill_in, *_) = [
        cell_to_fill_in(page, cells, exercise, card, asked)
        for page, cells in showing
    ]
    run = "" if asked else f"\ncheck({name})\n"
    text = f"del np\n{fill_in.source}\n"  # it brings what it needs
    with np.printoptions():  # the page sets its own
        told = said(cell, text + exercise.solution + run)
    begun, answered = told.split("Right.")
    assert begun.startswith("Not started yet.") and answered.strip()
    assert name in progress.done()
    assert asked or progress.load(name)


def plain(output):
    """Read what a terminal shows of an output."""
    return output.get("text") or output.get("data", {}).get("text/plain", "")


def in_a_kernel(*sources):
    """Run cells in one kernel; return the outputs of each."""
    cells = [new_code_cell(source) for source in (SETUP, *sources)]
    notebook = new_notebook(cells=cells)
    NotebookClient(notebook, timeout=600, allow_errors=True).execute()
    return [cell.outputs for cell in cells[1:]]


def words(outputs):
    """Return what a terminal shows of a cell, on one line."""
    return " ".join("".join(map(plain, outputs)).split())


SETUP = "import numpy as np\nfrom answer_check import check\nkept = [1, 2, 3]"
ANSWER = "def average(numbers):\n    {}\ncheck(average, seconds={})"
RIGHT = ANSWER.format("return numbers.mean()", 100)
ENDLESS = {
    "while True: pass": "still running after 1 s in line",
    "while True: print(numbers)": "still running after 1 s",
    "import time; time.sleep(20)": "or does that line take so long",
    "import re; re.match('(a+)+$', 'a' * 60 + 'b')": "still running after",
}
HARD = ENDLESS | {
    "exit()": "would end the notebook",
    "return input('?')": "asks for input",
    "sys = __import__('sys'); sys.stdout.close(); return 1": "Not yet.",
    "return undefined": "`undefined`, which is not defined",
    "raise KeyboardInterrupt": "raised KeyboardInterrupt",
    "get_ipython().ask_exit = 1 / 0": "ZeroDivisionError",
    "import os; os.write(1, b'x'); return 1": "Not yet.",
    "import matplotlib.pyplot as plt; plt.plot(numbers); return 1": "Not",
    "import IPython; IPython.display.display(1); return 1": "Not yet.",
    "import builtins as b; b.__import__ = None; return 1": "Not yet.",
    "check(average); return 1": "calls check inside a function that is",
}


@pytest.mark.thorough
def test_the_kernel_outlives_every_hard_answer():
    """What differs in a kernel: exit, input, threads, prints, interrupts."""
    answers = [ANSWER.format(b, 1 if b in ENDLESS else 100) for b in HARD]
    more = RIGHT, f"{RIGHT}\nlen(kept)", "print(kept, input)"
    *hard, right, amid, last = in_a_kernel(*answers, *more)
    for outputs, (body, said) in zip(hard, HARD.items(), strict=True):
        assert said in words(outputs) and len(outputs) == 1, body
    assert words(right).startswith("Right.") and progress.load("average")
    assert set(right[0].data) == {"text/plain", "text/html"}
    assert words(amid) == f"{words(right)}3"
    assert words(last).startswith("[1, 2, 3] <bound method Kernel.raw_input")
