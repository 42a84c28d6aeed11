"""What a class solved and which mistakes it made, from files handed in."""

import textwrap
from collections import Counter

from course_lib.exercises import progress
from course_lib.exercises.exercise import every, names
from course_lib.exercises.page.html import inline, items
from course_lib.teaching.sheets import PAGE

_STYLE = """
body { font: 14pt/1.4 system-ui, sans-serif; color: #1a1a1a;
       background: white; max-width: 46em; margin: auto; padding: 1em; }
h1, h2 { margin: 1em 0 0; font-size: 1em; }
p, ul { margin: 0.2em 0; list-style: none; }
.bar { display: flex; height: 0.8em; border: 1px solid #767676;
       print-color-adjust: exact; }
.solved { background: #0072b2; }
.tried { background: #d55e00; }
"""


def gather(folder):
    """Read the progress files of a folder and of the folders in it.

    Return what each learner has done and got wrong, as `progress.standing`
    does, and remarks on files that do not count. Without a file it raises
    LookupError.
    """
    files = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    ]
    if not files:
        what = "holds no file" if folder.is_dir() else "is not a folder"
        raise LookupError(
            f"{folder} {what}. Name the folder with the progress files that "
            "your class handed in."
        )
    journals, learners, remarks = {}, [], []
    for path in files:
        name = str(path.relative_to(folder))
        events, said = _read(path)
        remarks += [f"{name}: {each}" for each in said]
        marks = (event["journal"] for event in events if "journal" in event)
        if events:
            copies = journals.setdefault(str(next(marks, name)), [])
            copies.append((len(events), name, events))
    for copies in journals.values():  # one only grows: the longest counts
        (_, kept, events), *others = sorted(copies, reverse=True)
        learners.append(progress.standing(events))
        same = f"{kept} is of the same learner and no shorter."
        remarks += [f"{name}: not counted, {same}" for _, name, _ in others]
    return learners, remarks


def _read(path):
    """Return the events of a file, and what there is to be said of it."""
    try:
        events, skipped = progress.read(path)
    except OSError as error:
        return [], [f"not counted, {error.strerror}."]
    if not events:
        what = "no line of it is progress" if skipped else "it is empty"
        return [], [f"not counted, {what}."]
    said = []
    if skipped:
        lines = f"{skipped} of {skipped + len(events)} lines"
        said.append(f"{lines} cannot be read; the others are counted.")
    others = {event["exercise"] for event in events} - {None, *names()}
    if others:
        unknown = f"does not know {', '.join(sorted(others))}"
        said.append(f"this version of the course {unknown}; the rest counts.")
    return events, said


def tally(learners):
    """List the exercises of each lesson that somebody has begun.

    With each stand the number of learners who solved it, the number who
    tried, and ``(mistake, how many met it)``, the most frequent first.
    """
    rows = []
    for exercise in every():
        name = exercise.name
        solved = sum(name in done for done, _ in learners)
        tried = sum(name in done or name in wrong for done, wrong in learners)
        met = sorted(m for _, wrong in learners for m in wrong.get(name, ()))
        rows.append((exercise, solved, tried, Counter(met).most_common()))
    begun = {exercise.lesson for exercise, _, tried, _ in rows if tried}
    return [row for row in rows if row[0].lesson in begun]


def as_text(learners, remarks):
    """Return the results of a class for a terminal."""
    lines = [f"Learners counted: {len(learners)}"]
    for exercise, solved, tried, mistakes in tally(learners):
        said = f"solved by {solved}, tried by {tried}"
        lines += ["", f"{exercise.lesson}  {exercise.name}: {said}"]
        for mistake, count in mistakes:
            mistake = textwrap.fill(mistake, 71).replace("\n", "\n" + 8 * " ")
            lines.append(f"{count:>6}  {mistake}")
    return "\n".join([*lines, *([""] if remarks else []), *remarks])


def as_page(learners):
    """Return the results of a class as a page of HTML, with bars."""
    body = f"<h1>Learners counted: {len(learners)}</h1>"
    for exercise, solved, tried, mistakes in tally(learners):
        bars = "".join(
            f'<div class="{kind}" style="flex: 0 0 {n / len(learners):%}">'
            "</div>"
            for kind, n in [("solved", solved), ("tried", tried - solved)]
        )
        listed = [inline(text, str(count)) for text, count in mistakes]
        body += f"""
<h2>Lesson {exercise.lesson} <code>{exercise.name}</code></h2>
<div class="bar">{bars}</div>
<p>{solved} solved it, {tried - solved} tried and have not, \
{len(learners) - tried} have not begun.</p>
<ul>{items(listed)}</ul>"""
    return PAGE.format(title="Results of a class", style=_STYLE, body=body)
