"""An answer to a prediction is folded until its cell runs."""

from pathlib import Path

import nbformat
from lab import IDLE, choose
from playwright.sync_api import expect

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
LESSON = "05_layernorm.ipynb"


def answers():
    """Return the places of the folded cells of the lesson."""
    cells = nbformat.read(NOTEBOOKS / LESSON, as_version=4).cells
    return [
        place
        for place, cell in enumerate(cells)
        if cell.metadata.get("jupyter", {}).get("outputs_hidden")
    ]


def test_an_answer_shows_when_its_cell_runs(lab, page):
    lab.open(page, LESSON)
    lab.wait_for_kernel(page, LESSON)
    cells = page.locator(".jp-Notebook .jp-Cell")
    first, *later = (cells.nth(place) for place in answers())
    assert later
    for cell in (first, *later):
        expect(cell.locator(".jp-OutputPlaceholder")).to_be_visible()
        expect(cell.locator(".jp-OutputArea")).to_be_hidden()
    first.locator(".jp-InputPrompt").click()
    choose(page, "Run", "Run All Above Selected Cell")
    choose(page, "Run", "Run Selected Cell")
    page.wait_for_function(IDLE)
    expect(first.locator(".jp-OutputArea-output").first).to_be_visible()
    expect(first.locator(".jp-OutputPlaceholder")).to_have_count(0)
    for cell in later:
        expect(cell.locator(".jp-OutputArea")).to_be_hidden()
    lab.shut_down_kernels()
