"""Each lesson in JupyterLab in Chromium, today and on the second day.

Notebooks and panels are found; a new one needs no line here.
"""

from pathlib import Path

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from lab import panels
from playwright.sync_api import expect

from course_lib.book.pages import called
from course_lib.explorers.in_order import explorers

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
KINDS = {*explorers(), "Classroom"}  # whatever shows one explorer


@pytest.mark.parametrize(
    "notebook", sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))
)
def test_a_lesson_today_and_tomorrow(lab, notebooks, page, notebook):
    lesson = notebooks / notebook
    delivered = lesson.read_bytes()
    lab.open(page, notebook)
    lab.wait_for_kernel(page, notebook)
    lab.save(page, notebook)
    assert lesson.read_bytes() == delivered, "opening changed the file"

    lab.run_cells(page, notebook)  # fails at a cell's error or warning
    found = panels(page)
    cells = nbformat.read(lesson, as_version=4).cells
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
    assert_accessible(page)
    assert_it_fits(page, found)

    count = alive.count()
    lab.save(page, notebook)
    lab.restart_kernels()
    page.reload()
    shows_what_it_can(page, count, last)
    lab.shut_down_kernels()
    take_to_another_computer(lesson)
    lab.open(page, notebook)
    shows_what_it_can(page, count, last)
    lab.shut_down_kernels()


def assert_accessible(page):
    """Nothing in what the course shows is against axe's rules."""
    report = Axe().run(page, context=".jp-Cell-outputWrapper")
    assert report.violations_count == 0, report.generate_report()


def assert_it_fits(page, found):
    """Each panel is seen whole on a laptop, and on a projector at 200 %."""
    page.keyboard.press("Control+b")  # the list of files takes its place
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
    assert page.get_by_text("Error displaying widget").count() == 0
    for picture in page.locator(".jp-OutputArea img").all():
        assert picture.get_attribute("alt")
        assert picture.evaluate("each => each.naturalWidth") > 300


def moves_by_keyboard_and_mouse(panel):
    """Move the first control both ways; picture and sentence must follow."""
    panel.skip_the_question()
    for move in ways_to_move(panel):
        said, seen = panel.words(), panel.look()
        move()
        expect(panel.status).not_to_have_text(said)
        assert panel.look() != seen, panel.words()
    said = " ".join(panel.drawing.get_attribute("aria-label").split())
    assert said == panel.words()


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
