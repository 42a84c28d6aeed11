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


@pytest.fixture(scope="module")
def loaded():
    """Keep the page into which JupyterLab is loaded, for the next test."""
    pages = []
    yield pages
    for page in pages:
        page.context.close()


@pytest.fixture
def page(chromium, loaded, request):
    """Lend a page of usual size; a test that fails takes it along."""
    if not loaded:
        context = chromium.new_context()
        context.set_default_timeout(30_000)
        loaded.append(context.new_page())
    page, failed = loaded.pop(), request.session.testsfailed
    page.set_viewport_size({"width": 1280, "height": 900})
    yield page
    if request.session.testsfailed == failed:
        loaded.append(page)
    else:
        page.context.close()
