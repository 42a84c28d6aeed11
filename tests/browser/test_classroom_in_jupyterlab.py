"""The page to project in JupyterLab.

The first two panels are looked at always, all of them in the thorough tier.
"""

import pytest
from projected import Projected


def test_the_first_panels_large_and_by_key(lab, page):
    lab.run_all(page, "classroom.ipynb")
    projected = Projected(page)
    projected.shows(0)
    projected.is_legible()
    projected.press("n")
    projected.shows(1)
    projected.is_for_everybody()
    projected.press("f")
    page.wait_for_function("document.fullscreenElement === null")


@pytest.mark.thorough
def test_every_panel_large_and_by_key(lab, page):
    lab.run_all(page, "classroom.ipynb")
    cells = page.locator(".jp-Notebook .jp-Cell")
    before = cells.count()
    projected = Projected(page)
    projected.goes_through_all(())  # looked at where there is least room
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
