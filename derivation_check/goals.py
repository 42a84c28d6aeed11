"""What is to be derived, and in which letters: files that lessons give.

PACKAGE/LESSON/derivations.toml holds worlds and goals; the README of this
package shows one.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, partial
from math import isqrt

import numpy as np

from derivation_check import engine
from derivation_check.evaluate import Cases
from derivation_check.numbers import fractions
from derivation_check.read import Reader

STEP = {"names": "", "along": "", "link": ""}


class World:
    """The letters of a lesson, what they stand for, and numbers for them.

    The README of this package says what a lesson's file gives of each.
    """

    SIZES = 3, 4, 5, 7, 11

    def __init__(self, letters, definitions, first=(), root=(), prime=(),
                 special=(), units=(), slips=(), every_n=()):  # fmt: skip
        self.letters, self.root, self.prime = letters, root, (*prime, None)
        self.first, self.units = dict(first), dict(units)
        self.slips, self.every_n = dict(slips), dict(every_n)
        constants = ["I", "𝟏"] if "x" in letters else ["𝟏"]
        matrices = "rc" in letters.values()
        self.reader = Reader({*letters, *definitions, *constants}, matrices)
        self.definitions = self.trees(definitions)
        self.special = {k: self.trees(v) for k, v in dict(special).items()}
        rng = np.random.default_rng(1)
        self.exact = [self.draw(n) for n in self.SIZES]
        self.floats = [self.draw(n, rng) for n in self.SIZES[1:3]]

    def tree(self, text):
        """Read a formula of the lesson's own."""
        return self.reader.read(self.reader.spelled(text))[0]

    def trees(self, texts):
        """Read several, by name."""
        return {name: self.tree(text) for name, text in texts.items()}

    def several(self, text):
        """Read formulas with | between them."""
        return [self.tree(part) for part in text.split("|") if part.strip()]

    def draw(self, n, rng=None):
        """Draw numbers for the given letters: floats, or small fractions."""
        data, whole = {}, np.random.default_rng(n)
        tokens, sizes = 3 if rng else 1 + (n == 3), {"r": n, "c": n + 1}
        counts = {"T": n, "N": n + self.reader.matrices}
        for name, axes in self.letters.items():
            shape = tokens, *(sizes[axis] for axis in axes)
            low, high = (-4, 9) if axes else (1, 6)
            if rng:
                data[name] = rng.uniform(low / 3, high / 3, shape)
            else:
                drawn = whole.integers(low, high, shape)
                drawn[drawn == 0] = high  # a line may divide by any of them
                data[name] = fractions(drawn)
            if name in counts:
                data[name] = data[name] * 0 + counts[name]
            elif n == 3 and name in self.first and not rng:
                own = [Fraction(v) for v in self.first[name].split()]
                data[name][0] = own if axes else own[0]
        if self.root and not rng:  # choose the root first
            name, square = self.root
            squares = Cases(self, data).value(self.tree(square)).v.a
            roots = [isqrt(int(q)) + 1 for q in squares]
            data[name] = fractions(np.array(roots) ** 2) - squares
        return data

    def changed(self, data, trees):
        """Return numbers in which some letters are others."""
        cases = Cases(self, data)
        return data | {k: cases.value(t).v.a for k, t in trees.items()}


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
