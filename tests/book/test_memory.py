"""What a reader of the book did is there again, in the same browser."""

import re

import pytest
from lab import new_page
from playwright.sync_api import expect

from lesson_parts.layernorm.explorers import GammaBeta
from lesson_parts.layernorm.shared_axes import SharedAxes

PAGE = "05_layernorm.html"
READ = re.compile("course-read")


@pytest.fixture
def again(book, chromium):
    """Open pages in a browser that remembers, and knew none before."""
    page = new_page(chromium, viewport={"width": 1366, "height": 900})

    def opened(name):
        page.goto((book / name).as_uri())
        page.wait_for_function(
            """() => [...document.querySelectorAll(".recorded")].every(
            each => each.querySelector("svg"))"""
        )
        return page

    yield opened
    page.context.close()


def panel(page):
    return page.locator("[data-recording=GammaBeta]")


def answer_and_move(root):
    root.get_by_role("button", name=GammaBeta.answer).click()
    root.get_by_role("slider", name="γ").press("Home")


def test_an_answer_and_a_place_are_remembered(again):
    page = again(PAGE)
    first = panel(page)
    expect(first.get_by_role("slider").first).to_be_disabled()
    answer_and_move(first)
    first.get_by_role("combobox").select_option(index=1)
    said = first.locator("p[role=status]").inner_text()
    other = page.locator("[data-recording=SharedAxes]")
    expect(other.get_by_role("slider").first).to_be_disabled()
    other.get_by_role("button", name=SharedAxes.answer).click()
    again(PAGE)
    expect(other.get_by_role("slider").first).to_be_enabled()
    expect(panel(page)).to_contain_text(
        f"You said: {GammaBeta.answer}. Yes.", timeout=10_000
    )
    assert panel(page).locator("p[role=status]").inner_text() == said
    expect(panel(page).get_by_role("slider").first).to_be_enabled()
    panel(page).get_by_role("button", name="Reset").click()
    expect(panel(again(PAGE)).locator("p[role=status]")).to_contain_text(
        "γ = 1.00", timeout=10_000
    )


def test_pages_that_were_read_are_marked_until_all_is_forgotten(again):
    page = again("00_start_here.html")
    here = page.locator(".bd-links a.current")
    expect(here).not_to_have_class(READ)
    page.locator(".prev-next-footer").scroll_into_view_if_needed()
    expect(here).to_have_class(READ)
    page = again("index.html")
    listed = page.locator("table a[href='00_start_here.html']")
    expect(listed).to_have_class(READ)
    page.evaluate("localStorage.setItem('another page', 'kept')")
    page.get_by_role("button", name="Forget all of it").click()
    expect(page.get_by_text("Forgotten. Every panel asks")).to_be_visible()
    expect(listed).not_to_have_class(READ)
    assert page.evaluate("localStorage.getItem('another page')") == "kept"
    assert page.evaluate(
        "Object.keys(localStorage).filter(key => key.includes('course/'))"
    ) in ([], ["add-norm-course/1/read/index.html"])
