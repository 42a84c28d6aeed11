"""Exercises on paper, for a class and for the teacher's desk."""

from html import escape

from course_lib.exercises.page.html import inline, paragraph

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
section { break-inside: avoid; }
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


def items(texts):
    """Return the items of a list of HTML."""
    return "\n".join(f"<li>{text}</li>" for text in texts)


def page(title, body):
    """Return a page of HTML to print, complete in itself."""
    return PAGE.format(title=title, style=_STYLE, body=body)


def sheet(exercises, *, teacher=False):
    """Lay out exercises for printing, as a page of HTML, complete in itself.

    The teacher's pages have the mistakes, the hints and the solution; those
    of a class have room to write.
    """
    title = ", ".join(exercise.name for exercise in exercises)
    body = "\n".join(_article(each, teacher) for each in exercises)
    return page(title, body)


def _article(exercise, teacher):
    return f"""<article>
<h1>{exercise.name}</h1>
<p>Lesson {exercise.lesson}</p>
{paragraph(exercise.statement)}
<pre>{escape(exercise.starter.strip())}</pre>
{_for_the_teacher(exercise) if teacher else ROOM}
</article>"""


def _for_the_teacher(exercise):
    mistakes = dict.fromkeys(  # one text may stand for several slips
        inline(m.why, m.message) for m in exercise.listed
    )
    return f"""<h2>Mistakes the check names</h2>
<ul class="mistakes">
{items(mistakes)}
</ul>
<h2>Hints</h2>
<ol>
{items(map(inline, exercise.hints))}
</ol>
<h2>Solution</h2>
<pre>{escape(exercise.solution)}</pre>"""
