"""Remembers what is done and which mistakes were named, in one text file.

The file is the learner's own and is sent nowhere. It lies in the user's data
folder, or where the environment variable COURSE_PROGRESS says;
``COURSE_PROGRESS=off`` keeps nothing. It is a journal:
each event is one line of JSON, written at the end in a single call. Nothing
in it is ever changed or replaced, so several kernels lose nothing to each
other, a kill leaves the old state or the new one, and a line that cannot be
read costs no other line.
"""

import ast
import datetime
import errno
import json
import linecache
import os
import uuid
from pathlib import Path

import numpy as np
import platformdirs

from course_lib.exercises.exercise import every, find
from course_lib.exercises.judging.judge import judge
from course_lib.exercises.judging.run import run

FOLDER = "add-norm-course"


def path():
    """Return the file's path, or None where nothing is kept."""
    said = os.environ.get("COURSE_PROGRESS")
    if said == "off":
        return None
    if said:
        return Path(said)
    folder = platformdirs.user_data_dir(FOLDER, appauthor=False)
    return Path(folder, "progress.jsonl")


def done():
    """Return ``{name: {"on": date, "source": text or None}}``."""
    return kept()[0]


def kept():
    """Return what the learner's own file amounts to, as `standing` does."""
    try:
        return standing(read(path())[0])
    except OSError:  # `trouble` says so
        return {}, {}


def standing(events):
    """Say what the events of a journal amount to.

    Returns
    -------
    done : dict
        ``{name: {"on": date, "source": text or None}}``
    wrong : dict
        ``{name: mistakes named}``, an empty set where none had a name.
    """
    done, wrong = {}, {}
    for event in events:
        name = event["exercise"]
        if event["event"] == "done":
            done[name] = {"on": event["on"], "source": event.get("source")}
        elif event["event"] == "wrong":
            wrong.setdefault(name, set()).update(event.get("mistakes", ()))
        elif event["event"] == "forgotten":
            for each in [name] if name else [*done, *wrong]:
                done.pop(each, None)
                wrong.pop(each, None)
    return done, wrong


def trouble():
    """Say what is wrong with the file, or return an empty string."""
    file = path()
    try:
        _, skipped = read(file)
    except OSError as error:
        return f"{_why_not(file, error)}."
    if not skipped:
        return ""
    lines = "1 line" if skipped == 1 else f"{skipped} lines"
    return f"{lines} of {file} could not be read; they stay where they are."


def remember(name, source):
    """Note an exercise as done, with the source of the answer.

    Returns
    -------
    str
        Empty; or a sentence, to go after another, why it cannot be kept.
    """
    return _note("done", name, source=source)


def remember_wrong(name, mistakes):
    """Note that an answer was wrong, and the mistakes that were named."""
    _note("wrong", name, mistakes=[m.message for m in mistakes])


def reset(name=None):
    """Forget one exercise, or all; the journal still holds the answers.

    Raises
    ------
    OSError
        If that cannot be written down.
    """
    _append(path(), "forgotten", name)


def load(name):
    """Return the learner's own function for an exercise that is done.

    Until this is called the kept answer is text. It runs as an answer does,
    and is judged again before it is trusted.

    Returns
    -------
    callable or None
        None if there is none, or it passes no longer.
    """
    source = done().get(name, {}).get("source")
    function = _defined(source, name) if source else None
    right = function and judge(function, find(name)).passed
    return function if right else None


def own_or_solution(name):
    """Return the learner's own function if there is one, else the course's."""
    return load(name) or find(name).reference


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
    count = sum(len(d) for d, _ in lessons.values())
    total = count + sum(len(o) for _, o in lessons.values())
    lines = [f"{count} of {total} exercises done."]
    for lesson, (names, left) in lessons.items():
        rest = f"; open: {', '.join(left)}" if left else ""
        lines.append(
            f"{lesson}: {len(names)} of {len(names) + len(left)}{rest}"
        )
    return "\n".join(lines)


def read(file):
    """Read the events of a journal, and count the lines that are none.

    Parameters
    ----------
    file : Path or None

    Returns
    -------
    events : list of dict
        Each with "event", "exercise" and "on".
    skipped : int

    Raises
    ------
    OSError
        If there is a file and it cannot be read.
    """
    try:
        text = file.read_text("utf-8", errors="replace") if file else ""
    except FileNotFoundError:
        text = ""
    lines = [line for line in text.splitlines() if line.strip()]
    events = [event for event in map(_event, lines) if event]
    return events, len(lines) - len(events)


def _event(line):
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return None
    wanted = {"event": str, "exercise": str | None, "on": str}
    fits = isinstance(event, dict) and all(
        isinstance(event.get(key), kind) for key, kind in wanted.items()
    ) and isinstance(event.get("source"), str | None)  # fmt: skip
    named = fits and event.get("mistakes", [])
    listed = isinstance(named, list) and all(isinstance(m, str) for m in named)
    return event if listed else None


def _note(event, name, **more):
    """Write an event down; return why it cannot be, or an empty string."""
    file = path()
    try:
        read(file)  # a file that cannot be read is left alone
        _append(file, event, name, **more)
    except OSError as error:
        return f" It will not be remembered: {_why_not(file, error)}."
    return ""


def _append(file, event, name, **more):
    if file is None:
        return
    today = datetime.date.today().isoformat()
    entry = {"event": event, "exercise": name, "on": today, **more}
    if not file.exists():  # tells a copy of this journal from another one
        entry["journal"] = uuid.uuid4().hex
    # A line of its own even after one that was cut short by a full disk.
    line = f"\n{json.dumps(entry)}\n".encode()
    file.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        if os.write(handle, line) < len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    finally:
        os.close(handle)


def _why_not(file, error):
    why = error.strerror or type(error).__name__
    return (
        f"{file} cannot be used ({why}). Nothing in it was changed. Mend "
        "that, or name another file in the environment variable "
        "COURSE_PROGRESS, and run the check again"
    )


def _defined(source, name):
    """Run definitions as an answer runs; None if they are anything else."""
    filename, namespace = f"<your {name}>", {"np": np}
    linecache.cache[filename] = (
        len(source), None, source.splitlines(True), filename,
    )  # fmt: skip
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if not all(map(_defines, tree.body)):
        return None
    code = compile(tree, filename, "exec")
    run(lambda: exec(code, namespace), ())
    function = namespace.get(name)
    return function if callable(function) else None


def _defines(statement):
    """Whether a statement imports, or names a function or a literal."""
    if isinstance(statement, ast.Assign):
        try:
            ast.literal_eval(statement.value)
        except ValueError:
            return isinstance(statement.value, ast.Name)
        return True
    kinds = ast.Import, ast.ImportFrom, ast.FunctionDef
    return isinstance(statement, kinds)
