"""What a screen reader reads of a panel: names, states and news."""

from pathlib import Path

import anywidget

HERE = Path(__file__).parent


class ScreenReaderLabels(anywidget.AnyWidget):
    """Reads the panel it stands in and names what has no name.

    It lets the pictures of the page be enlarged as well, as the book does. It
    holds no state. Where a front end cannot load it, the panel works as
    before, without names.
    """

    _esm = "".join(
        HERE.joinpath(name).read_text(encoding="utf-8")
        for name in ("enlarge.js", "screen_reader.js")
    )
