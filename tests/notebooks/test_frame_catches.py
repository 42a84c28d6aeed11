"""Small broken notebooks that the notebooks' own settings must fail.

They are executed by pytest with the configuration of this repository. A
frame that passed them would pass anything.
"""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

ROOT = Path(__file__).parents[2]

EXPLORER = """\
from course_lib.explorers.layer_norm import GammaBeta
explorer = GammaBeta()
explorer.skip()
explorer.set(gamma={gamma})
print(explorer.text)
"""


def printed(text):
    return [new_output("stream", name="stdout", text=text)]


def result(text):
    return [
        new_output("execute_result", {"text/plain": text}, execution_count=1)
    ]


CASES = {
    "right": (new_code_cell("1 + 1", outputs=result("2")), True),
    "wrong number": (new_code_cell("1 + 1", outputs=result("3")), False),
    "wrong printed number": (
        new_code_cell("print(0.5)", outputs=printed("0.25\n")),
        False,
    ),
    "plain error": (new_code_cell("1 / 0"), False),
    "not a number": (
        new_code_cell(
            "import numpy as np\nfloat(np.log(np.float64(-1.0)))",
            outputs=result("nan"),
        ),
        False,
    ),
    "other words, same picture": (
        new_code_cell(
            "from course_lib.plots.show import show\n"
            "from course_lib.plots.style import new_figure\n"
            "show(new_figure(), 'An empty card, for the test.')",
            outputs=[
                new_output(
                    "execute_result",
                    {
                        "text/plain": "Another sentence.",
                        "text/html": "<img>",
                    },
                    execution_count=1,
                )
            ],
        ),
        False,
    ),
    "an error that never comes": (
        new_code_cell(
            "1 + 1",
            outputs=result("2"),
            metadata={"tags": ["raises-exception"]},
        ),
        False,
    ),
}


def passes(cell, folder):
    cell.execution_count = 1
    file = folder / "case.ipynb"
    nbformat.write(new_notebook(cells=[cell]), file)
    run = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
            "-c", ROOT / "pyproject.toml", "--rootdir", ROOT, file,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )  # fmt: skip
    assert run.returncode in (0, 1), run.stdout + run.stderr
    return run.returncode == 0


@pytest.mark.parametrize("name", CASES)
def test_the_frame_tells_right_from_wrong(name, tmp_path):
    cell, right = CASES[name]
    assert passes(cell, tmp_path) == right
