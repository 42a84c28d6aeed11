"""One JupyterLab for all browser tests."""

import shutil
from pathlib import Path

import lab as jupyterlab
import pytest
from nbformat import v4, write


@pytest.fixture(scope="session")
def notebooks(tmp_path_factory):
    """Copy the notebooks of the course; tests may add their own."""
    return shutil.copytree(
        Path(__file__).parents[2] / "notebooks",
        tmp_path_factory.mktemp("lab") / "notebooks",
        ignore=shutil.ignore_patterns(".ipynb_checkpoints"),
    )


@pytest.fixture(scope="session")
def lab(notebooks):
    """One JupyterLab server on the copy."""
    server = jupyterlab.Lab(notebooks, notebooks.parent / "scratch")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def loaded():
    """Keep the page into which JupyterLab is loaded, for the next test."""
    return []


@pytest.fixture
def page(chromium, loaded, request):
    """Lend a page of usual size; a test that fails takes it along."""
    if not loaded:
        loaded.append(jupyterlab.new_page(chromium))
    page, failed = loaded.pop(), request.session.testsfailed
    page.set_viewport_size({"width": 1280, "height": 900})
    yield page
    if request.session.testsfailed == failed:
        loaded.append(page)
    else:
        page.context.close()


@pytest.fixture
def run(lab, notebooks, page):
    """Run cells of one's own in a new notebook."""

    def run(*sources):
        cells = map(v4.new_code_cell, sources)
        kernel = {"name": "python3", "display_name": "Python"}
        made = v4.new_notebook(cells=[*cells], metadata={"kernelspec": kernel})
        write(made, notebooks / "own.ipynb")
        lab.run_all(page, "own.ipynb")
        return page

    return run
