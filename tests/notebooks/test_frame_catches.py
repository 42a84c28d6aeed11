"""Small broken cells that the notebooks' own settings must fail.

pytest executes them in one notebook with the configuration of this repository.
A frame that passed them would pass anything.
"""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

ROOT = Path(__file__).parents[2]

EXPLORER = """\
from course_lib.explorers.layer_norm import GammaBeta

class Own(GammaBeta):
    def state(self, gamma, **values):
        {body}
        return super().state(gamma, **values)

explorer = Own()
explorer.prediction.skip()
explorer.set(gamma=0.0)
print("moved")
"""


def printed(text):
    return [new_output("stream", name="stdout", text=text)]


def result(text):
    return [
        new_output("execute_result", {"text/plain": text}, execution_count=1)
    ]


CASES = {
    "a right number": (new_code_cell("1 + 1", outputs=result("2")), True),
    "a wrong number": (new_code_cell("1 + 1", outputs=result("3")), False),
    "a number printed wrong": (
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
    "other words and the same picture": (
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
    "an error that no longer comes": (
        new_code_cell(
            "1 + 1",
            outputs=[
                new_output(
                    "error",
                    ename="ValueError",
                    evalue="shapes differ",
                    traceback=[],
                )
            ],
            metadata={"tags": ["raises-exception"]},
        ),
        False,
    ),
    "an explorer that moves": (
        new_code_cell(
            EXPLORER.format(body="pass"), outputs=printed("moved\n")
        ),
        True,
    ),
    "an explorer that raises at zero": (
        new_code_cell(
            EXPLORER.format(body="1 / gamma"), outputs=printed("moved\n")
        ),
        False,
    ),
}


@pytest.fixture(scope="module")
def failed(tmp_path_factory):
    """Run all the cases in one notebook; return the names that failed."""
    folder = tmp_path_factory.mktemp("cases")
    cells = [cell for cell, _ in CASES.values()]
    for count, cell in enumerate(cells, start=1):
        cell.execution_count = count
    nbformat.write(new_notebook(cells=cells), folder / "cases.ipynb")
    run = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
            "-c", ROOT / "pyproject.toml", "--rootdir", ROOT,
            "--junitxml", folder / "report.xml", folder,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )  # fmt: skip
    assert run.returncode == 1, run.stdout + run.stderr
    tests = ElementTree.parse(folder / "report.xml").iter("testcase")
    verdicts = zip(CASES, tests, strict=True)
    return {name for name, t in verdicts if t.find("failure") is not None}


@pytest.mark.parametrize("name", CASES)
def test_the_frame_tells_right_from_wrong(name, failed):
    _, right = CASES[name]
    assert (name not in failed) == right
