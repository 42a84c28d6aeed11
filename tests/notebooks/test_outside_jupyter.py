"""What nbconvert makes of a lesson keeps its answers folded."""

import subprocess
import sys
from pathlib import Path

import nbformat
from bs4 import BeautifulSoup

LESSON = Path(__file__).parents[2] / "notebooks" / "05_layernorm.ipynb"


def test_nbconvert_folds_what_jupyterlab_folds():
    command = [sys.executable, "-m", "nbconvert", "--to=html", "--stdout"]
    html = subprocess.run([*command, LESSON], capture_output=True, check=True)
    page = BeautifulSoup(html.stdout, "html.parser")
    shown = page.select(".jp-CodeCell")
    cells = nbformat.read(LESSON, as_version=4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    for cell, made in zip(code, shown, strict=True):
        folded = cell.metadata.get("jupyter", {})
        for part, key in (("input", "source"), ("output", "outputs")):
            inside = made.select(f"details .jp-Cell-{part}Wrapper")
            assert len(inside) == bool(folded.get(f"{key}_hidden")), (
                f"{cell.id}: add-norm-course has a template for nbconvert in "
                "course_desk/jupyter/share; install the course again"
            )
    assert page.select("details .jp-Cell-outputWrapper")
