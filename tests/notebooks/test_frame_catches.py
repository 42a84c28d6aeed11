"""Small broken cells that the notebooks' own settings must fail.

pytest executes them in one notebook with the configuration of this repository,
in a kernel that judges pictures. A frame that passed them would pass anything.
"""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from kept_pictures import stored
from nbformat.v4 import new_code_cell, new_notebook, new_output

pytestmark = pytest.mark.thorough
ROOT = Path(__file__).parents[2]


def result(text):
    return new_output(
        "execute_result", {"text/plain": text}, execution_count=1
    )


def picture(title, words="A card with a title."):
    """Return a cell that shows a picture, and its output."""
    cell = (
        "from course_lib.panels.show import show\n"
        "from course_lib.panels.style import new_figure, style\n"
        "with style():\n"
        "    figure = new_figure()\n"
        f"    figure.subplots().set_title({title!r})\n"
        f"    card = show(figure, {words!r})\n"
        "card"
    )
    names = {}
    exec(cell, names)
    shown = names["card"]._repr_mimebundle_()
    return cell, new_output("execute_result", shown, execution_count=1)


# Words that a page has below a picture.
KEPT = sorted(stored())[0]

# name: the cell, the output that is stored below it, whether it is right
CASES = {
    "a right number": ("1 + 1", result("2"), True),
    "a wrong number": ("1 + 1", result("3"), False),
    "not a number": (
        "import numpy as np\nfloat(np.log(np.float64(-1.0)))",
        result("nan"),
        False,
    ),
    "a picture that reads": (*picture("short"), True),
    "a picture with a title that is cut": (*picture(14 * "wide "), False),
    "a picture that is not the one kept below its words": (
        *picture("short", KEPT),
        False,
    ),
    "an error that no longer comes": (
        "1 + 1",
        new_output("error", ename="ValueError", evalue="!", traceback=[]),
        False,
    ),
}


def failures(folder, cases, *options):
    """Run cells as tests of one notebook; return which of them failed."""
    cells = []
    for source, output, _ in cases:
        cells.append(new_code_cell(source, execution_count=len(cells) + 1))
        cells[-1].outputs = [output] if output else []
        if output and output.output_type == "error":
            cells[-1].metadata["tags"] = ["raises-exception"]
    nbformat.write(new_notebook(cells=cells), folder / "cases.ipynb")
    run = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
            "-c", ROOT / "pyproject.toml", "--rootdir", ROOT, *options,
            "--junitxml", folder / "report.xml", folder,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )  # fmt: skip
    assert run.returncode == 1, run.stdout + run.stderr
    tests = ElementTree.parse(folder / "report.xml").iter("testcase")
    return [test.find("failure") is not None for test in tests]


@pytest.fixture(scope="module")
def failed(tmp_path_factory):
    """Run all the cases in one notebook; return the names that failed."""
    found = failures(tmp_path_factory.mktemp("cases"), CASES.values())
    return {name for name, failed in zip(CASES, found, strict=True) if failed}


@pytest.mark.parametrize("name", CASES)
def test_the_frame_tells_right_from_wrong(name, failed):
    *_, right = CASES[name]
    assert (name not in failed) == right


def test_a_cell_that_gives_something_else_the_second_time(tmp_path):
    cells = [
        ("scale = 2", None, True),
        ("token = 2", None, True),
        ("scale * 1", result("2"), True),
        ("scale = 3", None, True),
    ]
    twice = "-p", "run_again", "-m", "thorough"
    assert failures(tmp_path, cells, *twice) == [True]
