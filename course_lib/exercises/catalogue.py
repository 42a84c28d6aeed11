"""Finds exercises by name: a file in the bank is an exercise."""

import difflib
import importlib
import pkgutil

from course_lib.exercises import bank


def names():
    """All exercises' names, in alphabetical order."""
    return sorted(m.name for m in pkgutil.iter_modules(bank.__path__))


def find(name):
    """Return the exercise with this name.

    Raises
    ------
    LookupError
        If the bank has no file of that name; close names are listed.
    """
    known = names()
    if name not in known:
        close = difflib.get_close_matches(str(name), known)
        raise LookupError(
            f"There is no exercise called {name!r}. "
            + (f"Did you mean {' or '.join(close)}? " if close else "")
            + "An exercise is found by the name of its function."
        )
    return importlib.import_module(f"{bank.__name__}.{name}").EXERCISE


def every(lesson=None):
    """All exercises, or those of one lesson, ordered by lesson and name."""
    found = [find(name) for name in names()]
    return sorted(
        (e for e in found if lesson in (None, e.lesson)),
        key=lambda e: (e.lesson, e.name),
    )
