"""A progress bar for a notebook, which leaves the same words in every run."""

from html import escape

import ipywidgets as widgets
from IPython.display import display

from answer_check.widgets.close_earlier import replace_earlier
from answer_check.widgets.panel import WIDGET_VIEW, close_all, view_of


class Progress(widgets.HBox):
    """A bar with its label beside it; the words are its fallback."""

    def __init__(self, label):
        self.label = label
        self.bar = widgets.IntProgress(min=0, max=1)
        super().__init__([self.bar, widgets.Label(label)])
        replace_earlier(self)

    def close(self):
        """Close the bar and its parts."""
        close_all(self)

    def _repr_mimebundle_(self, **kwargs):
        return {
            WIDGET_VIEW: view_of(self),
            "text/html": f"<div>{escape(self.label)}</div>",
            "text/plain": self.label,
        }


def progress_bar(label):
    """Return a wrapper of an iterable with a length: it shows how far one is.

    ``label`` says in words what is going on.
    """

    def progress(items):
        shown = Progress(label)
        shown.bar.max = len(items)
        display(shown)
        some = max(1, len(items) // 100)  # a page takes few messages a second
        for done, item in enumerate(items, start=1):
            yield item
            if done % some == 0 or done == len(items):
                shown.bar.value = done

    return progress
