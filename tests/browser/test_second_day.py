"""A lesson on the second day: opened, run in parts, and closed again."""

import shutil

import pytest
from lab import at_rest, choose, panels, run_alone
from playwright.sync_api import expect

from lesson_parts.layernorm.explorers import GammaBeta

pytestmark = pytest.mark.thorough
LESSON = "05_layernorm.ipynb"
KERNEL_IS_KNOWN = """() =>
    jupyterapp.shell.currentWidget.sessionContext.session.kernel.info"""
DIRTY = "() => jupyterapp.shell.currentWidget.context.model.dirty"
IN_VIEW = """path =>
    jupyterapp.shell.currentWidget.context?.path === path"""


def run_panel(page):
    """Run the cell of a panel alone; return the panel."""
    cell = run_alone(page, "gamma-beta-sliders")
    expect(cell.locator(".course-sentence")).to_be_visible()
    return panels(page)[0]


def test_opening_and_closing_changes_nothing_and_asks_nothing(
    lab, notebooks, page
):
    delivered = (notebooks / LESSON).read_bytes()
    for opened in (lab.load, lab.open):
        opened(page, LESSON)
        page.evaluate(KERNEL_IS_KNOWN)  # then the page adds its Python
        assert not page.evaluate(DIRTY)
        choose(page, "File", "Close Tab")
        expect(page.locator(".jp-NotebookPanel")).to_have_count(0)
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert (notebooks / LESSON).read_bytes() == delivered


def test_the_panel_of_progress_leads_to_a_lesson(lab, page):
    """On the second day the address of the page may name no lesson."""
    lab.load(page, "00_start_here.ipynb")
    page.evaluate("() => history.replaceState(null, '', '/lab')")
    cell = run_alone(page, "progress")
    cell.get_by_role("link", name="05 layernorm").click()
    page.wait_for_function(IN_VIEW, arg=LESSON, polling=100)
    at_rest(page)


def test_an_answer_and_a_place_are_there_on_the_second_day(
    lab, notebooks, page
):
    kept = notebooks.parent / "scratch" / "progress_panels"
    shutil.rmtree(kept, ignore_errors=True)  # what another test did
    lab.open(page, LESSON)
    panel = run_panel(page)
    panel.button(GammaBeta.answer).click()
    handle = panel.slider("γ, scale").handle
    expect(handle).to_have_attribute("aria-disabled", "false")
    at_rest(page)
    handle.press("Home")
    expect(panel.status).to_contain_text("γ = −3.20")
    said = panel.words()
    picture = page.locator(".jp-Notebook").get_by_alt_text(said)
    expect(picture).to_have_count(1)  # once it is at rest
    assert kept.exists()
    delivered = (notebooks / LESSON).read_bytes()
    lab.open(page, LESSON)  # not saved; the kernel is another one
    assert (notebooks / LESSON).read_bytes() == delivered
    again = run_panel(page)
    expect(again.root.locator(".course-verdict")).to_contain_text("Yes.")
    handle = again.slider("γ, scale").handle
    expect(handle).to_have_attribute("aria-disabled", "false")
    assert again.words() == said
    expect(again.root.locator(".course-verdict")).not_to_be_focused()
    again.button("Reset").click()
    expect(again.status).to_contain_text("γ = 1.00")
