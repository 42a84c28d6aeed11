"""Close what an earlier run of the same cell made.

ipywidgets keeps every widget until it is closed, and IPython all that a cell
put out, so a cell run again and again would fill the kernel. The cell is known
by its id, or by its text where the notebook program sends no id.
"""

from IPython import get_ipython

_by_cell = {}  # cell: (run, its number, [panels made by it])


def replace_earlier(panel):
    """Remember a panel; close those of the cell's earlier runs."""
    try:
        shell = get_ipython()
        parent = shell.get_parent()
        cell = parent["metadata"].get("cellId") or parent["content"]["code"]
        run = parent["header"]["msg_id"]
    except (AttributeError, KeyError):
        return  # no notebook, or a callback: nothing to do
    number = shell.execution_count
    earlier, its_number, made = _by_cell.get(cell, (run, number, []))
    if earlier != run:
        for each in made:
            each.close()
        made = []
        # IPython 9 keeps what was put out, too: what a cell displays under
        # this number, and its last line under the one before it.
        for kept in (its_number - 1, its_number):
            getattr(shell.history_manager, "outputs", {}).pop(kept, None)
    _by_cell[cell] = run, number, [*made, panel]
