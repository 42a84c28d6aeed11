"""Words as HTML; `code` in back quotes counts."""

import re
from html import escape


def paragraph(text, lead=""):
    """Return text, and a bold lead, as a paragraph of HTML, or several."""
    return f"<p>{inline(text, lead)}</p>".replace("\n\n", "</p><p>")


def inline(text, lead=""):
    """Return text as HTML, after a bold lead; `code` in back quotes counts."""
    text, lead = (
        re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(each))
        for each in (text, lead)
    )
    return f"<b>{lead}</b> {text}" if lead else text
