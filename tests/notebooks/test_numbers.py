"""What code or stored data decides on a page, by the cell that says it.

``numbers/<page>.py`` has, for the cell of that id,

- in ``NUMBERS`` numbers as they are printed there, and what they must be:
  ``{"verdicts": {"8 7 9": question(1)}}`` finds 8, 7 and 9 one after the
  other in the cell's text or below its code, and compares each with its value
  to the digits printed. A row stands in its cell once, or as often as its
  list has values; where a cell of the page prints the number, the row has
  that cell's name. A question for tomorrow has its name for a cell's;
- in ``HOLDS`` what the cell says in other words, and whether it holds.

The words around a number are free. What only arithmetic decides has no row.
"""

import re
import runpy
from difflib import get_close_matches
from functools import cache
from pathlib import Path

import course_pages
import numpy as np
import pytest
from printed_numbers import PLAIN, printed, says

from answer_check.recall import for_tomorrow

TABLES = sorted(Path(__file__).parent.glob("numbers/*.py"))


@cache
def cells(page):
    """Return the numbers of every cell of a page, as they are printed."""
    later = {
        name: printed(f"{told['ask']} {told['why']}")
        for name, told in for_tomorrow().items()
    }
    found = course_pages.cells(page).items()
    return later | {name: printed(words(cell)) for name, cell in found}


def words(cell):
    """Return what is read in a cell: its text, or what its code shows."""
    shown = "\n".join(course_pages.outputs(cell))
    text = shown if cell.cell_type == "code" else cell.source
    return re.sub(r"\]\([^)]*\)|<[^>]+>", " ", text)


def like(written, value):
    """Write a value with the digits of a written number, if it has plain."""
    if not re.fullmatch(PLAIN, written):
        return f"{value:.2g}"
    places = len(written.partition(".")[2])
    return f"{value:,.{places}f}".replace("-", "−")


def windows(length, numbers):
    """Return as many numbers as stand one after the other, from each on."""
    starts = range(len(numbers) - length + 1)
    return [" ".join(numbers[i : i + length]) for i in starts]


def stands(row, numbers):
    """Count how often the numbers of a row stand one after the other."""
    return windows(len(row), numbers).count(" ".join(row))


def instead(row, numbers):
    """Say which numbers of a cell are most like those of a row."""
    near = get_close_matches(" ".join(row), windows(len(row), numbers), 3, 0.4)
    return " or ".join(near) or "nothing like it"


def drifted(page, table):
    """Yield what is wrong with the numbers of a page, or with its table."""
    for cell, rows in table.items():
        if cell not in cells(page):
            yield f"{cell}: the page has no such cell now: delete its entry"
            continue
        for key, values in rows.items():
            row = key.split()
            if isinstance(values, str):
                if stands(row, cells(page)[cell]) != 1:
                    yield f"{cell}: {key} does not stand there once: mend it"
                elif not stands(row, cells(page)[values]):
                    yield f"{cell}: {key} is not what {values} prints"
                continue
            values = values if isinstance(values, list) else [values]
            count = stands(row, cells(page)[cell])
            if count > len(values):
                yield (
                    f"{cell}: {key} stands there {count} times, so that one "
                    "of them could change unseen: add a number beside it to "
                    "the row, or write a list with a value for each place"
                )
            for value in values:
                value = np.ravel(value).tolist()
                assert len(row) == len(value), f"{cell}: {key} has {value}"
                pairs = [*zip(row, value)]
                right = " ".join(like(*pair) for pair in pairs)
                if count < len(values):
                    yield (
                        f"{cell}: {instead(row, cells(page)[cell])} is "
                        f"printed, and {right} should stand there "
                        f"{len(values)} times; if its sentence has gone or "
                        f"been turned round, delete or mend {key!r}"
                    )
                elif not all(says(*pair) for pair in pairs):
                    yield f"{cell}: {key} is printed, and should be {right}"


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
def test_what_a_page_says_is_what_code_and_data_say(table):
    page, names = table.stem, runpy.run_path(table)
    found = [*drifted(page, names["NUMBERS"])]
    for cell, rows in names.get("HOLDS", {}).items():
        if cell not in cells(page):
            found.append(f"{cell}: no such cell now: delete its entry")
        found += [
            f"{cell}: no longer true by code and data: {sentence}"
            for sentence, holds in rows.items()
            if not holds
        ]
    assert not found, (
        f"{page} does not say what the code or the stored data say:\n"
        + "\n".join(found)
        + "\nMend what is wrong. If it is the page, write it anew, there and "
        f"in tests/notebooks/numbers/{table.name}"
    )
