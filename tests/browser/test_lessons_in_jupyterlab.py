"""Each lesson in JupyterLab in Chromium: it runs, and its sliders move.

Notebooks and panels are found; a new one needs no line here.
"""

from pathlib import Path

import pytest
from lab import panels
from playwright.sync_api import expect

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


@pytest.mark.parametrize(
    "notebook", sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))
)
def test_a_lesson_runs_and_its_panels_move(run_all, notebook):
    page = run_all(notebook)  # fails at a cell's error or warning
    found = panels(page)
    assert found, "a lesson without a panel"
    for panel in found:
        moves_by_keyboard_and_mouse(panel)


def moves_by_keyboard_and_mouse(panel):
    """Move the first control both ways; picture and sentence must follow."""
    panel.skip_the_question()
    for move in ways_to_move(panel):
        said, seen = panel.words(), panel.look()
        move()
        expect(panel.status).not_to_have_text(said)
        assert panel.look() != seen, panel.words()
    said = " ".join(panel.drawing.get_attribute("aria-label").split())
    assert said == panel.words()


def ways_to_move(panel):
    """Return what a learner can do with the first slider, or buttons."""
    if panel.sliders.count():
        slider = panel.first_slider()
        return [slider.step, slider.drag_across]
    options = panel.root.locator(".widget-toggle-button")

    def by_keyboard():
        options.nth(0).focus()
        panel.page.keyboard.press("Enter")

    return [by_keyboard, options.nth(1).click]
