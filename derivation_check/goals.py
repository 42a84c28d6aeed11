"""What is to be derived, and in which letters: files that lessons give.

PACKAGE/LESSON/derivations.toml holds worlds and goals; the README of this
package shows one. Beside it, derivations.py may hold a dict ``PROOFS``: for a
goal, a function that runs the lesson's own proof and returns whether it holds.
"""

import importlib.util
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from derivation_check.evaluate import World

_packages = ["lesson_parts"]
STEP = {"names": "", "along": "", "link": ""}


def use(*packages):
    """Take the derivations of these packages, in place of this course's."""
    for name in packages:
        importlib.import_module(name)  # a wrong name fails here, not later
    _packages[:] = packages
    _files.cache_clear()


@dataclass
class Goal:
    """One result to derive, as its lesson's file says.

    ``left`` are the left sides that it may have, the one that is asked for
    first; without any, lines are only judged. ``given`` are slopes that it may
    hold. ``truth`` is its right side for SymPy. Each of the ``steps`` says
    what must have been said of a slope, which is known by one of its ``names``
    or by what it is proportional to, ``along``; or of a line with one slope of
    ``names`` and one of ``link``.
    """

    world: World
    statement: str
    hints: list
    left: str = ""
    given: str = ""
    steps: list = field(default_factory=list)
    truth: str = ""
    expanded: bool = False  # a sum without brackets is wanted
    routes: dict = field(default_factory=dict)
    proof: Callable = lambda: True


@cache
def _files():
    """Return what the lessons' files say, by package and lesson."""
    found = {}
    for package in map(importlib.import_module, _packages):
        for file in Path(package.__path__[0]).glob("*/derivations.toml"):
            text = tomllib.loads(file.read_text(encoding="utf-8"))
            found[package.__name__, file.parent.name] = text
    return found


@cache
def _world(package, lesson, name):
    return World(**_files()[package, lesson]["worlds"][name])


def find(name):
    """Return a goal by its name, or say which names there are."""
    known = {}
    for (package, lesson), said in _files().items():
        for each, goal in said["goals"].items():
            known[each] = package, lesson, goal
    if name not in known:
        near = ", ".join(get_close_matches(str(name), known, 3, 0))
        raise ValueError(f"there is no derivation called {name!r}. Is it one "
                         f"of these: {near}?")  # fmt: skip
    package, lesson, goal = known[name]
    proofs = {}
    if importlib.util.find_spec(f"{package}.{lesson}.derivations"):
        module = importlib.import_module(f"{package}.{lesson}.derivations")
        proofs = (
            {"proof": module.PROOFS[name]} if name in module.PROOFS else {}
        )
    *other, world = goal["world"].split(".")
    world = _world(package, *(other or [lesson]), world)
    steps = [STEP | step for step in goal.get("steps", [])]
    return Goal(**goal | {"world": world, "steps": steps} | proofs)
