"""Equations that a page displays hold, by numbers.

``equations/<page>.py`` has every displayed equation of a page as it stands
there, in ``EQUATIONS``, with tuples of what has to be equal in it: the sides,
written out here again for some numbers. What is no equation stands in
``EXEMPT`` with a reason. So whoever changes an equation has to change its
numbers, and these are compared.
"""

import re
import runpy
from pathlib import Path

import nbformat
import numpy as np
import pytest

HERE = Path(__file__).parent
PAGES = sorted((HERE.parents[1] / "notebooks").glob("*.ipynb"))
NO_TABLE = {"EQUATIONS": {}, "EXEMPT": {}}


def joined(letters):
    """Return letters without spaces and without the marks of a quotation."""
    return "".join(re.sub(r"^> ?", "", letters, flags=re.M).split())


def displayed(path):
    """Return the equations that a page displays."""
    cells = nbformat.read(path, as_version=4).cells
    prose = "\n\n".join(c.source for c in cells if c.cell_type == "markdown")
    return [joined(e) for e in re.findall(r"\$\$(.+?)\$\$", prose, re.S)]


def table(path):
    """Return the equations of a page with their numbers, and the exempt."""
    file = HERE / "equations" / f"{path.stem}.py"
    found = NO_TABLE | (runpy.run_path(file) if file.exists() else {})
    return [
        {joined(letters): sides for letters, sides in found[kind].items()}
        for kind in ("EQUATIONS", "EXEMPT")
    ]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_displayed_equation_is_listed(path):
    equations, exempt = table(path)
    assert not equations.keys() & exempt.keys()
    shown, listed = {*displayed(path)}, equations.keys() | exempt.keys()
    assert shown == listed, (
        f"change tests/notebooks/equations/{path.stem}.py: "
        f"it lacks {shown - listed}, and {listed - shown} is not on the page"
    )
    assert all(len(reason) > 15 for reason in exempt.values())


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_equations_hold(path):
    for letters, statements in table(path)[0].items():
        assert statements, letters
        for first, *others in statements:
            assert others, letters
            for other in others:
                np.testing.assert_allclose(
                    other, first, rtol=1e-6, atol=1e-7, err_msg=letters
                )


def test_the_tables_are_those_of_pages():
    tables = {path.stem for path in (HERE / "equations").glob("*.py")}
    assert tables <= {path.stem for path in PAGES}
