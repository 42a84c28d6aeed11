"""Exercises on paper, for a class and for the teacher's desk."""

import re
from html import escape

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""

_STYLE = """
@page { size: A4; margin: 14mm; }
body { font: 10pt/1.35 system-ui, sans-serif; color: #1a1a1a;
        max-width: 182mm; margin: auto; }
article + article { break-before: page; }
h1 { font-size: 15pt; margin: 0; }
h2 { font-size: 11pt; margin: 2.5mm 0 1mm; }
p, ul, ol { margin: 0 0 1.5mm; }
ul, ol { padding-left: 5mm; }
li { break-inside: avoid; margin-bottom: 0.8mm; }
.room { height: 150mm; background: repeating-linear-gradient(
         white 0 7.7mm, #bbb 7.7mm 8mm); print-color-adjust: exact; }
.mistakes { columns: 2; column-gap: 6mm; font-size: 9pt; }
pre { background: #f4f4f4; margin: 0; padding: 2mm 3mm; font-size: 9pt;
       line-height: 1.25; white-space: pre-wrap; break-inside: avoid; }
"""

ROOM = '<div class="room" role="img" aria-label="Room to write"></div>'


def sheet(exercises, *, teacher=False):
    """Lay out exercises for printing, each on a page of its own.

    Parameters
    ----------
    exercises : sequence of Exercise
    teacher : bool
        The teacher's pages have the mistakes, the hints and the solution;
        those of a class have room to write.

    Returns
    -------
    str
        A page of HTML, complete in itself.
    """
    exercises = list(exercises)
    title = ", ".join(e.name for e in exercises)
    body = "\n".join(_article(e, teacher) for e in exercises)
    return PAGE.format(title=escape(title), style=_STYLE, body=body)


def _article(exercise, teacher):
    parts = [
        f"<h1>{escape(exercise.name)}</h1>",
        f"<p>Lesson {exercise.lesson}</p>",
        *(f"<p>{inline(p)}</p>" for p in exercise.statement.split("\n\n")),
        f"<pre>{escape(exercise.starter.strip())}</pre>",
        *(_for_the_teacher(exercise) if teacher else [ROOM]),
    ]
    return "<article>\n" + "\n".join(parts) + "\n</article>"


def _for_the_teacher(exercise):
    mistakes = [
        f"<b>{inline(m.message)}</b> {inline(m.why)}"
        for m in exercise.mistakes
    ]
    return [
        "<h2>Mistakes the check names</h2>",
        _list("ul", mistakes, "mistakes"),
        "<h2>Hints</h2>",
        _list("ol", map(inline, exercise.hints)),
        "<h2>Solution</h2>",
        f"<pre>{escape(exercise.solution)}</pre>",
    ]


def _list(tag, items, kind=""):
    kind = f' class="{kind}"' if kind else ""
    lines = "\n".join(f"<li>{item}</li>" for item in items)
    return f"<{tag}{kind}>\n{lines}\n</{tag}>"


def inline(text):
    """Return text as HTML; `code` in back quotes counts."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
