"""What a class solved and which mistakes it made, from files handed in."""

import os
import textwrap
from collections import Counter
from pathlib import Path

from answer_check.exercise import every, names
from answer_check.journal import BESIDE, NOT_OURS, Journal
from course_tools import gain


def gather(folder):
    """Read the progress files of a folder and of the folders in it.

    Return the journals that count, one for each learner, and a remark on
    each file that does not. Without a file it raises LookupError.
    """
    files, remarks = _files(folder)
    if not files:
        what = "holds no file" if folder.is_dir() else "is not a folder"
        raise LookupError(
            f"{folder} {what}. Name the folder with the progress files that "
            "your class handed in."
        )
    learners = {}
    for path in files:
        name = str(path.relative_to(folder))
        try:
            journal = Journal(path).read()
        except OSError as error:
            remarks.append(f"{name}: not counted, {error.strerror}.")
            continue
        remarks += [f"{name}: {said}" for said in _remarks_on(journal)]
        if journal.events:
            copies = learners.setdefault(journal.mark or name, [])
            copies.append((journal.events, name, journal))
    for copies in learners.values():  # one only grows: the longest counts
        copies.sort(reverse=True)
        (_, kept, _), *others = copies
        same = f"{kept} is of the same learner and no shorter."
        remarks += [f"{name}: not counted, {same}" for _, name, _ in others]
    return [copies[0][2] for copies in learners.values()], remarks


def _files(folder):
    """Return what is handed in, and remarks on folders that stay closed."""
    files, remarks = [], []

    def closed(error):
        where = Path(error.filename).relative_to(folder)
        remarks.append(f"{where}: not counted, {error.strerror}.")

    for top, folders, found in os.walk(folder, onerror=closed):
        links = [name for name in folders if Path(top, name).is_symlink()]
        files += [Path(top, name) for name in [*found, *links]]
    quiet = {".DS_Store"}  # which the Finder leaves in every folder
    return sorted(f for f in files if f.name not in quiet), remarks


def _remarks_on(journal):
    if not journal.events:
        yield f"not counted, {NOT_OURS if journal.unread else 'it is empty'}."
    elif journal.unread:
        lines = f"{journal.unread} of {journal.unread + journal.events} lines"
        yield f"{lines} cannot be read; the others are counted."
    met = {*journal.done, *journal.wrong} - {*names()}
    others = {name for name in met if not name.startswith(BESIDE)}
    if others:
        unknown = f"does not know {', '.join(sorted(others))}"
        yield f"this version of the course {unknown}; the rest counts."


def tally(learners):
    """List the exercises of each lesson that somebody has begun.

    With each stand the number of learners who solved it, the number who
    tried, and ``(mistake, how many met it)``, the most frequent first.
    """
    rows = []
    for exercise in every():
        name = exercise.name
        solved = sum(name in each.done for each in learners)
        tried = sum(name in {*each.done, *each.wrong} for each in learners)
        met = sorted(m for each in learners for m in each.wrong.get(name, ()))
        rows.append((exercise, solved, tried, Counter(met).most_common()))
    begun = {exercise.lesson for exercise, _, tried, _ in rows if tried}
    return [row for row in rows if row[0].lesson in begun]


def beside(learners):
    """List ``(name, how many, (what, how many), …)`` of panels, derivations.

    That is, how many missed a panel's prediction or wrote a false line.
    """
    names = {
        n for each in learners for n in each.wrong if n.startswith(BESIDE)
    }
    for name in sorted(names):
        met = [each.wrong[name] for each in learners if name in each.wrong]
        found = Counter(sorted(what for said in met for what in said))
        yield name, len(met), found.most_common()


def as_text(learners, remarks, size=1.0):
    """Return the results of a class for a terminal."""
    lines = [f"Learners counted: {len(learners)}"]
    if quiz := gain.lines(learners, size):
        lines += ["", *quiz]
    for exercise, solved, tried, mistakes in tally(learners):
        said = f"solved by {solved} of the {tried} who tried"
        lines += ["", f"{exercise.lesson}  {exercise.name}: {said}"]
        for mistake, count in mistakes:
            mistake = textwrap.fill(mistake, 71).replace("\n", "\n" + 8 * " ")
            lines.append(f"{count:>6}  {mistake}")
    for name, count, found in beside(learners):
        lines += ["", f"{name}: missed by {count}"]
        lines += [f"{count:>6}  {what}" for what, count in found]
    lines += ["", *remarks] if remarks else []
    return "\n".join(map(printable, "\n".join(lines).split("\n")))


def printable(text):
    """Return text with everything escaped that could steer a terminal."""
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode()
        for c in text
    )
