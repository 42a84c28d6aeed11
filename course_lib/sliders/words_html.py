"""Words of a panel as HTML."""

import re
from html import escape


def unbroken(words):
    """Escape words for HTML; keep x = 1, 0 ± 1, 98 %, |γ|, 2·10⁻⁵ whole."""
    html = re.sub(" ([=±]) ", r"&nbsp;\1&nbsp;", escape(words))
    html = re.sub(r"(?<=\d) %", "&nbsp;%", html)
    whole = r'<span style="white-space: nowrap">\g<0></span>'
    return re.sub(r"\d[\d.·]*(?:e-\d+|10⁻[⁰¹²³⁴-⁹]+)|\|[^|\s]+\|", whole, html)


def paragraph(lead, words):
    """Return words as HTML, after a bold lead."""
    return f"<div><b>{escape(lead)}</b> {unbroken(words)}</div>"
