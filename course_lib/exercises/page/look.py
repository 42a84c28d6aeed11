"""How a panel looks, in the colours of whatever theme it stands in."""

import re
from html import escape
from pathlib import Path

from course_lib.exercises.page.dark import FILTER

CSS = Path(__file__).with_name("look.css").read_text(encoding="utf-8")
STYLE = f"<style>.course-explorer {{--course-filter: {FILTER}}}\n{CSS}</style>"


def unbroken(words):
    """Escape words for HTML; keep x = 1, 0 ± 1, 98 %, |γ|, 1e-16 whole."""
    html = re.sub(" ([=±]) ", r"&nbsp;\1&nbsp;", escape(words))
    html = re.sub(r"(?<=\d) %", "&nbsp;%", html)
    whole = r'<span style="white-space: nowrap">\g<0></span>'
    return re.sub(r"\d[\d.]*e-\d+|\|[^|\s]+\|", whole, html)


def paragraph(lead, words):
    """Return words as HTML, after a bold lead."""
    return f"<div><b>{escape(lead)}</b> {unbroken(words)}</div>"


def run_me(what):
    """Say to whoever sees a page without a kernel how to get the rest."""
    return f'<div class="course-run"><i>Run this cell for {what}.</i></div>'


def until_run(picture, what):
    """Return a picture by MIME type, and how to get the rest."""
    bundle = picture._repr_mimebundle_()
    bundle["text/html"] += run_me(what)
    return bundle
