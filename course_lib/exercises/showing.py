"""A verdict as it is read: rendered on a page, plain in a terminal."""

import textwrap
from html import escape

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from course_lib.exercises.judging.verdict import NOT_YET, RIGHT
from course_lib.exercises.page.html import inline

WIDTH = 79
PRINTED_LINES = 8
# A sign and a colour for each state: the word says the same. Mixed with the
# colour of the page's text, a colour stands out on light and on dark.
SIGNS = {RIGHT: ("✓", "#009e73"), NOT_YET: ("✗", "#d55e00")}
NO_SIGN = "○", "#767676"
_INK = "color-mix(in srgb, {} 60%, var(--jp-content-font-color1, #1a1a1a))"


def filled(text):
    """Return text in lines that fit a terminal."""
    return textwrap.fill(text, WIDTH)


def sign(state):
    """Return the sign of a state, and its colour."""
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
        lines = verdict.printed.rstrip().split("\n")
        more = len(lines) - PRINTED_LINES
        if more > 0:
            lines[PRINTED_LINES:] = [f"… and {more} more lines"]
        self.printed = "\n".join(lines)

    def __repr__(self):
        paragraphs = [*map(filled, self.verdict.text.split("\n"))]
        if self.printed:
            indented = textwrap.indent(self.printed, "    ")
            paragraphs += ["It printed:", indented]
        return "\n".join(paragraphs)

    def _repr_mimebundle_(self, **kwargs):
        return {"text/plain": repr(self), "text/html": self.html()}

    def html(self):
        """Return the verdict as HTML."""
        state = self.verdict.state
        said = inline(self.verdict.text.removeprefix(state).strip())
        if state:
            said = f"{signed(state)} {said}"
        said = said.replace("\n", "</p><p>")
        for pair in self.verdict.compared:
            before, found, after = said.partition(inline(pair.sentence[1:]))
            if found:
                said = f"{before[:-1]}</p>{_table(pair)}<p>{after}"
        html = f"<p>{said}</p>".replace("<p></p>", "")
        if self.printed:
            html += f"<p>It printed:</p><pre>{escape(self.printed)}</pre>"
        return (
            '<div class="course-told" '
            f'style="border-left: 4px solid {sign(state)[1]}; '
            f'padding-left: 12px">{html}</div>'
        )


def _table(pair):
    what = inline(pair.what)
    return (
        f"<table><tr><td></td><th>yours</th><th>expected</th></tr><tr>"
        f"<th>{what}</th><td>{pair.came}</td><td>{pair.expected}</td>"
        "</tr></table>"
    )
