"""Exercises on paper, for a class and for the teacher's desk."""

from html import escape
from pathlib import Path

from answer_check.widgets.html import inline, paragraph

HERE = Path(__file__).parent
ROOM = 164, 9  # millimetres to write, below so many lines of code

NAME = '\n<p class="name">Name: <span></span> Date: <span></span></p>'


def items(texts):
    """Return the items of a list of HTML."""
    return "\n".join(f"<li>{text}</li>" for text in texts)


def page(title, body, style="sheet.css"):
    """Return a page of HTML to print, complete in itself."""
    template, rules = (
        HERE.joinpath(name).read_text("utf-8") for name in ("page.html", style)
    )
    return template.format(title=title, style=rules, body=body)


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
<p>Lesson {exercise.lesson}</p>{"" if teacher else NAME}
{paragraph(exercise.statement)}
<pre>{escape(exercise.starter.strip())}</pre>
{_for_the_teacher(exercise) if teacher else _room(exercise)}
</article>"""


def _room(exercise):
    """Leave room to write, less below long code, which is to be mended."""
    most, lines = ROOM
    more = max(0, exercise.starter.strip().count("\n") + 1 - lines)
    return (
        f'<div class="room" style="height: {most - 5 * more}mm" role="img" '
        'aria-label="Room to write"></div>'
    )


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
