"""One learner's way, from a fresh clone to the second kernel.

README's first command is run as it is printed, so this takes minutes.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import lab as jupyterlab
import pytest
from lab import at_rest, panels, run_alone
from playwright.sync_api import expect

from answer_check.exercise import find
from lesson_parts.layernorm.explorers import GammaBeta

TOP = Path(__file__).parents[2]
LESSON = "05_layernorm.ipynb"
INSTALLS = 3600  # seconds; a minute or two on an idle machine
WRITE = """([id, text]) => [...jupyterapp.shell.currentWidget.content.model
    .cells].find(cell => cell.id === id).sharedModel.setSource(text)"""
READ = """id => [...jupyterapp.shell.currentWidget.content.model.cells]
    .find(cell => cell.id === id).sharedModel.source"""
RESTART = """() => jupyterapp.shell.currentWidget.context.sessionContext
    .session.kernel.restart()"""
CELL = "import numpy as np\n\nfrom answer_check import check\n\n\n{}\n\n{}"
pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(os.name != "posix", reason="README's line for a shell"),
]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Clone the course and install it as README says; return its folder."""
    folder = tmp_path_factory.mktemp("home") / "Zoé's courses" / "add norm"
    if not (TOP / ".git").exists() or not shutil.which("git"):
        pytest.skip("this is no clone")
    subprocess.run(["git", "clone", "-q", TOP, folder], check=True)
    readme = (folder / "README.md").read_text("utf-8")
    line = re.search("^python3 .* -m jupyterlab .*$", readme, re.M)[0]
    install, _, start = line.rpartition(" && ")
    assert start.startswith(".venv/bin/python -m jupyterlab notebooks/")
    run = subprocess.run(
        install, shell=True, cwd=folder, timeout=INSTALLS,
        capture_output=True, text=True, env=_own_environment(),
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    return folder


def _own_environment():
    """Return the environment without what the tests put there."""
    ours = "PYTHON", "COURSE_", "JUPYTER"
    return {key: value for key, value in os.environ.items()
            if not key.startswith(ours)}  # fmt: skip


@pytest.fixture(scope="module")
def server(installed):
    """JupyterLab of that environment, with its own place for progress."""
    scratch = installed.parent / "scratch"
    server = jupyterlab.Lab(
        installed / "notebooks", scratch, installed / ".venv/bin/python",
        PYTHONPATH="", PYTHONWARNINGS="", COURSE_PROGRESS="",
        HOME=str(scratch), XDG_DATA_HOME=str(scratch / "own data"),
    )  # fmt: skip
    yield server
    server.stop()


def sliders(page):
    """Run the cell of the sliders for γ and β; return its panel."""
    cell = run_alone(page, "gamma-beta-sliders")
    expect(cell.locator(".course-sentence")).to_be_visible()
    return panels(page)[0]


def test_a_learners_answer_and_sliders_outlive_the_kernel(server, page):
    exercise = find("layer_norm")
    slip = next(each for each in exercise.listed if each.edits)
    server.load(page, LESSON)
    run_alone(page, "layer-norm-card")
    for answer, said in (
        (exercise.source.applied(slip.edits), slip.message),
        (exercise.solution, "Right."),
    ):
        text = CELL.format(answer.rstrip() + "\n", "check(layer_norm)")
        page.evaluate(WRITE, ["layer-norm-starter", text])
        cell = run_alone(page, "layer-norm-starter")
        expect(cell.locator(".jp-OutputArea")).to_contain_text(said)

    panel = sliders(page)
    panel.button(GammaBeta.answer).click()
    handle = panel.slider("γ, scale").handle
    expect(handle).to_have_attribute("aria-disabled", "false")
    at_rest(page)
    handle.press("Home")
    expect(panel.status).to_contain_text("γ = −3.20")
    words = panel.words()
    expect(page.get_by_alt_text(words)).to_have_count(1)  # it is kept

    page.evaluate(jupyterlab.SAVE)
    page.evaluate(RESTART)
    server.load(page, LESSON)
    assert page.evaluate(READ, "layer-norm-starter") == text
    cell = run_alone(page, "layer-norm-card")
    expect(cell.locator(".jp-OutputArea")).to_contain_text("Done on")
    asked = "from answer_check import whose; print(whose('layer_norm'))"
    page.evaluate(WRITE, ["setup", asked])
    cell = run_alone(page, "setup")
    expect(cell.locator(".jp-OutputArea")).to_contain_text("yours")
    assert sliders(page).words() == words
