"""What is to be derived, and in which letters: files that lessons give.

PACKAGE/LESSON/derivations.toml holds worlds and goals; the README of this
package shows one.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, partial

from derivation_check import engine
from derivation_check.evaluate import World

STEP = {"names": "", "along": "", "link": "", "turned": ""}


@dataclass
class Goal:
    """One result to derive, as its lesson's file says.

    ``left`` are the left sides that it may have, the one that is asked for
    first; without any, lines are only judged. ``given`` are slopes that it may
    hold. ``truth`` is its right side for SymPy. Each of the ``steps`` says
    what must have been said of a slope, which is known by one of its ``names``
    or by what it is proportional to, ``along``; or of a line with one slope of
    ``names`` and one of ``link``. ``turned`` is a slope with two indices, and
    two matrices to put in its place, of which the second is symmetric.
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
    proof: Callable = bool  # which says no


@cache
def _said(file):
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def _world(file, name):
    return World(**_said(file)["worlds"][name])


def find(name):
    """Return a goal by its name, or say which names there are."""
    known = {each: file for file in engine.files("derivations.toml")
             for each in _said(file)["goals"]}  # fmt: skip
    if name not in known:
        near = ", ".join(get_close_matches(str(name), known, 3, 0))
        raise ValueError(f"there is no derivation called {name!r}. Is it one "
                         f"of these: {near}?")  # fmt: skip
    file = known[name]
    goal = dict(_said(file)["goals"][name])
    *lesson, world = goal["world"].split(".")
    if "proof" in goal:  # LESSON.MODULE.FUNCTION; it loads SymPy
        goal["proof"] = partial(engine.proof, file.parts[-3], goal["proof"])
    for other in lesson:
        file = file.parents[1] / other / file.name
    goal["steps"] = [STEP | step for step in goal.get("steps", [])]
    return Goal(**goal | {"world": _world(file, world)})
