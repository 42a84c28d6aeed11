"""How a panel looks, in the colours of whatever theme it stands in."""

import base64
from html import escape

from course_lib.plots.dark import FILTER

# A panel takes text and lines from the theme; its picture turns dark with it.
# The rules for buttons and labels let long words wrap on a narrow page.
FRAME = 38  # pixels of border, padding and margin beside the picture
STYLE = """<style>
.course-explorer {
  border: 1px solid var(--jp-border-color2, #bdbdbd); border-radius: 6px;
  box-sizing: border-box; margin: 4px 0; padding: 12px 16px 14px; gap: 10px;
}
.course-explorer > * { flex: none; }
.course-explorer > .widget-vbox:empty,
.course-explorer > .widget-html:has(.widget-html-content:empty) {
  display: none;
}
.course-explorer .widget-html-content {
  font-size: var(--jp-content-font-size1, 14px); line-height: 1.5;
}
.course-explorer button {
  height: auto; min-height: 32px; padding: 4px 12px; width: auto;
  white-space: normal; text-align: left; line-height: 1.3;
}
.course-explorer .course-choices, .course-explorer .course-controls {
  gap: 6px; overflow: visible;
}
.course-explorer .course-skip {
  background: none; text-decoration: underline;
}
.course-explorer .noUi-handle:focus-visible, .course-explorer button:focus {
  outline: 2px solid var(--jp-brand-color1, #1976d2); outline-offset: 2px;
}
.course-explorer .course-error {
  border-left: 4px solid var(--jp-error-color1, #d32f2f); padding-left: 8px;
}
.course-explorer .course-picture {
  display: block; width: 100%; height: auto; filter: DARK_ON_DARK;
}
.course-explorer img.course-picture { background: #fff; border-radius: 4px; }
.course-explorer p { margin: 0 0 6px; }
.course-explorer .course-sentence { margin-top: 8px; min-height: 3em; }
</style>""".replace("DARK_ON_DARK", FILTER)


def unbroken(words):
    """Escape words for HTML and keep each equation on one line."""
    return escape(words).replace(" = ", "&nbsp;=&nbsp;")


def paragraph(lead, words):
    """Return words as HTML, after a bold lead."""
    return f"<div><b>{escape(lead)}</b> {unbroken(words)}</div>"


def run_me(what):
    """Say to whoever sees a page without a kernel how to get the rest."""
    return f'<div class="course-run"><i>Run this cell for {what}.</i></div>'


def error_html(error):
    """Say what went wrong, and that the panel still works."""
    what = f"{type(error).__name__}: {error}".rstrip(".")
    return (
        '<div role="alert" class="course-error"><b>This picture could not '
        f"be drawn.</b> {escape(what)}. You see the last one that could; "
        "move on, or press Reset.</div>"
    )


def background_html(png):
    """Show the part of the picture that stands still; it says nothing."""
    data = base64.b64encode(png).decode("ascii")
    return (
        '<img alt="" class="course-picture" '
        f'src="data:image/png;base64,{data}">'
    )


def frame_html(frame, width, height, sentence):
    """Show the part that moves, named by the sentence, and the sentence."""
    return (
        '<svg class="course-picture" role="img" '
        f'aria-label="{escape(sentence)}" '
        f'viewBox="0 0 {width:g} {height:g}" stroke-linejoin="round">{frame}'
        '</svg><div class="course-sentence" role="status">'
        f"{unbroken(sentence)}</div>"
    )
