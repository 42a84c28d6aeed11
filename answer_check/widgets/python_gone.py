"""What a panel says when its Python was restarted or cannot be reached."""

from pathlib import Path

import anywidget


class PythonGone(anywidget.AnyWidget):
    """The last line of a panel, empty as long as Python answers.

    It holds no state. Where a front end cannot load it, a panel works as
    before, and a rule of look.css says the most needed.
    """

    _esm = Path(__file__).with_name("python_gone.js").read_text("utf-8")
