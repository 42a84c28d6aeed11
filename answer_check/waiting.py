"""A line that is shown while a check takes long, until it has a verdict."""

import contextlib
import threading
from contextvars import copy_context
from uuid import uuid4

from IPython import get_ipython
from IPython.display import display, update_display

AFTER = 0.5  # seconds
LOOKING = "Looking for the reason …"


class Line:
    """A line of a cell's output that a verdict takes the place of."""

    def __init__(self):
        self.name, self.shown = uuid4().hex, False

    def show(self, publisher):
        """Show the line, whatever a check hides at this moment."""
        publisher.publish(
            {"text/plain": LOOKING}, transient={"display_id": self.name}
        )
        self.shown = True

    def replace_by(self, verdict):
        """Show a verdict in the place of the line, or alone."""
        if self.shown:
            update_display(verdict, display_id=self.name)
        else:
            display(verdict)


@contextlib.contextmanager
def waiting():
    """Show a line in a notebook's cell if this block takes long.

    Yield the Line. A second thread shows it, because the first one runs the
    learner's code; a browser has none, and there no line is shown.
    """
    line, shell, timer = Line(), get_ipython(), None
    if hasattr(shell, "kernel"):
        show = copy_context().run, (line.show, shell.display_pub)
        timer = threading.Timer(AFTER, *show)
        timer.daemon = True
        try:
            timer.start()
        except RuntimeError:
            timer = None
    try:
        yield line
    finally:
        if timer:
            timer.cancel()
            timer.join()
