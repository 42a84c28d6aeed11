"""Exercises on paper: one page each, for a teacher's desk or a class."""

import re
from html import escape

from course_lib import teaching

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
@page {{ size: A4; margin: 14mm; }}
body {{ font: 10pt/1.35 system-ui, sans-serif; color: #1a1a1a;
        max-width: 182mm; margin: auto; }}
article + article {{ break-before: page; }}
h1 {{ font-size: 15pt; margin: 0; }}
h2 {{ font-size: 11pt; margin: 2.5mm 0 1mm; }}
p, ul, ol {{ margin: 0 0 1.5mm; }}
ul, ol {{ padding-left: 5mm; }}
li {{ break-inside: avoid; margin-bottom: 0.8mm; }}
.mistakes {{ columns: 2; column-gap: 6mm; font-size: 9pt; }}
pre {{ background: #f4f4f4; margin: 0; padding: 2mm 3mm; font-size: 9pt;
       line-height: 1.25; white-space: pre-wrap; break-inside: avoid; }}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def sheet(exercises, *, solutions=None):
    """Lay out exercises for printing, one page each.

    Parameters
    ----------
    exercises : sequence of Exercise
    solutions : bool, optional
        Whether the solutions are on it; as the teacher's switch says if not
        given: all but ``hide`` show them.

    Returns
    -------
    str
        A page of HTML, complete in itself.
    """
    if solutions is None:
        solutions = teaching.solutions() != "hide"
    exercises = list(exercises)
    title = ", ".join(e.name for e in exercises)
    body = "\n".join(_article(e, solutions) for e in exercises)
    return _PAGE.format(title=escape(title), body=body)


def _article(exercise, solutions):
    parts = [
        f"<h1>{escape(exercise.name)}</h1>",
        f"<p>Lesson {exercise.lesson}</p>",
        *(f"<p>{_inline(p)}</p>" for p in exercise.statement.split("\n\n")),
        f"<pre>{escape(exercise.starter.strip())}</pre>",
        "<h2>Mistakes the check names</h2>",
        _list("ul", [f"<b>{_inline(m.message)}</b> {_inline(m.why)}"
                     for m in exercise.mistakes], "mistakes"),
        "<h2>Hints</h2>",
        _list("ol", map(_inline, exercise.hints)),
    ]  # fmt: skip
    if solutions:
        code = escape(exercise.solution)
        parts += ["<h2>Solution</h2>", f"<pre>{code}</pre>"]
    return "<article>\n" + "\n".join(parts) + "\n</article>"


def _list(tag, items, kind=""):
    kind = f' class="{kind}"' if kind else ""
    lines = "\n".join(f"<li>{item}</li>" for item in items)
    return f"<{tag}{kind}>\n{lines}\n</{tag}>"


def _inline(text):
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
