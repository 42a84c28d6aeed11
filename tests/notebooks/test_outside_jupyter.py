"""What is folded stays folded in the pages that nbconvert makes."""

from pathlib import Path

import nbformat
from bs4 import BeautifulSoup
from nbconvert import HTMLExporter
from sections import folds

LESSON = Path(__file__).parents[2] / "notebooks" / "05_layernorm.ipynb"


def test_nbconvert_shows_no_answer_open():
    html, _ = HTMLExporter().from_filename(LESSON)
    shown = BeautifulSoup(html, "html.parser").select(".jp-CodeCell")
    cells = nbformat.read(LESSON, as_version=4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    for cell, made in zip(code, shown, strict=True):
        if folds(cell):
            output = made.select_one(".jp-OutputArea-output")
            (fold,) = output.find_all(recursive=False)
            assert fold.name == "details" and "open" not in fold.attrs
