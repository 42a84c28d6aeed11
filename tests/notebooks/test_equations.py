"""Equations of a page hold, by numbers.

``equations/<page>.py`` has equations of a page as they stand there, in
``EQUATIONS``, with tuples of what has to be equal in each: its sides, written
out there again for some numbers. So whoever changes an equation changes its
sides, and these are compared. An equation that only says what a letter stands
for has no row.
"""

import re
import runpy
from pathlib import Path

import numpy as np
import pytest
from course_pages import prose, without_code

TABLES = sorted(Path(__file__).parent.glob("equations/*.py"))


def joined(letters):
    """Return letters without spaces and without the marks of a quotation."""
    return "".join(re.sub(r"^> ?", "", letters, flags=re.M).split())


def shown(page):
    """Return the equations of a page, displayed or in a line of prose."""
    text = without_code(prose(page))
    found = re.findall(r"\$\$(.+?)\$\$|\$([^$]+)\$", text, re.S)
    return {joined(display or inline) for display, inline in found}


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
def test_equations_hold(table):
    on_page = shown(table.stem)
    equations = runpy.run_path(table)["EQUATIONS"]
    gone = [e for e in equations if joined(e) not in on_page]
    assert not gone, (
        f"{table.stem} shows these equations no longer, or changed. If that "
        f"is a mistake, mend the page; if not, change or delete them in "
        f"tests/notebooks/equations/{table.name}:\n" + "\n".join(gone)
    )
    for letters, statements in equations.items():
        for first, *others in statements:
            for other in others:
                np.testing.assert_allclose(
                    np.asarray(other, float),
                    np.asarray(first, float),
                    rtol=1e-6,
                    atol=1e-7,
                    err_msg=f"the sides differ: {letters}",
                )
