"""Turns a notebook into a page that needs no kernel."""

import ast
import json
import re
from html import escape
from urllib.parse import unquote

import nbformat

from course_lib.exercises.exercise import find
from course_lib.exercises.sheets import paragraph
from course_lib.explorers.in_order import in_lesson_order

NO_KERNEL = (
    "To write the answer and have it checked, open this lesson in "
    'JupyterLab: <a href="run_it_yourself.html">how to run it yourself</a>.'
)

# What asks for a kernel, in an output that was made for notebooks.
RUN = re.compile(r'<div class="course-run">.*?</div>', re.S)


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


def page_of(notebook, known):
    """Change a notebook in place into its page.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
    known : collection of str
        Names of the explorers.

    Returns
    -------
    list of str
        The explorers on it.
    """
    recorded = []
    for cell in notebook.cells:
        name, text = called(cell)
        tags = set(cell.metadata.get("tags", ()))
        hidden = cell.metadata.get("jupyter", {})
        if hidden.get("source_hidden"):
            tags.add("hide-input")
        if hidden.get("outputs_hidden"):
            tags.add("hide-output")
        for output in cell.get("outputs", ()):
            if "text/html" in output.get("data", {}):
                html = RUN.sub("", output.data["text/html"])
                output.data["text/html"] = html
        if name in known:
            tags.add("remove-input")
            html = cell.outputs[0].data["text/html"]
            cell.outputs[0].data["text/html"] = player(name, html)
            recorded.append(name)
        elif name == "Classroom":
            tags.add("remove-input")
            data = cell.outputs[0].data
            data["text/html"] = classroom(data["text/html"])
        elif name == "card":
            tags.add("remove-input")
            data = cell.outputs[0].data
            data["text/html"] = card_without_kernel(text, data["text/html"])
        elif name in ("check", "ProgressPanel"):
            tags.add("remove-output")  # these ask for a kernel
        cell.metadata["tags"] = sorted(tags)
    for name in dict.fromkeys(recorded):
        notebook.cells.append(nbformat.v4.new_markdown_cell(
            f'<script src="_static/recordings/{name}.js"></script>'
        ))  # fmt: skip
    return recorded


def player(name, still):
    """Return where the player plays; the still picture is what it replaces."""
    return (
        f'<div class="recorded" data-recording="{name}" '
        f'data-background="_static/recordings/{name}.png">'
        f"{still}</div>"
    )


def classroom(still):
    """Return where the page to project plays, one explorer at a time."""
    panels = [(title, kind.__name__) for title, kind in in_lesson_order()]
    return (
        f'<div class="course-classroom" '
        f'data-panels="{escape(json.dumps(panels))}">'
        f"{still}</div>"
    )


def card_without_kernel(name, html):
    """Return what a card offers where nothing can be checked."""
    hints = "".join(
        f"<details><summary>Hint {k} of 3</summary>{paragraph(hint)}</details>"
        for k, hint in enumerate(find(name).hints, 1)
    )
    return f'{html}<p class="no-kernel">{NO_KERNEL}</p>{hints}'


def in_the_book(text):
    """Return a teaching page with links as they lead in the book."""
    return re.sub(
        r"\]\(\.\./notebooks/([^)#]+)#?([^)]*)\)",
        lambda link: f"](../{link[1]}#{anchor(link[2])})".replace("#)", ")"),
        text,
    )


def anchor(heading):
    """Return what MyST makes of a heading as JupyterLab links to it."""
    return re.sub(r"[^\w-]", "", unquote(heading).lower())
