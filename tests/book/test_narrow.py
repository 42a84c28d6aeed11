"""The book on a phone: parts are stacked, code scrolls, pictures grow."""

import pytest
from lab import BOXES
from playwright.sync_api import expect

pytestmark = pytest.mark.thorough
PHONE = {"width": 390, "has_touch": True}
# Where it scrolls, its background shades the edge that hides something.
SHADED = """all => all.map(each => [getComputedStyle(each).overflowX,
    getComputedStyle(each).backgroundAttachment.includes("local"),
    each.scrollWidth > each.clientWidth])"""


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


# Both are asked at once, since the page settles while it is looked at.
SIDE_BY_SIDE = """() => {
    const parts = document.querySelectorAll(
        "[data-recording=SharedAxes] .recorded-picture > svg")
    const [first, second] = [...parts].map(it => it.getBoundingClientRect())
    return first.y === second.y && first.x < second.x
}"""


# What the player keeps together of some words.
WHOLE = """words => unbroken(words).filter(part => part.className)
    .map(part => part.textContent)"""


def test_pictures_of_two_parts_are_stacked(page):
    lab = page.locator("[data-recording=SharedAxes] .recorded-picture > svg")
    still = page.locator(".course-cuts").first.locator("> svg")
    for parts in (lab, still):
        first, second = parts.evaluate_all(BOXES)
        assert second["y"] >= first["bottom"] - 1
        assert min(first["width"], second["width"]) > 250
    page.set_viewport_size({"width": 1366, "height": 900})
    page.wait_for_function(SIDE_BY_SIDE)
    expect(page.locator(".course-cuts").first).to_be_hidden()


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


def test_the_controls_of_a_panel_begin_at_one_edge(read):
    page = read("03_derivatives.html")
    panel = page.locator("[data-recording=StepSize]")
    panel.locator("svg").first.wait_for()
    boxes = panel.locator("select").evaluate_all(BOXES)
    for edge in ("left", "right"):
        assert len({box[edge] for box in boxes}) == 1


@pytest.mark.parametrize(
    "name", ["02_vectors_and_matrices", "05_layernorm", "09_todays_layers"]
)
def test_picture_and_controls_fit_one_screen_at_200_percent(read, name):
    page = read(f"{name}.html", anew=False)
    page.set_viewport_size({"width": 960, "height": 540})
    page.wait_for_function(PANEL_IN_VIEW)


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


def test_code_scrolls_and_a_derivation_shows_that_it_goes_on(read):
    page = read("08_feed_forward.html", **PHONE)
    page.locator("mjx-container").first.wait_for(state="attached")
    for kind in (".highlight pre", 'mjx-container[display="true"]'):
        looks = page.locator(kind).evaluate_all(SHADED)
        assert ["auto", True, True] in looks, kind
        assert all(look[:2] == ["auto", True] for look in looks), kind
    code = page.locator(".highlight pre").first
    assert code.evaluate("each => getComputedStyle(each).whiteSpace") == "pre"


def test_a_number_and_its_unit_stay_together(read):
    page = read("05_layernorm.html", anew=False)
    part = page.locator("p .recorded-whole", has_text="γ = 1.00").first
    expect(part).to_be_attached()
    assert part.evaluate("each => each.getClientRects().length") == 1
    words = "It reads 39.7 % or 0.22 ± 0.04 with h = 1, and with 3.2·10⁻⁵."
    assert page.evaluate(WHOLE, words) == [
        "39.7 %", "0.22 ± 0.04", "h = 1,", "3.2·10⁻⁵",
    ]  # fmt: skip


def test_a_sentence_stands_once_for_a_screen_reader(read):
    page = read("05_layernorm.html", anew=False)
    panel = page.locator("[data-recording=GammaBeta]")
    panel.locator("svg").first.wait_for()
    tree = panel.aria_snapshot()
    assert tree.count("becomes y =") == 1, tree
