"""A verdict as it is read: rendered on a page, plain in a terminal."""

import textwrap
from html import escape

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from answer_check.judging.verdict import MARK, NOT_YET, RIGHT
from answer_check.widgets.html import inline

WIDTH = 79
# A sign and a colour for each state: the word says the same. Mixed with the
# colour of the page's text, a colour stands out on light and on dark.
SIGNS = {RIGHT: ("✓", "#009e73"), NOT_YET: ("✗", "#d55e00")}
NO_SIGN = "○", "#767676"
_INK = "color-mix(in srgb, {} 60%, var(--jp-content-font-color1, #1a1a1a))"


def filled(text):
    """Return text in lines that fit a terminal."""
    return textwrap.fill(text, WIDTH)


def sign(state):
    """Return the sign (✓, …) and the colour that a state is shown with."""
    return SIGNS.get(state, NO_SIGN)


def signed(state, words=None):
    """Return a state, or words about it, as HTML with its sign."""
    mark, colour = sign(state)
    return (
        f'<span aria-hidden="true" style="color: {_INK.format(colour)}">'
        f"{mark}</span> <b>{escape(words or state)}</b>"
    )


def highlighted(code):
    """Return Python as HTML, in the colours of the page's editor."""
    formatter = HtmlFormatter(nowrap=True, classprefix="course-")
    html = highlight(code, PythonLexer(), formatter)
    return f'<pre class="course-code"><code>{html.rstrip()}</code></pre>'


class Shown:
    """A verdict, to be displayed."""

    def __init__(self, verdict):
        self.verdict = verdict
        self.printed = verdict.printed.rstrip()

    def __repr__(self):
        table = self.verdict.table()
        lines = self.verdict.text.split("\n")[: -len(table) or None]
        lines = [*map(filled, lines), *table]
        if self.printed:
            lines += ["It printed:", textwrap.indent(self.printed, "    ")]
        return "\n".join(lines)

    def _repr_mimebundle_(self, **kwargs):
        return {"text/plain": repr(self), "text/html": self.html()}

    def html(self):
        """Return the verdict as HTML."""
        state, html = self.verdict.state, inline(self.verdict.message)
        if state:
            html = f"{signed(state)} {html}"
        html = f"<p>{html}</p>"
        if self.verdict.example:
            lead, *rows = self.verdict.example
            html += f"<p>{inline(lead)}</p><table>{''.join(map(_row, rows))}"
            html += "</table>"
        if self.printed:
            html += f"<p>It printed:</p><pre>{escape(self.printed)}</pre>"
        return (
            '<div class="course-told" '
            f'style="border-left: 4px solid {sign(state)[1]}; '
            f'padding-left: 12px">{html}</div>'
        )


def _row(row):
    """Return a row of an example as HTML: a label, then numbers.

    The number that begins with `MARK` is shown bold, without the mark.
    """
    label, *cells = map(inline, row)
    cells = [
        f"<td><b>{cell[1:]}</b></td>"
        if cell[0] == MARK
        else f"<td>{cell}</td>"
        for cell in cells
    ]
    return f"<tr><th>{label}</th>{''.join(cells)}</tr>"
