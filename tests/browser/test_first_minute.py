"""JupyterLab as README's line opens it: quiet, readable, in motion."""

import pytest
from lab import ROOM, at_rest, eventually
from playwright.sync_api import expect

START = "00_start_here"

# Another image: one of the same bytes would go on where the first one is.
BEGINS_ANEW = """it => {
    const [head, data] = it.src.split("base64,");
    it.src = `${head}base64,${btoa(atob(data) + "<!-- again -->")}`;
    return it.decode();
}"""
CUT_NAMES = """() => [...document.querySelectorAll(".jp-DirListing-itemText")]
    .filter(each => each.scrollWidth > each.clientWidth)
    .map(each => each.textContent)"""


@pytest.fixture
def page(lab, page):
    """Show lesson 00, which is opened once, in a JupyterLab loaded anew."""
    tab = page.locator(".lm-DockPanel-tabBar", has_text=f"{START}.ipynb")
    if not tab.count():
        lab.load(page, f"{START}.ipynb")
    page.set_viewport_size({"width": 1366, "height": 768})
    return page


def test_nothing_lies_over_a_lesson_and_the_names_are_whole(page):
    names = page.locator(".jp-DirListing-itemText")
    expect(names.filter(has_text="02_vectors_and_matrices")).to_be_visible()
    assert page.evaluate(CUT_NAMES) == []
    expect(page.get_by_role("menuitem", name="Kernel")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Nbgrader")).to_have_count(0)
    expect(page.locator(".Toastify__toast")).to_have_count(0)


def test_the_first_screen_has_a_picture_that_moves(page):
    moving = page.locator("img[src^='data:image/svg+xml']")
    assert moving.evaluate("it => it.decode().then(() => it.width > 300)")
    page.wait_for_function(
        f"""() => document.querySelector("img[src^='data:image/svg+xml']")
            .getBoundingClientRect().bottom < document.querySelector("{ROOM}")
            .getBoundingClientRect().bottom"""
    )

    def moves():
        moving.evaluate(BEGINS_ANEW)
        assert moving.screenshot() != moving.screenshot()

    eventually(moves)  # a busy machine may look when it has ended


def test_a_link_opens_a_lesson_at_its_heading(page):
    """JupyterLab alone loses the place while a closed lesson is drawn."""
    page.locator("a[href*='#Third-sitting']").click()
    heading = page.locator("h2", has_text="Third sitting")
    expect(heading).to_be_in_viewport(ratio=1)
    at_rest(page)
    expect(heading).to_be_in_viewport(ratio=1)
