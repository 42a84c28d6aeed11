"""Remembers what is done and which mistakes were named, in one text file.

The file is the learner's own and is sent nowhere. It lies in the user's data
folder, or where the environment variable COURSE_PROGRESS says; ``off`` keeps
nothing. It is a journal: each event is one line of JSON, written at the end in
a single call. Nothing in it is ever changed, so several kernels lose nothing
to each other. A kill can cut the line that is being written, and loses nothing
that `remember` has returned from; a line that cannot be read costs no other.
`take_in` adds the lines of another copy, such as one that a browser saved.
"""

import datetime
import errno
import json
import os
import time
import uuid
from contextlib import suppress
from functools import partial
from pathlib import Path

import platformdirs

from answer_check import registry
from answer_check.exercise import every, find, names
from answer_check.journal import Journal, new_lines
from answer_check.judging.judge import judge
from answer_check.judging.run import alone
from answer_check.source_to_keep import function_from

_journals = {}  # those that were read, by path
# Each is called with the kind, the name and the text of what was kept; where
# files do not last, as in a browser, somebody else keeps it.
listeners = []


def path():
    """Return the file's path, or None where nothing is kept.

    A relative one begins in the course's folder, so that it is the same file
    from every lesson's.
    """
    setting = os.environ.get("COURSE_PROGRESS") or "progress.jsonl"
    if setting.lower() == "off":
        return None
    file = Path(os.path.expanduser(setting))
    if file.is_absolute():
        return file
    folder = registry.course().folder
    return Path(platformdirs.user_data_dir(folder, appauthor=False), file)


def remember(name, source):
    """Note an exercise as done, with the source of the answer.

    Return an empty text, or a sentence that says why it cannot be kept.
    """
    try:
        _write("done", name, source=source)
    except OSError as error:
        return f"It will not be remembered: {_why_not(error)}."
    return ""


def note(event, name=None, **more):
    """Note what may be lost.

    It is a ``"wrong"`` answer, with its ``mistakes``; one of these that was
    ``"asked"`` for again, and whether that was ``right``; or that the learner
    puts such questions off until ``"later"``.
    """
    with suppress(OSError):
        _write(event, name, **more)


def remember_quiz(name, letters, edition):
    """Note the letters that answer a quiz, and which edition of it."""
    _write("quiz", f"quiz {name}", mistakes=[letters, edition])


def reset(name=None):
    """Forget one exercise, or all; the journal still holds the answers."""
    _write("forgotten", name)


def _write(event, name, **more):
    file = path()
    if file is None:
        return
    journal = own_journal()  # a file that cannot be read is left alone
    today = datetime.date.today().isoformat()
    at = max(time.time_ns(), journal.latest + 1)  # clocks may be set back
    entry = {"event": event, "exercise": name, "on": today, "at": at, **more}
    if not journal.mark:
        entry["journal"] = uuid.uuid4().hex
    line = json.dumps(entry)
    for listener in listeners:
        listener("line", line, "")
    _append([line.encode()])


def _append(lines):
    # A line of its own even after one that was cut short by a full disk.
    text = b"".join(b"\n%s\n" % line for line in lines)
    file = path()
    file.parent.mkdir(parents=True, exist_ok=True)
    own = partial(os.open, mode=0o600)  # nobody else reads it
    with open(file, "ab", buffering=0, opener=own) as raw:
        written = raw.write(text)
    if written < len(text):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def take_in(text):
    """Add what another copy of the journal tells; return how much was new.

    Taking it in twice changes nothing. Raises ValueError if no line of the
    text is progress, and OSError if it cannot be kept.
    """
    journal, file = own_journal(), path()
    if file is None:
        return 0
    new = new_lines(text, file.read_bytes() if journal.events else b"")
    if new:
        _append(new)
    return len(new)


def own_journal():
    """Return the learner's own journal, which may have no lines yet."""
    file = path()
    with suppress(FileNotFoundError):
        if file:
            return _journals.setdefault(file, Journal(file)).read()
    return Journal(file)


def kept():
    """Return ``done`` and ``wrong`` of the learner's own journal.

    The class Journal says what these hold.
    """
    try:
        journal = own_journal()
    except OSError:  # `trouble` says so
        return {}, {}
    return journal.done, journal.wrong


def done():
    """Return ``{name: {"on": date, "source": text or None}}``."""
    return kept()[0]


def trouble():
    """Say what is wrong with the file, or return an empty text."""
    try:
        unread = own_journal().unread
    except OSError as error:
        return f"{_why_not(error)}."
    if not unread:
        return ""
    lines = "1 line" if unread == 1 else f"{unread} lines"
    return f"{lines} of {path()} could not be read; they stay where they are."


def _why_not(error):
    why = error.strerror or type(error).__name__
    return (
        f"{path()} cannot be used ({why}). What it held is unchanged. Mend "
        "that, or name another file in the environment variable "
        "COURSE_PROGRESS, and run the check again"
    )


def load(name):
    """Return the learner's own function for an exercise that is done.

    Until this is called the kept answer is text. It runs as an answer does,
    and is judged again before it is trusted. None if there is none, or it
    passes no longer.
    """
    source = done().get(name, {}).get("source")
    with alone():
        function = source and function_from(source, name)
    right = function and judge(function, find(name)).passed
    return function if right else None


def own_or_ours(name):
    """Return the learner's answer to an exercise if it is right, or ours."""
    return load(name) or find(name).reference


def whose(name):
    """Return "yours" if `own_or_ours` gives the learner's answer.

    If it gives the reference, return "the course’s".
    """
    return "yours" if load(name) else "the course’s"


def by_lesson():
    """Return ``{lesson: (names done, names open)}``."""
    passed, lessons = done(), {}
    for exercise in every():
        pair = lessons.setdefault(exercise.lesson, ([], []))
        pair[exercise.name not in passed].append(exercise.name)
    return lessons


def summary():
    """Say lesson by lesson what is done and what is open."""
    lessons = by_lesson()
    count = sum(len(ready) for ready, _ in lessons.values())
    lines = [f"{count} of {len(names())} exercises done."]
    for lesson, (ready, left) in lessons.items():
        rest = f"; open: {', '.join(left)}" if left else ""
        lines.append(f"{lesson}: {len(ready)} of {len(ready + left)}{rest}")
    return "\n".join(lines)
