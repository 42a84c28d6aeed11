"""Equations that a page displays hold, by numbers.

``equations/<page>.py`` has every displayed equation of a page as it stands
there, in ``EQUATIONS``, with tuples of what has to be equal in it: the sides,
written out here again for some numbers. What is no equation stands in
``EXEMPT`` with a reason. So whoever changes an equation has to change its
numbers, and these are compared. ``INLINE`` and ``GIVEN`` have the same for
formulas in a line of prose that say that something is equal, or larger, or
that say which sum is meant.
"""

import re
import runpy
from pathlib import Path

import nbformat
import numpy as np
import pytest

HERE = Path(__file__).parent
PAGES = sorted((HERE.parents[1] / "notebooks").glob("*.ipynb"))
NO_TABLE = {"EQUATIONS": {}, "EXEMPT": {}, "INLINE": {}, "GIVEN": {}}
RELATION = re.compile(r"[=<>]|\\(?:le|ge|approx|leftarrow)\b|\\sum.")
DISPLAY = ("EQUATIONS", "EXEMPT")
IN_A_LINE = ("INLINE", "GIVEN")


def joined(letters):
    """Return letters without spaces and without the marks of a quotation."""
    return "".join(re.sub(r"^> ?", "", letters, flags=re.M).split())


def prose(path):
    cells = nbformat.read(path, as_version=4).cells
    text = "\n\n".join(c.source for c in cells if c.cell_type == "markdown")
    return re.sub(r"```.*?```", "", text, flags=re.S)


def displayed(path):
    """Return the equations that a page displays."""
    found = re.findall(r"\$\$(.+?)\$\$", prose(path), re.S)
    return [joined(e) for e in found]


def in_a_line(path):
    """Return the formulas in a page's prose that relate two sides or sum."""
    text = re.sub(r"\$\$.+?\$\$", "", prose(path), flags=re.S)
    found = re.findall(r"\$([^$]+)\$", text)
    return [joined(e) for e in found if RELATION.search(e)]


def table(path, kinds):
    """Return the equations of a page with their numbers, and the exempt."""
    file = HERE / "equations" / f"{path.stem}.py"
    found = NO_TABLE | (runpy.run_path(file) if file.exists() else {})
    return [
        {joined(letters): sides for letters, sides in found[kind].items()}
        for kind in kinds
    ]


@pytest.mark.parametrize("find, kinds", [
    (displayed, DISPLAY), (in_a_line, IN_A_LINE),
], ids=["displayed", "in a line"])  # fmt: skip
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_equation_is_listed(path, find, kinds):
    if path.stem == "formulas" and find is in_a_line:
        return  # test_formulas.py
    equations, exempt = table(path, kinds)
    assert not equations.keys() & exempt.keys()
    shown, listed = {*find(path)}, equations.keys() | exempt.keys()
    assert shown == listed, (
        f"change {kinds[0]} in tests/notebooks/equations/{path.stem}.py: "
        f"it lacks {shown - listed}, and {listed - shown} is not on the page"
    )
    assert all(len(reason) > 15 for reason in exempt.values())


@pytest.mark.parametrize("kinds", [DISPLAY, IN_A_LINE], ids="".join)
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_equations_hold(path, kinds):
    for letters, statements in table(path, kinds)[0].items():
        assert statements, letters
        for first, *others in statements:
            assert others, letters
            for other in others:
                np.testing.assert_allclose(
                    np.asarray(other, float),
                    np.asarray(first, float),
                    rtol=1e-6,
                    atol=1e-7,
                    err_msg=letters,
                )


def test_the_tables_are_those_of_pages():
    tables = {path.stem for path in (HERE / "equations").glob("*.py")}
    assert tables <= {path.stem for path in PAGES}
