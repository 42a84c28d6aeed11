"""Lessons in JupyterLab in Chromium, today and on the second day.

The panels of the other lessons are shown in JupyterLab by the page to project,
and each of their controls is moved in the book and without a page.
"""

import re
from functools import partial
from html import escape

import nbformat
import pytest
from lab import (
    SAVE,
    Slider,
    assert_accessible,
    panels,
    run_cells,
    writes,
)
from playwright.sync_api import expect
from sections import folds

from course_site.book.explorer_registry import explorers
from course_site.book.notebook_page import called
from course_tools.saving import WIDGET_VIEW

KINDS = {*explorers(), "Classroom"}  # whatever shows one explorer
# It has the most panels and folds, and stands for all where JupyterLab acts.
ONE = "05_layernorm.ipynb"
STILL = "Run this cell "  # what stands for a panel or a card says so
# Alternative text, width in pixels and caption of each picture on the page.
PICTURES = """() => [...document.querySelectorAll(".jp-OutputArea img")].map(
    each => [each.alt, each.naturalWidth, each.nextSibling.textContent])"""
# Whether the picture that is kept says the same as the live one.
AT_REST = """panel => {
    const plain = text => text.trim().replace(/\\s+/g, " ");
    const said = plain(panel.querySelector(".course-sentence").innerText);
    return [...document.images].some(each => plain(each.alt) === said);
}"""
LOADED = """() => [...document.querySelectorAll(".jp-OutputArea img")].every(
    each => each.complete)"""


# Sliders and lists, a row of buttons, a field for text.
LESSONS = [ONE, "01_statistics.ipynb", "10_a_real_model.ipynb"]


@pytest.mark.thorough
@pytest.mark.parametrize("notebook", LESSONS)
def test_a_lesson_today_and_tomorrow(lab, notebooks, page, notebook):
    """Open a lesson, run it, move its panels, save it, open it again."""
    lesson = notebooks / notebook
    delivered = lesson.read_bytes()
    cells = nbformat.read(lesson, as_version=4).cells
    # As on the second day, and from another computer: it is not trusted.
    lab.open(page, notebook)
    page.evaluate(SAVE)
    assert lesson.read_bytes() == delivered, "opening changed the file"
    html = html_of(cells)
    pictures = page.locator(".jp-OutputArea img")
    expect(pictures).to_have_count(html.count("<img alt"))
    shows_what_it_can(page, html.count(STILL))
    folds_its_answers(page, cells)

    run_cells(page)  # fails at a cell's error or warning
    folds_its_answers(page, cells)
    found = panels(page)  # all have come
    assert len(found) == sum(called(cell)[0] in KINDS for cell in cells)
    alive = page.locator(".course-explorer")
    alive.evaluate_all("all => all.forEach(each => { each.first = true })")
    for panel in found:
        moves_by_keyboard_and_mouse(panel)
    for panel in found:  # each waits for its rest while the others move
        it = panel.root.element_handle()
        page.wait_for_function(AT_REST, arg=it, polling=100)
    stills, count = page.get_by_text(re.compile(STILL)), alive.count()
    last = [panel.words() for panel in found]
    for words in last:
        expect(page.get_by_alt_text(words, exact=True)).to_have_count(1)
    expect(stills).to_have_count(count)
    expect(stills.filter(visible=True)).to_have_count(0)
    assert alive.evaluate_all("all => all.every(each => each.first)")
    assert_accessible(page, ".jp-Cell-outputWrapper")

    page.evaluate(SAVE)
    saved = nbformat.read(lesson, as_version=4)
    assert WIDGET_VIEW not in str(saved)
    html = html_of(saved.cells)
    assert html.count(STILL) == count
    assert all(f'alt="{escape(words)}"' in html for words in last)
    if notebook == ONE:
        lab.load(page, notebook)
        shows_what_it_can(page, count, last)
        saved.cells.append(nbformat.v4.new_markdown_cell("Changed."))
        nbformat.write(saved, lesson)  # so that it is not trusted either
        lab.open(page, notebook)
        shows_what_it_can(page, count, last)


def html_of(cells):
    """Return what stands on the page without a kernel."""
    outputs = [each for cell in cells for each in cell.get("outputs", ())]
    return "".join(o.get("data", {}).get("text/html", "") for o in outputs)


def shows_what_it_can(page, count, last=()):
    """Panels left their last picture or their statement, and no error.

    Every picture has come, with its words.
    """
    stills = page.get_by_text(re.compile(STILL)).filter(visible=True)
    expect(stills).to_have_count(count)
    for words in last:
        expect(page.get_by_alt_text(words, exact=True)).to_be_visible()
    assert page.get_by_text("Error displaying widget").count() == 0
    page.wait_for_function(LOADED, polling=100)
    for words, width, caption in page.evaluate(PICTURES):
        assert words and caption == words
        assert width > 300, words


def folds_its_answers(page, cells):
    """Demand that every answer is folded, and comes when it is clicked on."""
    shown = page.locator(".jp-Notebook .jp-Cell")
    answers = [shown.nth(n) for n, cell in enumerate(cells) if folds(cell)]
    for cell in answers:
        fold = cell.locator(".jp-OutputArea details")
        expect(fold).to_have_count(1)
        assert fold.get_attribute("open") is None
    fold.locator("summary").click()
    expect(fold.locator("pre, img").first).to_be_visible()
    fold.locator("summary").click()


def moves_by_keyboard_and_mouse(panel):
    """Move the first control both ways; picture and sentence must follow."""
    panel.skip_the_question()
    slider = Slider(panel.sliders.first)
    moves = [slider.step, slider.drag_across]
    if panel.lines.count():
        moves = [partial(writes, panel.lines, at) for at in ("Home", "End")]
    elif not panel.sliders.count():
        others = panel.others
        moves = [lambda: others.first.press("Enter"), others.last.click]
    for move in moves:
        said, seen = panel.words(), panel.drawing.inner_html()
        move()
        expect(panel.status).not_to_have_text(said)
        assert panel.drawing.inner_html() != seen, panel.words()
