"""Thorough: every cell of a page run, and then run again, last to first.

A reader runs a cell again, or goes back to one further up: it must give what
it gave before, so no name that it uses may have become something else.
"""

from itertools import groupby

import pytest
from nbval.plugin import IPyNbCell

SECONDS_FOR_AN_OUTPUT = 240  # a busy machine takes longer than nbval's 5


class EveryCellAgain(pytest.Item):
    """Runs the cells of a page down and up, each compared as nbval does."""

    def __init__(self, cells, **options):
        super().__init__(**options)
        self.cells = cells
        self.add_marker("thorough")

    def runtest(self):
        """Run the page's cells in its kernel."""
        for cell in self.cells:
            cell.runtest()
        for cell in reversed(self.cells):
            # A derivation that is run again is told more, which is its point.
            if "derive(" not in cell.cell.source:
                cell.runtest()

    def repr_failure(self, error):
        """Say which cell it was, as nbval does."""
        return self.cells[0].repr_failure(error)

    def reportinfo(self):
        """Name the test."""
        return self.path, 0, f"{self.path.name}::{self.name}"


def pytest_collection_modifyitems(items):
    """Put a test behind the cells of each page; let outputs come late."""
    found = []
    for page, group in groupby(items, lambda item: item.parent):
        cells = list(group)
        found += cells
        if isinstance(cells[0], IPyNbCell):
            found.append(
                EveryCellAgain.from_parent(
                    page, name="Every cell again", cells=cells
                )
            )
            for cell in cells:
                cell.output_timeout = SECONDS_FOR_AN_OUTPUT
    items[:] = found
