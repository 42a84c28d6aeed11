"""Which course the engine serves.

A course that is installed says so itself, in its pyproject.toml:

    [project.entry-points."answer_check.exercises"]
    kitchen = "kitchen.course:COURSE"

where COURSE is a `Course`. A checkout that only stands on the search path is
found by that table as well. A script may say ``registry.use(course)`` instead.
"""

import sys
import tomllib
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from answer_check.course import Course

GROUP = "answer_check.exercises"
_used = []  # the course that was given to `use`


def use(course):
    """Serve this course, whatever is installed.

    Parameters
    ----------
    course : Course
    """
    if not isinstance(course, Course):
        raise TypeError(
            "registry.use takes a Course, as in "
            'registry.use(Course(packages=["kitchen"])); '
            f"got {course!r}"
        )
    course.modules()  # a wrong name of a package fails here, not later
    _used[:] = [course]


def course():
    """Return the course that is served; one without exercises if none is."""
    return _used[0] if _used else installed()


@cache
def installed():
    """Return the course that is installed, or one without exercises."""
    named = {*entry_points(group=GROUP), *in_checkouts()}
    found = {each.value: each for each in named}
    if len(found) > 1:
        raise LookupError(
            f"Several courses are installed: {', '.join(sorted(found))}. "
            "Say which one you mean before the first check, with "
            "answer_check.registry.use(COURSE)."
        )
    return next((each.load() for each in found.values()), Course())


def in_checkouts():
    """Yield what the pyproject.toml of folders on the search path name."""
    for folder in sys.path:
        project = Path(folder, "pyproject.toml")
        if folder and project.is_file():
            settings = tomllib.loads(project.read_text(encoding="utf-8"))
            points = settings.get("project", {}).get("entry-points", {})
            for name, value in points.get(GROUP, {}).items():
                yield EntryPoint(name, value, GROUP)
