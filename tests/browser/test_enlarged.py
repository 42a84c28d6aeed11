"""What one sees can be seen large, by key and by click."""

import pytest
from lab import eventually, panels
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


@pytest.fixture
def workshop(page, run):
    """Run the panels and a picture once, without their questions."""
    if not page.locator(".cm-line", has_text="SphereFromAllSides()").count():
        cells = [f"from {at} import {k}\n{k}()" for k, at in KINDS.items()]
        run(*cells, STILL)
        for panel in panels(page):
            panel.skip_the_question()
    return page


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
