"""What a screen reader reads of a panel: names, states and news."""

from pathlib import Path

import anywidget


class ScreenReaderLabels(anywidget.AnyWidget):
    """Reads the panel it stands in and names what has no name.

    It holds no state. Where a front end cannot load it, the panel works as
    before, without names.
    """

    _esm = Path(__file__).with_name("voice.js")
