"""Close what an earlier run of the same cell made.

ipywidgets keeps every widget until it is closed, so a cell run again and
again would fill the kernel. The cell is known by its id, or by its text where
the notebook program sends no id.
"""

from IPython import get_ipython

_by_cell = {}  # cell: (run, [panels made by it])


def replace_earlier(panel):
    """Remember a panel; close those of the cell's earlier runs."""
    try:
        parent = get_ipython().get_parent()
        cell = parent["metadata"].get("cellId") or parent["content"]["code"]
        run = parent["header"]["msg_id"]
    except (AttributeError, KeyError):
        return  # no notebook, or a callback: nothing to do
    earlier_run, made = _by_cell.get(cell, (run, []))
    if earlier_run != run:
        for each in made:
            each.close()
        made = []
    _by_cell[cell] = run, [*made, panel]
