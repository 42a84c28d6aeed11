"""Remembers the exercises that are done, in one small file of the learner's.

The file lies in the user's data folder, or where the environment variable
COURSE_PROGRESS says; ``COURSE_PROGRESS=off`` keeps nothing. A file that is
missing, damaged or read-only costs no more than the memory.
"""

import contextlib
import datetime
import json
import linecache
import os
import shutil
import tempfile
from pathlib import Path

import numpy as np
import platformdirs

from course_lib.exercises.catalogue import every, find
from course_lib.exercises.diagnosis import judge

FOLDER = "add-norm-course"


def path():
    """Return the file's path, or None where nothing is kept."""
    said = os.environ.get("COURSE_PROGRESS")
    if said == "off":
        return None
    if said:
        return Path(said)
    folder = platformdirs.user_data_dir(FOLDER, appauthor=False)
    return Path(folder, "progress.json")


def done():
    """Return ``{name: {"on": date, "source": text or None}}``."""
    return _read(path()) or {}


def remember(name, source):
    """Note an exercise as done.

    Returns
    -------
    str
        Empty; or a sentence, to go after another, why it cannot be kept.
    """
    file = path()
    if file is None:
        return ""
    today = datetime.date.today().isoformat()
    try:
        kept = _read(file)
        if kept is None:  # damaged: put aside, not lost
            os.replace(file, file.with_suffix(".damaged.json"))
            kept = {}
        _write(file, kept | {name: {"on": today, "source": source}})
    except OSError as error:
        why = error.strerror or type(error).__name__
        return f" It will not be remembered: {file} cannot be written ({why})."
    return ""


def reset(name=None):
    """Forget one exercise, or all.

    Returns
    -------
    Path or None
        Where the file as it was is kept; None if there was nothing.
    """
    file = path()
    if file is None or not file.exists():
        return None
    backup, kept = file.with_suffix(".backup.json"), _read(file) or {}
    shutil.copyfile(file, backup)
    if name is None:
        file.unlink()
    else:
        kept.pop(name, None)
        _write(file, kept)
    return backup


def load(name):
    """Return the learner's own function for an exercise that is done.

    It is checked again before it is trusted.

    Returns
    -------
    callable or None
        None if there is none, or it passes no longer.
    """
    source = done().get(name, {}).get("source")
    if not source:
        return None
    filename, namespace = f"<your {name}>", {"np": np}
    linecache.cache[filename] = (
        len(source), None, source.splitlines(True), filename,
    )  # fmt: skip
    try:
        exec(compile(source, filename, "exec"), namespace)
        function = namespace[name]
    except Exception:
        return None
    return function if judge(function, find(name)).passed else None


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


def _read(file):
    """Return what is kept; an empty dict if nothing is, None if damaged."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))["done"]
    except (OSError, AttributeError):  # no file, or none wanted
        return {}
    except (ValueError, KeyError, TypeError):
        return None
    entries = isinstance(kept, dict) and all(
        isinstance(entry, dict) for entry in kept.values()
    )
    return kept if entries else None


def _write(file, kept):
    """Write beside the file and rename: never half a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
    try:
        with open(handle, "w", encoding="utf-8") as out:
            json.dump(
                {"version": 1, "done": kept}, out, indent=1,
                ensure_ascii=False,
            )  # fmt: skip
        os.replace(beside, file)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
