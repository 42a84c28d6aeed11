"""One name means one thing on a page, and a cell makes the state it needs.

A reader runs a cell again, or goes back to one further up. It must give what
it gave before; so no name that it uses may have become something else.
"""

import pytest
from lesson_runs import PAGES, run


@pytest.mark.parametrize("page", PAGES)
def test_a_cell_run_again_gives_what_it_gave(page):
    _, other = run(page)
    assert not other, "\n".join(
        f"{cell} gave\n{before}\nand then\n{after}"
        for cell, (before, after) in other.items()
    )
