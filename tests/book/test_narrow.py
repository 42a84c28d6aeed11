"""The book on a phone: pictures grow, and a panel fits the screen."""

import pytest
from lab import BOXES
from playwright.sync_api import expect

pytestmark = pytest.mark.thorough
PHONE = {"width": 390, "has_touch": True}


@pytest.fixture
def page(read):
    """Open lesson 05 on a phone, with all that is folded open."""
    page = read("05_layernorm.html", anew=False, **PHONE)
    page.wait_for_function(
        """() => document.querySelector(".course-cuts")
        && document.querySelector("mjx-container")
        && [...document.querySelectorAll(".recorded")].every(
            each => each.querySelector("svg"))"""
    )
    page.evaluate(
        """() => document.querySelectorAll("details").forEach(
            each => { each.open = true; })"""
    )
    return page


def test_a_tap_enlarges_a_picture_and_a_tap_closes_it(page):
    large = page.get_by_role("dialog", name="The picture, enlarged")
    for picture in (".course-cuts >> nth=0", ".recorded-picture >> nth=0"):
        page.locator(picture).tap()
        (shown,) = large.locator("> div").evaluate_all(BOXES)
        assert shown["width"] > 600  # as it was drawn; the page is 390 wide
        large.locator("> div").tap(position={"x": 50, "y": 100})
        expect(large).to_have_count(0)
    page.set_viewport_size({"width": 1366, "height": 900})
    page.locator(".cell_output img[tabindex]").first.press("Enter")
    expect(large).to_be_visible()
    page.keyboard.press("Escape")
    expect(large).to_have_count(0)
    button = page.get_by_role("button", name="Enlarge the picture").first
    button.press("Enter")
    expect(large.locator("svg").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()


PANEL_IN_VIEW = """() => {
    const bar = document.querySelector(".bd-header-article"), room =
        innerHeight - bar.getBoundingClientRect().height;
    return [...document.querySelectorAll(".recorded")].every(panel => {
        const [top, bottom] = [".recorded-controls", ".recorded-picture"].map(
            part => panel.querySelector(part)?.getBoundingClientRect());
        return bottom?.height > 150 && bottom.bottom - top.top <= room;
    });
}"""


# The smallest type of the pictures, in pixels, whose type is 14 points.
SMALLEST = """() => Math.min(...[...document.querySelectorAll(
    ".recorded-picture > svg")].map(each => 14 * each.getScreenCTM().a))"""


@pytest.mark.parametrize(
    "name",
    [
        "02_vectors_and_matrices",
        "03_derivatives",
        "06_layernorm_jacobian",
        "10_a_real_model",
    ],
)
def test_picture_and_controls_fit_the_screen_of_a_phone(read, name):
    page = read(f"{name}.html", **PHONE)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(PANEL_IN_VIEW)
    assert page.evaluate(SMALLEST) >= 11
