"""How a panel looks, in the colours of whatever theme it stands in."""

import base64
import json
import re
from html import escape

from course_lib.plots.dark import FILTER

# A panel takes its text and lines from the theme; its picture turns dark as
# the others of a lesson do. Two columns where there is room, the picture's in
# its natural width if the other has enough left; where little can be seen at
# once, as on a projector, smaller type and less air.
STYLE = f"""<style>
.course-explorer {{
  --jp-widgets-slider-handle-size: 24px; --jp-widgets-inline-height: auto;
  border: 1px solid var(--jp-border-color2, #bdbdbd); border-radius: 6px;
  box-sizing: border-box; margin: 4px 0; padding: 12px 16px; gap: 8px;
  container-type: inline-size; width: auto;
}}
.course-explorer .widget-html-content {{
  font-size: var(--jp-content-font-size1, 14px); line-height: 1.45;
  align-self: auto;
}}
/* The picture for whoever comes back waits below the live one. */
.jp-OutputArea-child:has(.course-explorer) + .jp-OutputArea-child {{
  display: none;
}}
.course-explorer p {{ margin: 0 0 6px; }}
.course-explorer .widget-vbox, .course-explorer .widget-html,
.course-explorer .widget-box {{ overflow: visible; margin: 0; }}
.course-body {{
  display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px 24px;
}}
.course-body > .widget-gridbox {{ grid-template-columns: minmax(0, 1fr); }}
.course-body > .widget-gridbox > * {{ grid-area: 1 / 1; }}
.course-side {{ gap: 8px; }}
.course-explorer button {{
  height: auto; min-height: 28px; padding: 2px 10px; width: auto;
  white-space: normal; text-align: left; line-height: 1.3; margin: 0;
}}
.course-choices {{ gap: 6px; align-content: flex-start; }}
.course-explorer .course-skip {{
  background: none; text-decoration: underline;
}}
/* What was asked and what is told take the same place: nothing jumps. */
.course-answer {{ display: grid; }}
.course-answer > * {{ grid-area: 1 / 1; }}
.course-answer > .course-choices {{ z-index: 1; }}
.course-answer > .course-room, .course-answer > .course-done {{
  visibility: hidden;
}}
.course-verdict:focus {{ outline: none; }}
.course-controls {{ gap: 2px; }}
.course-controls .widget-inline-hbox {{
  flex-wrap: wrap; height: auto; margin: 0; align-items: center;
}}
.course-controls .widget-label {{
  width: 100% !important; height: auto; line-height: 1.4; text-align: left;
  white-space: normal;
}}
.course-controls .widget-hslider .slider-container {{ min-width: 6rem; }}
.course-controls .noUi-target {{ margin: 10px 0; }}
.course-controls .noUi-handle {{ border: 2px solid #767676; }}
.course-controls .widget-dropdown > select {{
  height: auto; padding-block: 3px; font-size: inherit;
}}
.course-controls .widget-toggle-buttons {{ height: auto; }}
.course-reset {{ align-items: center; justify-content: space-between; }}
.course-explorer .noUi-handle:focus-visible, .course-explorer button:focus {{
  outline: 2px solid var(--jp-brand-color1, #1976d2); outline-offset: 2px;
}}
.course-explorer .course-error {{
  border-left: 4px solid var(--jp-error-color1, #d32f2f); padding-left: 8px;
}}
.course-parts {{ display: flex; filter: {FILTER}; }}
.course-still .course-parts {{ background: white; border-radius: 4px; }}
.course-parts > svg {{ display: block; min-width: 0; height: auto; }}
.course-sentence {{ margin-top: 6px; min-height: 4lh; }}
.course-spoken {{
  position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}}
@container (min-width: 42rem) {{
  .course-body {{
    grid-template-columns:
      minmax(0, max-content) minmax(var(--course-side, 16.5rem), 1fr);
  }}
}}
@container (max-width: 41.99rem) {{
  .course-parts {{ flex-direction: column; }}
  .course-parts > svg {{ flex: none !important; width: 100%; }}
}}
@media (max-height: 600px) {{
  .course-explorer {{ padding: 6px 10px; --course-side: 20rem; }}
  .course-explorer .widget-html-content, .course-explorer button,
  .course-explorer .widget-label {{ font-size: 0.8125rem; line-height: 1.3; }}
  .course-side, .course-body {{ gap: 4px 14px; }}
  .course-choices {{ gap: 3px; }}
  .course-explorer button {{ min-height: 24px; padding: 0 8px; }}
  .course-controls .noUi-target {{ margin: 6px 0; }}
}}
@media (forced-colors: active) {{
  .course-explorer button {{ border: 1px solid ButtonText; }}
  .course-explorer .mod-active {{ border-width: 3px; }}
  .course-explorer .noUi-base {{ outline: 1px solid CanvasText; }}
  .course-explorer .noUi-handle {{ border: 3px solid ButtonText; }}
}}
</style>"""


def unbroken(words):
    """Escape words for HTML; keep equations and 1e-16 on one line each."""
    html = escape(words).replace(" = ", "&nbsp;=&nbsp;")
    whole = r'<span style="white-space: nowrap">\g<0></span>'
    return re.sub(r"\d[\d.]*e-\d+", whole, html)


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


def background_html(picture):
    """Show the part of the picture that stands still; it says nothing."""
    data = base64.b64encode(picture.background()).decode("ascii")
    image = (
        f'<image id="still-{picture.id}" width="{picture.width:g}" '
        f'height="{picture.height:g}" href="data:image/png;base64,{data}"/>'
    )
    name = f"still-{picture.id}"
    return parts_html(image, name, picture, 'aria-hidden="true"')


def frame_html(picture, frame, sentence, words):
    """Show the part that moves, named by the sentence, and the sentence.

    ``words`` say the values of the controls, by label, for a screen reader.
    """
    spoken = escape(json.dumps(words, ensure_ascii=False))
    group = f'<g id="frame-{picture.id}">{frame}</g>'
    attributes = (
        f'role="img" aria-label="{escape(sentence)}" data-words="{spoken}"'
    )
    return (
        parts_html(group, f"frame-{picture.id}", picture, attributes)
        + f'<div class="course-sentence">{unbroken(sentence)}</div>'
    )


def parts_html(drawing, name, picture, attributes):
    """Show one drawing through windows, which can stand below each other."""
    windows = []
    for start, end in picture.windows:
        windows.append(
            f'<svg {attributes} style="flex:{end - start:.1f};max-width:'
            f'{(end - start) / 12:.1f}rem" viewBox="'
            f'{start:.1f} 0 {end - start:.1f} {picture.height:g}" '
            f'stroke-linejoin="round">{drawing}</svg>'
        )
        drawing, attributes = f'<use href="#{name}"/>', 'aria-hidden="true"'
    return f'<div class="course-parts">{"".join(windows)}</div>'
