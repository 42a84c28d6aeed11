"""The cells of a page: what they are written in, and what they printed."""

from functools import cache

import nbformat
from test_numbers import NOTEBOOKS


@cache
def cells(page):
    return nbformat.read(NOTEBOOKS / f"{page}.ipynb", as_version=4).cells


def written(page):
    """Return the text or the code of every cell, by its name, in order."""
    return {cell.id: cell.source for cell in cells(page)}


def printed(page):
    """Return what the code cells of a page printed or show in words."""
    return {
        cell.id: "\n".join(
            output.get("text", output.get("data", {}).get("text/plain", ""))
            for output in cell.get("outputs", ())
        )
        for cell in cells(page)
    }
