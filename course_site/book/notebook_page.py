"""Turns a notebook into a page that needs no kernel."""

import ast
import base64
import io
import json
import re
from html import escape

import nbformat
import numpy as np
from PIL import Image
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from answer_check.exercise import find
from answer_check.widgets.html import paragraph
from course_site.book.explorer_registry import explorers, in_sections
from course_site.book.other_words import in_other_words

NO_KERNEL = (
    "To write the answer and have it checked, open this lesson in "
    'JupyterLab: <a href="run_it_yourself.html">how to run it yourself</a>.'
)
# What asks for a kernel, in an output that was made for notebooks.
RUN = re.compile(r'<div class="course-run">.*?</div>', re.S)
NAME_OF_AN_AXIS = 50  # pixels across, at two a pixel of the page
STILL = re.compile(r'(<img [^>]*?)(?=src="data:image/png;base64,([^"]+)")')


def called(cell):
    """Return the name and the text argument that a cell's last line calls."""
    if cell.cell_type != "code":
        return None, None
    last = (ast.parse(cell.source).body or [None])[-1]
    call = getattr(last, "value", None)
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
        return None, None
    text = [a.value for a in call.args if isinstance(a, ast.Constant)]
    return call.func.id, (text or [None])[0]


def read(text):
    """Return a notebook as its page; myst-nb reads notebooks by it."""
    notebook = nbformat.reads(text, as_version=4)
    notebook.cells = in_other_words(notebook.cells)
    for cell in notebook.cells[1:]:
        if cell.cell_type == "code":
            take_the_kernel_away(cell)
        else:  # so that `live.js` knows where one reads
            cell.source = (
                f'<span data-cell="{cell.id}"></span>\n\n{cell.source}'
            )
    return notebook


def take_the_kernel_away(cell):
    """Change a cell in place into what can be shown of it without a kernel."""
    tags = list(cell.metadata.get("tags", ()))
    if cell.metadata.get("jupyter", {}).get("source_hidden"):
        tags.append("hide-input")
    for output in cell.outputs:
        if "text/html" in output.get("data", {}):
            html = RUN.sub("", output.data["text/html"])
            output.data["text/html"] = STILL.sub(with_cut, html)
    name, text = called(cell)
    unbegun = name == "derive" and "Not started yet" in str(cell.outputs)
    if unbegun or name in ("check", "ProgressPanel"):
        tags.append("remove-output")
    elif name in ("card", "Classroom", *explorers()):
        tags.append("remove-input")
        data = cell.outputs[0].data
        data["text/html"] = static(name, text, data["text/html"], cell.id)
    cell.metadata["tags"] = tags


def static(name, text, still, cell):
    """Return what stands for a card, or where the player replaces a still."""
    if name == "card":
        return with_hints(find(text), still, cell)
    if name == "Classroom":
        return projected(still)
    return recorded(name, still)


def with_hints(exercise, still, cell):
    """Return a card with its hints and its solution, folded."""
    hints = "".join(
        f"<details><summary>Hint {k} of 3</summary>{paragraph(hint)}</details>"
        for k, hint in enumerate(exercise.hints, 1)
    )
    here = f'class="no-kernel" data-cell="{cell}"'
    return (
        f"{still}<p {here}>{NO_KERNEL}</p>{hints}"
        "<details><summary>The solution</summary>"
        f"{coloured(exercise.solution)}</details>"
    )


def projected(still):
    """Return where the player puts the page to project."""
    panels = [
        (title, section, kind.__name__)
        for title, section, kind in in_sections()
    ]
    panels = escape(json.dumps(panels))
    kind = f'class="course-classroom" data-panels="{panels}"'
    return f"<div {kind}>{still}</div>"


def recorded(name, still, asks=True):
    """Return where the player puts a panel; it may ask before it unlocks."""
    return (
        f'<div class="recorded" data-recording="{name}"'
        f"{'' if asks else ' data-open'}>{still}</div>"
    )


def coloured(source):
    """Return lines of Python as HTML, in the colours of the book."""
    return highlight(source, PythonLexer(), HtmlFormatter())


def with_cut(tag):
    """Tell where a wide picture can be cut in two, if it can."""
    at = place_to_cut(base64.b64decode(tag[2]))
    return tag[1] if at is None else f'{tag[1]}data-cut="{at:.4f}" '


def place_to_cut(png):
    """Return where an empty strip parts a picture, as a share of its width.

    It is the widest one near the middle; if what follows a strip is as narrow
    as the name of an axis, the name goes with that axis. None if there is no
    strip, or if the picture is narrow.
    """
    picture = Image.open(io.BytesIO(png))
    width, height = picture.size
    if width < 2 * height:
        return None
    empty = (np.asarray(picture.convert("RGB")) == 255).all(axis=(0, 2))
    marks = "".join("01"[int(each)] for each in empty)
    strips = [strip.span() for strip in re.finditer("1{8,}", marks)]
    middle = [s for s in strips if 0.3 < sum(s) / 2 / width < 0.7]
    start, end = max(middle, key=lambda s: s[1] - s[0], default=(0, 0))
    for left in middle:
        if 0 < start - left[1] < NAME_OF_AN_AXIS:
            start, end = left
            break
    return (start + end) / 2 / width if end - start >= 8 else None


def anchor(heading):
    """Return the name by which JupyterLab links to a heading."""
    return heading.replace(" ", "-")
