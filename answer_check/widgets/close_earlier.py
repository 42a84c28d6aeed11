"""Close what an earlier run of the same cell made.

ipywidgets keeps every widget until it is closed, and IPython all that a cell
put out, so a cell run again and again would fill the kernel. The cell is known
by its id, or by its text where the notebook program sends no id.
"""

from IPython import get_ipython

WINDOWS = 2  # that may show one page, each with panels of its own

_by_cell = {}  # cell: {window: (run, its number, [panels made by it])}


def replace_earlier(panel):
    """Remember a panel; close those of the cell's earlier runs.

    Two windows of a browser may share one kernel, and each keeps its panels
    when the other runs the cell. A page loaded anew is a window too, so only
    the last ones count.
    """
    try:
        shell = get_ipython()
        parent = shell.get_parent()
        cell = parent["metadata"].get("cellId") or parent["content"]["code"]
        run, window = parent["header"]["msg_id"], parent["header"]["session"]
    except (AttributeError, KeyError):
        return  # no notebook, or a callback: nothing to do
    number = shell.execution_count
    windows = _by_cell.setdefault(cell, {})
    earlier, its_number, made = windows.pop(window, (run, number, []))
    if earlier != run:
        _close(shell, its_number, made)
        made = []
    windows[window] = run, number, [*made, panel]
    if len(windows) > WINDOWS:
        _, its_number, made = windows.pop(next(iter(windows)))
        _close(shell, its_number, made)


def _close(shell, number, made):
    for each in made:
        each.close()
    # IPython 9 keeps what was put out, too: what a cell displays under
    # this number, and its last line under the one before it.
    for kept in (number - 1, number):
        getattr(shell.history_manager, "outputs", {}).pop(kept, None)
