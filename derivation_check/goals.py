"""What is to be derived, and where lessons say so."""

import importlib
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from derivation_check.evaluate import World

_packages = ["lesson_parts"]


def use(*packages):
    """Take the goals of these packages, in place of this course's.

    PACKAGE/LESSON/derivations.py holds a dict ``GOALS`` of `Goal` by name.
    """
    for name in packages:
        importlib.import_module(name)  # a wrong name fails here, not later
    _packages[:] = packages


@dataclass
class Step:
    """A slope of which a derivation must say something before it ends.

    It is recognised by its name, or by its value: ``along`` is a formula that
    it is proportional to, token by token. Where there is a ``link``, one line
    must hold a slope of ``names`` and one of ``link``.
    """

    words: str
    names: str = ""
    along: str = ""
    link: str = ""


@dataclass
class Goal:
    """One result to derive.

    What a learner reads of it lies in derivations.toml beside the goals, under
    its name: the ``statement``, three ``hints``, and ``routes``, which are
    derivations by their titles.

    Parameters
    ----------
    world : World
    left : str
        Left sides that the result may have, ``"dx | dx_i"``, the one that is
        asked for first. Empty where lines are only judged.
    steps : sequence of Step
    given : str
        Slopes that the result may hold.
    prove : callable, optional
        ``prove(left, right)`` of two trees returns True if SymPy proves the
        result for every N, False if it refutes it, and else None.
    form : callable
        ``form(right)``: whether a right side is a result at all.
    """

    world: World
    left: str = ""
    steps: tuple = ()
    given: str = ""
    prove: Callable | None = None
    form: Callable = lambda right: True
    words: dict = None


def find(name):
    """Return a goal by its name, or say which names there are."""
    known = {}
    for package in map(importlib.import_module, _packages):
        for folder in map(Path, package.__path__):
            for file in sorted(folder.glob("*/derivations.py")):
                module = f"{package.__name__}.{file.parent.name}.derivations"
                goals = importlib.import_module(module).GOALS
                known |= {each: (goal, file) for each, goal in goals.items()}
    if name in known:
        goal, file = known[name]
        words = file.with_suffix(".toml").read_text(encoding="utf-8")
        goal.words = tomllib.loads(words)[name]
        return goal
    near = get_close_matches(str(name), known, 3, 0)
    raise ValueError(
        f"there is no derivation called {name!r}. Is it one of these: "
        f"{', '.join(near)}?"
    )
