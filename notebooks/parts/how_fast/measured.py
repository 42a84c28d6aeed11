"""A picture of what this machine measured; what is saved is another one."""

import ipywidgets as widgets

from course_lib.exercises.page import look
from course_lib.exercises.page.panel import Panel


class Measured(Panel):
    """Show a live picture; let a stored one stand where nothing runs.

    Seconds differ from machine to machine, so they are never saved.

    Parameters
    ----------
    live, stored : course_lib.panels.show.Picture
    """

    def __init__(self, live, stored):
        self.stored = stored
        html = live._repr_mimebundle_()["text/html"]
        super().__init__([widgets.HTML(html)])

    def fallback(self):
        """Return the stored picture, by MIME type."""
        return look.until_run(self.stored, "what this machine measures")
