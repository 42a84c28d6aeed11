"""What one sees can be seen large, by key and by click."""

import pytest
from lab import eventually, panels
from playwright.sync_api import expect

pytestmark = pytest.mark.thorough
CELLS = [
    "from lesson_parts.layernorm.explorers import GammaBeta\nGammaBeta()",
    "from course_lib.sliders.show import show\n"
    "from lesson_parts.start.pictures import course_map\n"
    "show(course_map(), 'A map of the lessons of this course.')",
]


def test_a_picture_is_enlarged_by_key_and_by_click(page, run):
    run(*CELLS)
    map_ = page.get_by_role("button", name="A map of the lessons")
    map_.press("Enter")
    large = page.get_by_role("dialog", name="The picture, enlarged")
    small = map_.bounding_box()["width"]

    def enlarged():
        assert large.locator("img").bounding_box()["width"] > small

    eventually(enlarged)
    large.locator("img").click()
    expect(large).to_have_count(0)
    expect(map_).to_be_focused()
    panel = panels(page)[0]
    panel.skip_the_question()
    for opens in (
        panel.drawing.first.click,
        lambda: panel.button("Enlarge the picture").press("Enter"),
    ):
        opens()
        expect(large.locator("svg").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(large).to_have_count(0)
