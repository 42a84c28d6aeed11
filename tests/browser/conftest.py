"""One JupyterLab for all browser tests."""

from pathlib import Path

import lab as jupyterlab
import pytest


@pytest.fixture(scope="session")
def notebooks(tmp_path_factory):
    """Copy the notebooks of the course; tests may add their own."""
    root = tmp_path_factory.mktemp("notebooks")
    jupyterlab.copy_notebooks(Path(__file__).parents[2], root)
    return root


@pytest.fixture(scope="session")
def lab(notebooks, tmp_path_factory):
    """One JupyterLab server on the copy."""
    server = jupyterlab.Lab(notebooks, tmp_path_factory.mktemp("lab"))
    yield server
    server.stop()


@pytest.fixture
def page(chromium):
    """Open an empty page."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(30_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def run_all(lab, page):
    """Return a function that runs a notebook and returns the page."""
    yield lambda notebook: lab.run_all(page, notebook)
    lab.shut_down_kernels()
