"""Exercises on paper, for a class and for the teacher's desk."""

from html import escape
from pathlib import Path

from course_lib.exercises.page.html import inline, items, paragraph

HERE = Path(__file__).parent
ROOM = '<div class="room" role="img" aria-label="Room to write"></div>'


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
