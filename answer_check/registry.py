"""Where exercises lie: packages, their lessons, a file an exercise.

A course of another subject says once, before its first check, where its own
are:

    from answer_check import registry

    registry.use("kitchen")
"""

import importlib
from functools import cache
from pathlib import Path

_packages = ["lesson_parts"]
_answers = [Path(__file__).parents[1] / "course_lib" / "layers"]
# Text at once: an answer may have replaced `map` when it is asked for.
_library = [str(Path(__file__).parents[1] / "course_lib")]


def use(*packages, answers=(), library=()):
    """Take the exercises of these packages, in place of this course's.

    PACKAGE/LESSON/exercises/NAME.py holds the exercise called NAME, as its
    `EXERCISE`. ``answers`` are folders, as str or Path, of code that answers
    the exercises: an answer that calls it is told to do without. ``library``
    are folders of code that is not the learner's own, as the course's is not.
    """
    for name in packages:
        importlib.import_module(name)  # a wrong name fails here, not later
    _packages[:] = packages
    _answers[:] = answers
    _library[:] = map(str, library)
    folders.cache_clear()


@cache
def folders():
    """Return the folders of the packages on the registry, as text."""
    packages = map(importlib.import_module, _packages)
    return tuple(folder for each in packages for folder in each.__path__)


def answers():
    """Return the folders of code that no answer may call, as text."""
    return tuple(map(str, _answers))


def library():
    """Return the folders of code that is no learner's own, as text."""
    return tuple(_library)


def load(module):
    """Import a module of the packages by its name, known at run time only."""
    return importlib.import_module(module)


def modules():
    """Return the modules of all exercises by the exercises' names."""
    return {
        path.stem: f"{name}.{path.parts[-3]}.exercises.{path.stem}"
        for name in _packages
        for folder in importlib.import_module(name).__path__
        for path in sorted(Path(folder).glob("*/exercises/[a-z]*.py"))
    }
