"""The page to project in JupyterLab."""

import pytest
from projected import Projected


@pytest.mark.thorough
def test_every_panel_large_and_by_key(lab, page):
    lab.run_all(page, "classroom.ipynb")
    cells = page.locator(".jp-Notebook .jp-Cell")
    before = cells.count()
    projected = Projected(page)
    projected.goes_through_all()
    projected.is_for_everybody()
    projected.keeps_its_keys(projected.root.locator(".noUi-handle").first)
    for key in ("a", "b", "x", "d", "d", "m", "y"):
        projected.press(key)  # shortcuts of the notebook, which stay asleep
    assert cells.count() == before
    projected.press("f")
    page.wait_for_function("document.fullscreenElement === null")
    page.locator(".jp-MarkdownCell").first.click()
    projected.press("p")
    projected.shows(6)  # the keys are the notebook's again
    projected.heading.click()
    projected.press("p")
    projected.shows(5)
