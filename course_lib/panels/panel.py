"""A box on the page: one style, and nothing of it stays when it closes."""

import sys

import ipywidgets as widgets

from course_lib.panels import look
from course_lib.panels.reruns import replace_earlier


class Panel(widgets.VBox):
    """Base of all panels; a subclass gives its parts and its fallback.

    A later run of the same cell closes it. IPython's ``Out`` holds closed
    panels as well, so ``close`` lets go of all that takes room.
    """

    def __init__(self, parts):
        style = widgets.HTML(look.STYLE, layout={"display": "none"})
        super().__init__([style, *parts])
        self.add_class("course-explorer")
        replace_earlier(self)

    def fallback(self):
        """Return what pages without a kernel show, by MIME type."""
        raise NotImplementedError

    def close(self):
        """Close the panel and all of its parts."""
        close_all(self)

    def __del__(self):
        if not sys.is_finalizing():  # then nothing is left to close it with
            super().__del__()

    def _repr_mimebundle_(self, **kwargs):
        if self.comm is None:
            return {"text/plain": "This panel is closed: run its cell again."}
        return {**super()._repr_mimebundle_(**kwargs), **self.fallback()}


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
