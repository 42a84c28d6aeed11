"""A box on the page: one style, and nothing of it stays when it closes."""

import sys

import ipywidgets as widgets
from IPython.display import display

from answer_check.widgets import look
from answer_check.widgets.close_earlier import replace_earlier
from answer_check.widgets.python_gone import PythonGone

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


class Panel(widgets.VBox):
    """Base of all panels; a subclass gives its parts and its fallback.

    A cell puts out the live panel and, below it, the fallback. The page shows
    the fallback, a bundle by MIME type, only where nothing lives above it;
    what is saved is the fallback alone. A later run of the same cell
    closes the panel. IPython's ``Out`` holds closed panels as well, so
    ``close`` lets go of all that takes room.
    """

    _kept = None  # what the page keeps

    def __init__(self, parts):
        style = widgets.HTML(look.STYLE, layout={"display": "none"})
        super().__init__([style, PythonGone(), *parts])
        self.add_class("course-explorer")
        replace_earlier(self)

    def close(self):
        """Close the panel and all of its parts."""
        close_all(self)

    def __del__(self):
        if not sys.is_finalizing():  # then nothing is left to close it with
            super().__del__()

    def _ipython_display_(self):
        if self.comm is None:
            print("This panel is closed: run its cell again.")
            return
        display({WIDGET_VIEW: view_of(self)}, raw=True)
        self._kept = display(self.fallback(), raw=True, display_id=True)


def view_of(widget):
    """Return what a page needs to show a widget.

    Colab has ipywidgets 7, whose widgets do not say it themselves.
    """
    version = {"version_major": 2, "version_minor": 0}
    return version | {"model_id": widget.model_id}


def close_all(widget):
    """Close a widget and those it holds: children, layouts, styles."""
    for name in widget.keys:
        held = getattr(widget, name)
        for each in held if isinstance(held, list | tuple) else [held]:
            if isinstance(each, widgets.Widget):
                close_all(each)
    widget.unobserve_all()
    widgets.Widget.close(widget)
    if isinstance(widget, widgets.Box):
        widget.children = ()
