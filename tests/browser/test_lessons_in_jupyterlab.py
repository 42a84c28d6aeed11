"""Each lesson in JupyterLab in Chromium, today and on the second day.

Notebooks and panels are found; a new one needs no line here.
"""

from pathlib import Path

import nbformat
import pytest
from lab import IDLE, assert_accessible, choose, panels
from playwright.sync_api import expect

from course_lib.book.pages import called
from course_lib.explorers.in_order import explorers

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
KINDS = {*explorers(), "Classroom"}  # whatever shows one explorer
ONE = "05_layernorm.ipynb"  # stands for all where JupyterLab alone acts
# Alternative text, width in pixels and caption of each picture on the page.
PICTURES = """() => [...document.querySelectorAll(".jp-OutputArea img")].map(
    each => [each.alt, each.naturalWidth, each.nextSibling.textContent])"""
# Whether the picture's name is the sentence below it.
SETTLED = """panel => {
    const picture = panel.querySelector("svg[role=img]");
    const plain = text => text.trim().replace(/\\s+/g, " ");
    return plain(picture.getAttribute("aria-label")) ===
        plain(panel.querySelector(".course-sentence").innerText);
}"""
LOADED = """() => [...document.querySelectorAll(".jp-OutputArea img")].every(
    each => each.complete)"""


@pytest.mark.parametrize(
    "notebook", sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))
)
def test_a_lesson_today_and_tomorrow(lab, notebooks, page, notebook):
    lesson = notebooks / notebook
    delivered = lesson.read_bytes()
    cells = nbformat.read(lesson, as_version=4).cells
    lab.open(page, notebook)
    lab.wait_for_kernel(page, notebook)
    lab.save(page, notebook)
    assert lesson.read_bytes() == delivered, "opening changed the file"
    in_view = str([cell for cell in cells if not folded(cell)])
    pictures = page.locator(".jp-OutputArea img")
    expect(pictures).to_have_count(in_view.count("<img alt"), timeout=30_000)
    shows_its_pictures(page)
    folds_its_answers(page, cells, run_the_first=notebook == ONE)

    lab.run_cells(page, notebook)  # fails at a cell's error or warning
    unfolds = page.locator(".jp-OutputPlaceholder").filter(visible=True)
    expect(unfolds).to_have_count(0)
    found = panels(page)
    assert len(found) == sum(called(cell)[0] in KINDS for cell in cells)
    alive = page.locator(".course-explorer")
    alive.evaluate_all("all => all.forEach(each => { each.first = true })")
    for panel in found:
        moves_by_keyboard_and_mouse(panel)
    stills = page.get_by_text("Run this cell ")
    last = [panel.words() for panel in found]
    for words in last:
        expect(page.get_by_alt_text(words, exact=True)).to_have_count(1)
    expect(stills).to_have_count(alive.count())
    expect(stills.filter(visible=True)).to_have_count(0)
    assert alive.evaluate_all("all => all.every(each => each.first)")
    assert_accessible(page, ".jp-Cell-outputWrapper")
    if found:
        assert_it_fits(page, found)

    count = alive.count()
    lab.save(page, notebook)
    lab.close(page)
    if notebook == ONE:
        lab.load(page, notebook)
        shows_what_it_can(page, count, last)
    if count:
        take_to_another_computer(lesson)
        lab.open(page, notebook)
        shows_what_it_can(page, count, last)
    lab.close(page)


def folded(cell):
    """Whether a cell's output is folded until the cell runs."""
    return cell.metadata.get("jupyter", {}).get("outputs_hidden", False)


def assert_it_fits(page, found):
    """Each panel is seen whole on a laptop, and on a projector at 200 %."""
    page.evaluate("jupyterapp.shell.collapseLeft()")  # the list of files
    for width, height in ((1366, 768), (960, 540)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(500)
        room = page.locator(".jp-WindowedPanel-outer").first.bounding_box()
        for panel in found:
            box = panel.root.bounding_box()
            assert box["height"] <= room["height"], panel.words()
            assert box["width"] <= room["width"], panel.words()


def take_to_another_computer(lesson):
    """Change a notebook, so that this one does not trust it either."""
    made = nbformat.read(lesson, as_version=4)
    made.cells.append(nbformat.v4.new_markdown_cell("Changed."))
    nbformat.write(made, lesson)


def shows_what_it_can(page, count, last):
    """Each panel has left its last picture or its statement, and no error."""
    stills = page.get_by_text("Run this cell ").filter(visible=True)
    expect(stills).to_have_count(count, timeout=30_000)
    for words in last:
        expect(page.get_by_alt_text(words, exact=True)).to_be_visible()
    shows_its_pictures(page)


def shows_its_pictures(page):
    """Every picture has come, with its words, and no error in its place."""
    assert page.get_by_text("Error displaying widget").count() == 0
    page.wait_for_function(LOADED)
    for words, width, caption in page.evaluate(PICTURES):
        assert words and caption == words
        assert width > 300, words


def folds_its_answers(page, cells, run_the_first):
    """Demand that answers are folded until their own cells run."""
    shown = page.locator(".jp-Notebook .jp-Cell")
    answers = [shown.nth(n) for n, cell in enumerate(cells) if folded(cell)]
    if run_the_first:
        first, *answers = answers
        first.locator(".jp-InputPrompt").click()
        choose(page, "Run", "Run All Above Selected Cell")
        choose(page, "Run", "Run Selected Cell")
        page.wait_for_function(IDLE)
        expect(first.locator(".jp-OutputArea-output").first).to_be_visible()
        expect(first.locator(".jp-OutputPlaceholder")).to_have_count(0)
    for cell in answers:
        stands_for_it = cell.locator(".jp-Placeholder").filter(visible=True)
        expect(stands_for_it).to_have_count(1)
        expect(cell.locator(".jp-OutputArea")).to_be_hidden()


def moves_by_keyboard_and_mouse(panel):
    """Move the first control both ways; picture and sentence must follow."""
    panel.skip_the_question()
    for move in ways_to_move(panel):
        said, seen = panel.words(), panel.look()
        move()
        expect(panel.status).not_to_have_text(said)
        assert panel.look() != seen, panel.words()
    panel.page.wait_for_function(IDLE)
    panel.page.wait_for_function(SETTLED, arg=panel.root.element_handle())


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
