"""A progress bar for a notebook, which leaves the same words in every run."""

import ipywidgets as widgets
from IPython.display import display


class Progress(widgets.HBox):
    """A bar with its label beside it; the words are its fallback."""

    def __init__(self, label):
        self.label = label
        self.bar = widgets.IntProgress(min=0, max=1)
        super().__init__([self.bar, widgets.Label(label)])

    def close(self):
        """Close the bar and its parts."""
        for part in self.children:
            part.close()
        super().close()

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": self.label}


def progress_bar(label):
    """Return a wrapper that shows how far an iteration is.

    Parameters
    ----------
    label : str
        What is going on, in words.

    Returns
    -------
    callable
        Takes an iterable with a length and yields its items.
    """

    def watched(items):
        shown = Progress(label)
        shown.bar.max = len(items)
        display(shown)
        for item in items:
            yield item
            shown.bar.value += 1

    return watched
