"""A check says what it says in a fresh kernel, whatever ran before it."""

import textwrap

import nbformat
import pytest
from nbclient import NotebookClient

from answer_check import check
from answer_check.waiting import LOOKING

BEGIN = """
import numpy as np
import answer_check
def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    var = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / (np.sqrt(var + eps) * 2) + beta
"""
ENDS = {  # what may happen on a page before a check
    "axis": "np.zeros(3).mean(axis=2)",
    "stack": "np.stack([np.zeros(2), np.zeros(3)])",
    "inverse": "np.linalg.inv(np.zeros((2, 2)))",
    "reshape": "np.reshape(np.zeros(3), (2, 2))",
    "assertion": "np.testing.assert_allclose(1, 2)",
    "einsum": "np.einsum('ij,jk', np.ones((2, 3)), np.ones((2, 2)), "
              "optimize=True)",
    "plot": "import matplotlib.pyplot as plt\nplt.plot([1, 2], [1, 2, 3])",
    "sympy": "import sympy\nsympy.sympify('x +* 2')",
    "slider": "import ipywidgets\nipywidgets.IntSlider(min='a')",
    "warnings": "import warnings\nwarnings.simplefilter('error')",
    "errors of numpy": "np.seterr(all='raise')",
    "a profiler": "import sys\nsys.setprofile(lambda *_: None)",
    "a tracer": "import sys\nsys.settrace(lambda *_: None)",
    "print options": "np.set_printoptions(precision=1)",
    "a stopped check": "def average(numbers):\n    while True: pass\n"
                       "answer_check.check(average, seconds=0.2)",
}  # fmt: skip
ANSWER = (
    "def average(numbers):\n    {}\nanswer_check.check(average, seconds={})"
)
ENDLESS = {
    "while True: pass": "still running after 1 s in line",
    "while True: print(numbers)": "still running after 1 s",
    "import time; time.sleep(20)": "or does that line take so long",
    "import re; re.match('(a+)+$', 'a' * 60 + 'b')": "still running after",
}
# Answers that meet a kernel's own exit, input, threads and prints.
HARD = ENDLESS | {
    "exit()": "would end the notebook",
    "return input('?')": "asks for input",
    "sys = __import__('sys'); sys.stdout.close(); return 1": "Not yet.",
    "raise KeyboardInterrupt": "raised KeyboardInterrupt",
    "get_ipython().ask_exit = 1 / 0": "ZeroDivisionError",
    "import os; os.write(1, b'x'); return 1": "Not yet.",
    "import matplotlib.pyplot as plt; plt.plot(numbers); return 1": "Not",
    "import IPython; IPython.display.display(1); return 1": "Not yet.",
    "import builtins as b; b.__import__ = None; return 1": "Not yet.",
    "answer_check.check(average); return 1": "calls check inside a function",
}
CHECK = "answer_check.check(layer_norm)"


def shown(codes):
    """Run cells in one kernel; return what a terminal shows of each."""
    page = nbformat.v4.new_notebook(cells=[
        nbformat.v4.new_code_cell(code) for code in codes
    ])  # fmt: skip
    NotebookClient(page, timeout=300, allow_errors=True).execute()
    return [
        [o.get("text") or o.get("data", {}).get("text/plain", "")
         for o in cell.outputs]
        for cell in page.cells
    ]  # fmt: skip


@pytest.mark.parametrize(
    "before",
    [[*ENDS.values()], pytest.param([*HARD], marks=pytest.mark.thorough)],
    ids=["other code", "hard answers"],
)
def test_a_verdict_is_the_same_after_all_of_it(before):
    """One kernel meets all of it, and the check is asked after each."""
    cells = [
        ANSWER.format(code, 1 if code in ENDLESS else 100)
        if code in HARD
        else code
        for code in before
    ]
    _, [fresh], *others = shown(
        [BEGIN, CHECK, *(code for cell in cells for code in (cell, CHECK))]
    )
    assert "line 6" in fresh and "Not yet." in fresh, fresh
    for code, came, said in zip(
        before, others[::2], others[1::2], strict=True
    ):
        assert said == [fresh], code
        if code in HARD:
            (verdict,) = came
            assert HARD[code] in " ".join(verdict.split()), code


SLOW = """import time
def average(numbers):
    time.sleep(0.3)
    return numbers.max()
print("before")
answer_check.check(average, seconds=20)
"""


def test_a_long_check_says_that_it_looks_and_then_the_verdict():
    """What stays in the cell is what was printed, and the verdict."""
    page = nbformat.v4.new_notebook(cells=[
        nbformat.v4.new_code_cell(code) for code in (BEGIN, SLOW)
    ])  # fmt: skip
    shown = []
    client = NotebookClient(page, timeout=300)
    take = client.process_message

    def noting(msg, cell, index):
        if msg["msg_type"] in ("display_data", "update_display_data"):
            shown.append(msg["content"]["data"]["text/plain"])
        return take(msg, cell, index)

    client.process_message = noting
    client.execute()
    assert shown[0] == LOOKING and shown[1].startswith("Not yet.")
    printed, verdict = page.cells[-1].outputs
    assert printed["text"] == "before\n"
    assert verdict["data"]["text/plain"] == shown[1]
    assert "text/html" in verdict["data"]


@pytest.mark.parametrize(
    "definition, given",
    [
        ("average = lambda numbers: sum(numbers) / len(numbers)", "average"),
        ("average = np.vectorize(lambda a: np.mean(a), signature='(n)->()')",
         "average"),
        ("import functools\nmean = functools.cache(lambda a: np.mean(a))\n"
         "average = lambda a: mean(tuple(a))", "average"),
        ("class Mean:\n    def __call__(self, a):\n        return a.mean()\n"
         "average = Mean()", "average"),
        ("class Mean:\n    def f(self, a):\n        return a.mean()\n"
         "average = Mean().f", "average"),
        ("def wrap(f):\n    def inner(*a):\n        return f(*a)\n"
         "    return inner\n@wrap\ndef average(a):\n    return a.mean()",
         "average"),
        ("class Mean:\n    def f(self, a):\n        return a.mean()\n",
         "Mean().f, 'average'"),
    ],
)  # fmt: skip
def test_what_is_called_is_found_by_its_name(definition, given, cell, said):
    text = f"{textwrap.dedent(definition)}\n"
    run = cell(text + f"def ask():\n    check({given})\n", check=check)["ask"]
    assert "Right." in said(run), definition


def test_an_object_without_a_name_is_told_what_to_write(cell, said):
    text = "class Mean:\n    def __call__(self, a):\n        return a.mean()\n"
    run = cell(f"{text}def ask():\n    check(Mean())\n", check=check)["ask"]
    told = said(run)
    assert "no exercise called 'Mean'" in told
    assert "name the exercise: check(" in told, told
