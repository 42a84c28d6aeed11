"""What one moves and what one sees stand together, and can be seen large."""

from functools import partial

import pytest
from lab import BOXES, ROOM, eventually, panels
from playwright.sync_api import expect

pytestmark = pytest.mark.thorough
KINDS = {
    "GammaBeta": "lesson_parts.layernorm.explorers",  # three controls
    "EpsilonLab": "lesson_parts.layernorm.epsilon_explorer",  # two parts
    "SphereFromAllSides": "lesson_parts.vectors.sphere_explorers",  # tall
}
STILL = (
    "from course_lib.sliders.show import show\n"
    "from lesson_parts.start.pictures import course_map\n"
    "show(course_map(), 'A map of the lessons of this course.')"
)
LOWER = "jupyterapp.shell.expandLeft()"  # the list of files is there


@pytest.fixture
def workshop(page, run):
    """Run the panels and a picture once, without their questions."""
    if not page.locator(".cm-line", has_text="SphereFromAllSides()").count():
        cells = [f"from {at} import {k}\n{k}()" for k, at in KINDS.items()]
        run(*cells, STILL)
        for panel in panels(page):
            panel.skip_the_question()
    return page


def beside(panel):
    """Return how high picture, sentence and controls are together."""
    boxes = panel.root.locator(
        ".course-parts, .course-sentence, .course-controls"
    ).evaluate_all(BOXES)
    assert len(boxes) == 4  # the picture stands still in one, moves in one
    top = min(box["top"] for box in boxes)
    return max(box["bottom"] for box in boxes) - top


def test_picture_and_controls_fit_one_screen_at_200_percent(workshop):
    """1920 × 1080 at 200 %, with the list of files at the left."""
    workshop.set_viewport_size({"width": 960, "height": 540})
    workshop.evaluate(LOWER)
    expect(workshop.locator(".jp-FileBrowser")).to_be_visible()
    for panel in panels(workshop):
        eventually(partial(fits, panel))


def fits(panel):
    """Assert that picture and controls are in view at once."""
    (room,) = panel.root.page.locator(ROOM).evaluate_all(BOXES)
    assert room["bottom"] <= 540, "the page has not yet taken its size"
    assert beside(panel) <= room["height"], panel.words()


def test_a_picture_of_two_parts_is_stacked_on_a_narrow_page(workshop):
    workshop.set_viewport_size({"width": 700, "height": 900})
    workshop.evaluate("jupyterapp.shell.collapseLeft()")
    parts = panels(workshop)[1].root.locator(".course-parts").last

    def stacked():
        pictures = parts.or_(parts.locator("> svg"))
        whole, first, second = pictures.evaluate_all(BOXES)
        assert second["y"] >= first["bottom"] - 1
        assert min(first["width"], second["width"]) > 0.5 * whole["width"]

    eventually(stacked)


@pytest.mark.parametrize("close", ["Escape", "click"])
def test_a_picture_is_enlarged_by_key_and_by_click(workshop, close):
    map_ = workshop.get_by_role("button", name="A map of the lessons")
    map_.press("Enter")
    large = workshop.get_by_role("dialog", name="The picture, enlarged")
    small = map_.bounding_box()["width"]

    def enlarged():
        assert large.locator("img").bounding_box()["width"] > small

    eventually(enlarged)
    if close == "click":
        large.locator("img").click()
    else:
        workshop.keyboard.press("Escape")
    expect(large).to_have_count(0)
    expect(map_).to_be_focused()
    panel = panels(workshop)[0]
    panel.drawing.first.click()
    expect(large.locator("svg").first).to_be_visible()
    workshop.keyboard.press("Escape")
    expect(large).to_have_count(0)
    panel.button("Enlarge the picture").press("Enter")
    expect(large.locator("svg").first).to_be_visible()
    workshop.keyboard.press("Escape")
    expect(large).to_have_count(0)


def test_a_sentence_stands_once_for_a_screen_reader(workshop):
    panel = panels(workshop)[0]
    with panel.tells("γ = "):
        panel.slider("γ, scale").step()
    expect(panel.root.get_by_role("status")).to_have_text("")  # it was heard
    tree = panel.root.aria_snapshot()
    assert tree.count("becomes y =") == 1, tree
