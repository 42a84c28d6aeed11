"""One name means one thing on a page, and a cell makes the state it needs.

A reader runs a cell again, or goes back to one further up. It must give what
it gave before; so no name that it uses may have become something else.
"""

import pytest
from lesson_runs import PAGES, run

# What is still to be mended: the list only shrinks.
NOT_YET = {
    "09_train_a_stack",
}


@pytest.mark.parametrize("page", PAGES)
def test_a_cell_run_again_gives_what_it_gave(page):
    _, other = run(page)
    if page in NOT_YET:
        assert other, f"take {page} off the list NOT_YET"
    else:
        assert not other, "\n".join(
            f"{cell} gave\n{before}\nand then\n{after}"
            for cell, (before, after) in other.items()
        )
