"""Judges the lines of a derivation, one after the other.

A line is true or not, exactly; a true one is never refused.
"""

import re
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from derivation_check import explain, lines, trees
from derivation_check.compare import example, holds
from derivation_check.evaluate import Cases
from derivation_check.read import WORDS as NAMES
from derivation_check.read import Misfit, Reader, Unreadable
from derivation_check.remarks import remark
from derivation_check.steps import Steps, slopes
from derivation_check.trees import LOSS, MESSAGES, indices, quoted, show, walk

HOLDS, WRONG, FOLLOWS, UNREAD, WORDS, MEANING = "✓✗↳? ·"
OF_LINES = MESSAGES["lines"]
PART = re.compile(r"d([A-Za-z]+)([0-9])")


@dataclass
class Line:
    """A line as it was read, and what is to be said of it."""

    text: str
    mark: str
    message: str = ""
    left: tuple = None
    right: tuple = None
    chained: bool = False

    def plain(self):
        """Return the line as it was understood."""
        if self.left is None:
            return self.text
        start = "  " if self.chained else show(self.left) + " "
        return f"{start}= {show(self.right)}"


class Derivation:
    """The judged lines of one goal."""

    def __init__(self, goal, text):
        self.goal, self.text = goal, text
        self.world, self.lines, self._start = goal.world, [], None
        reader = self.world.reader
        self.reader = Reader(reader.names, reader.matrices)
        self.own, self.claims = {}, {}
        data = *self.world.floats, *self.world.exact
        self.cases = [Cases(self.world, d, self.own) for d in data]
        self.quick, self.exact = self.cases[:2], self.cases[2:]
        self.steps = Steps(goal, self.cases[0])
        written = lines.written(text)
        for line in written[: lines.MOST]:
            for part in lines.parts(line):
                self._add(part)
        if written[lines.MOST :]:
            self._note(OF_LINES["too_many"].format(lines.MOST), UNREAD)

    def _note(self, *line):
        self.lines.append(Line(*line))

    # reading

    def _add(self, text):
        """Judge one written line, which may hold several equalities."""
        bare, whole = lines.bare(text)
        if not bare:
            return
        try:
            own = lines.OWN.match(bare)
            if own and self._is_new(*own.groups()[1:]):
                self._define(*own.groups()[1:])
            else:
                self._judge(text, *self._sides(lines.LET.sub("", bare)))
                taken = own and (own[1] or own[2] in NAMES)
                if taken and self.lines[-1].mark == WRONG:
                    self.lines[-1].message += OF_LINES["taken"].format(own[2])
        except (ArithmeticError, RecursionError, LookupError, TypeError,
                AttributeError, MemoryError):  # fmt: skip
            self._note(text, UNREAD, OF_LINES["beyond"])
        except Unreadable as error:
            lead = bare != whole and error.reason == "let"
            if lead or not lines.FORMULA.search(bare):
                self._note(text, WORDS)
            elif parts := lines.without_words(bare, self._known):
                for part in parts:
                    self._add(part)
            else:
                self._note(text, UNREAD, _sentence(f"{error}"))

    def _known(self, word):
        try:
            return bool(self.reader.spelled(word))
        except Unreadable:
            return False

    def _is_new(self, name, index, body):
        """Whether a line gives a meaning to a letter of the learner's own.

        So it is in dxmu1 = … of a program; and in std = √(σ² + ε), because
        many call the root by this name, which is σ's otherwise.
        """
        if not self._known(name) or self._is_part(name):
            return True
        if index or name != "std":
            return False
        tree = self.reader.read(self.reader.spelled(body))[0]
        return self._known_as(tree, "")[1] not in (NAMES[name], tree[1])

    def _is_part(self, name):
        """Whether a name is dx1 or dmu2, and not the gradient of a square."""
        part = PART.fullmatch(name)
        return part and (part[2] != "2" or part[1] in {*self.own, "x"})

    def _define(self, name, index, body):
        """Take in a letter of the learner's own."""
        if name in {*"ijk"}:
            raise Unreadable("alone", name)
        tree = self.reader.read(self.reader.spelled(body))[0]
        index = re.sub(r"[,\s]", "", index or "")
        value = self.cases[0].bind(tree).value(tree)
        if {n for n in value.v.axes if n not in "#rc"} != {*index}:
            raise Unreadable("differ", name)
        self.reader.let(name)
        self.own[name] = index, self._known_as(tree, index)
        name += f"_{index}" if index else ""
        self._note(f"{name} := {show(tree)}", MEANING, OF_LINES["own"])

    def _known_as(self, tree, index):
        """Return the letter of the lesson that is the same, or the tree."""
        for name in self.world.definitions:
            letter = ("sym", name, index)
            try:
                if name != "J" and holds(letter, tree, self.quick[:1]):
                    return letter
            except Unreadable:
                pass  # of another shape
        return tree

    def _sides(self, text):
        text, keep = lines.only(text)
        spelled = self.reader.spelled(text.replace(":=", "="))
        if lines.NO_EQUALITY.search(text):
            raise Unreadable("equality")
        digits = sorted({*"".join(re.findall("_([1-9]+)", spelled))})
        for i, j in combinations(digits, 2):  # x_1 and x_2: any two of them
            keep = keep.format(f"(1 - δ_{i}{j}) ({{}})")
        parts = [
            p and keep.format(p) for p in re.split(r"\s*=[=\s]*", spelled)
        ]
        if len(parts) < 2:
            raise Unreadable("=")
        above = [line for line in self.lines if line.mark != WORDS][-1:]
        if not parts[0] and not (above and above[0].right):
            raise Unreadable("above")
        if not all(parts[1:]):
            raise Unreadable("after")
        sides = [self._readings(p) if p else [above[0].right] for p in parts]
        return sides, bool(parts[0])

    def _readings(self, text):
        """Read one side; where no gradient is asked for, ds may be s′."""
        found = self.reader.read(text)
        if len(self.world.prime) > 2:  # along some u
            loss = ("der", LOSS, "L", "")
            rise = ("prime", LOSS)
            found = [trees.swap(tree, loss, rise) for tree in found]
        asked = {p[:2] for tree in self.world.several(self.goal.left)
                 for p in walk(tree)}  # fmt: skip
        back = ("der", LOSS) in asked or not self.world.prime[0]
        return found if back else [*found, _nudged(found[0])]

    # judging

    def _judge(self, text, sides, fresh):
        start = sides[0][0] if fresh else self._start
        for n, (lefts, rights) in enumerate(zip(sides, sides[1:])):
            pair, misfit = self._first_true(lefts, rights)
            usual = lefts[0], rights[0]
            if not pair:
                usual = usual if misfit else self._usual(lefts, rights)
                apart = [self._apart(side) for side in usual]
                pair, _ = self._first_true(*apart)
                if misfit and misfit.reason == "beside" and not pair:
                    misfit, usual = None, self._of_one_shape(apart, misfit)
            if not pair and not misfit:
                usual = self._usual([usual[0], *lefts], [usual[1], *rights])
                self._ask_for_sums(*usual)
            line = Line(text, HOLDS if pair else WRONG, "", *(pair or usual),
                        n > 0 or not fresh)  # fmt: skip
            start = start if line.chained else line.left
            self.lines.append(line)
            if pair:
                self._right(line, start)
            else:
                self._wrong(line, start, misfit)
            if pair and pair != usual:
                other = show(pair[pair[0] == usual[0]])
                line.message += " " + OF_LINES["other_reading"].format(other)
            sides[n + 1] = [line.right]
        self._start = start

    def _first_true(self, lefts, rights):
        """Return the first two readings that are equal, and what misfits."""
        errors, pairs = [], [*product(lefts, rights)]
        for pair in pairs:
            try:
                if holds(*pair, self.cases):
                    return pair, None
            except Unreadable as error:
                errors.append((pair, error))
        usual, error = errors[0] if errors else (None, None)
        if usual == pairs[0] and isinstance(error, Misfit):
            return None, error
        if len(errors) == len(pairs):  # no reading has a meaning
            raise error
        return None, None

    def _usual(self, lefts, rights):
        """Return the first two readings of one shape, or just the first."""
        for pair in product(lefts, rights):
            shapes = {self._shape(side) for side in pair}
            if len(shapes) == 1:
                return pair
        return lefts[0], rights[0]

    def _apart(self, tree):
        """Return what may be meant where vectors stand beside each other."""
        ways = self._beside, self._entry_by_entry, _dot_first, _sum_first
        return [*dict.fromkeys(self._placed(tree, way) for way in ways)]

    def _placed(self, tree, way):
        tree = trees.mapped(way(tree), lambda side: self._placed(side, way))
        return self._beside(way(tree))

    def _beside(self, tree):
        """Put ∘ between vectors that stand side by side, or · in v J u."""
        if tree[:2] == ("mul", "") and self._vectors(tree):
            last = trees.factors(tree[2])[-1]
            whole = self._shape(last) == ("r", "c")
            return ("mul", "·" if whole else "∘", *tree[2:])
        return tree

    def _entry_by_entry(self, tree):
        """Read γ · x̂ as γ ∘ x̂."""
        if tree[:2] == ("mul", "·") and self._vectors(tree):
            return ("mul", "∘", *tree[2:])
        return tree

    def _vectors(self, tree):
        return [self._shape(side) for side in tree[2:]] == [("r",)] * 2

    def _of_one_shape(self, sides, misfit):
        """Return the first readings of one shape, or raise the misfit."""
        for pair in product(*sides):
            shapes = [self._shape(side) for side in pair]
            if shapes[0] == shapes[1] is not None:
                return pair
        raise misfit

    def _shape(self, tree):
        try:
            with np.errstate(all="ignore"):
                return self.quick[0].bind(tree).value(tree).shape
        except (Unreadable, ArithmeticError):
            return None

    def _ask_for_sums(self, *pair):
        """Refuse to read an index that stands twice as a sum over it."""
        for free in {*indices(pair[0])} & {*indices(pair[1])}, ():
            summed = [_summed(side, free) for side in pair]
            twice = set().union(*map(trees.bound, summed)) - set().union(
                *map(trees.bound, pair)
            )
            if twice and holds(*summed, self.cases):
                raise Unreadable("einstein", min(twice))

    def _right(self, line, start):
        left, right, chained = line.left, line.right, line.chained
        if chained and start != left and not holds(start, right, self.cases):
            line.mark, line.message = FOLLOWS, OF_LINES["chain"]
            return
        line.message = remark(self.steps, left, right, chained)
        self._learn(line, start)

    def _learn(self, line, start):
        if line.message == OF_LINES["empty"]:
            return
        if not self.steps.learn(line.left, line.right, start):
            line.mark, line.message = WRONG, OF_LINES["refuted"]

    def _wrong(self, line, start, misfit):
        left, right = line.left, line.right
        quick = [Cases(self.world, c.data, self.own, self.claims)
                 for c in self.quick]  # fmt: skip
        if misfit:
            line.message = _sentence(f"{misfit}")
        elif line.chained and holds(start, right, self.cases):
            line.mark, line.message = HOLDS, OF_LINES["again"]
            self._learn(line, start)
        elif other := self._slope_along(left, right):
            line.message = example(left, right, self.exact)
            line.message += OF_LINES["gradient"].format(*other)
        elif left[:2] == ("sym", (*self.world.prime, None)[1]):
            line.mark = UNREAD
            line.message = OF_LINES["choice"].format(left[1])
        elif self.claims and _true_of(left, right, quick):
            line.mark, line.message = FOLLOWS, OF_LINES["follows"]
        else:
            line.message = example(left, right, self.exact)
            self._claim(start if line.chained else left, right)

    def _slope_along(self, *pair):
        """Return what is needed to say that a slope along u was meant."""
        found = [p for side in pair for p in walk(side)
                 if p[:2] == ("der", LOSS)]  # fmt: skip
        along = (*self.world.prime, None)[1]
        left, right = map(_nudged, pair)
        if not (found and along and holds(left, right, self.cases)):
            return None
        # Of 0 = 0, as slopes of x̂ add up to, nobody can have thought.
        if not holds(left, ("num", 0), self.cases):
            name = ("sym", *found[0][2:])
            names = show(name), show(("prime", name))
            return show(found[0]), names[0], along, names[1]
        return None

    def _claim(self, left, right):
        """Remember a wrong slope of a letter, for lines that use it."""
        if left[0] == "prime" and self.world.prime[1] is None:
            left = ("der", left[1], self.world.prime[0], "")
        if left[0] == "der" and left[1][0] == "sym" and left[1] != LOSS:
            (_, (_, name, own), by, below) = left
            defined = name in self.world.definitions or name in self.own
            explicit = not slopes(right, self.world)
            by_x = "x" in self.world.letters  # whose features are counted
            if own + below and not by_x:
                return
            if defined and explicit and own != (below or "?"):
                self.claims[name, by] = own, below, right

    def why(self, line, level):
        """Say what kind of slip a false line has; from level 3, where."""
        both, slips = (line.left, line.right), explain.read_slips(self.world)
        kind, about = explain.slip(*both, slips, self.quick, self.cases)
        said, context = [], (*both, self.world, self.own)
        if kind:
            what, where = explain.KINDS[kind]
            about = quoted(about) if isinstance(about, tuple) else about
            said = [what, where.format(about)][: level - 1]
        try:
            more = list(explain.conditions(*context, self.quick[0]))
            unit = [u for u in explain.units(*context)
                    if "added" in u or not kind]  # fmt: skip
        except Unreadable:
            more = unit = []
        return [*unit, *said, *more], kind

    @property
    def first(self):
        """The first line that is false or cannot be read, or None."""
        bad = (line for line in self.lines if line.mark in (WRONG, UNREAD))
        return next(bad, None)

    @property
    def derived(self):
        """Whether all lines hold, and the goal is reached by its steps."""
        steps = self.steps
        return not self.first and bool(steps.end) and not steps.missing()

    def verdict(self):
        """Say in one or two sentences how the derivation stands."""
        said, number = MESSAGES["verdicts"], None
        if not self.lines:
            return said["empty"]
        if self.first:
            number = self.lines.index(self.first) + 1
            kind = "wrong" if self.first.mark == WRONG else "unread"
            return said[kind].format(number)
        if not self.steps.left:
            return said["judged"]
        if not self.steps.end:
            return said["open"].format(self.goal.left.split(" | ")[0])
        if missing := self.steps.missing():
            return said["jump"].format(", nor ".join(missing))
        *sizes, last = map(str, self.world.SIZES)
        sizes = f"{', '.join(sizes)} and {last}"
        return said["proved" if self.steps.proved else "checked"].format(sizes)


def _nudged(tree):
    if tree[:2] == ("der", LOSS):
        return ("prime", ("sym", *tree[2:]))
    return trees.mapped(tree, _nudged)


def _true_of(left, right, cases):
    """Whether two sides are equal; where they have no meaning they are not."""
    try:
        return holds(left, right, cases)
    except Unreadable:
        return False


def _dot_first(tree):
    """Read a b · c as a (b · c)."""
    if tree[:2] != ("mul", "·") or tree[2][:2] != ("mul", ""):
        return tree
    _, _, (_, _, a, b), c = tree
    below = c[2:] if c[0] == "div" else ()
    dot = ("mul", "·", b, c[1] if below else c)
    return ("mul", "", a, ("div", dot, *below) if below else dot)


def _sum_first(tree):
    """Read Σ a · c as (Σ a) c."""
    if tree[0] != "sum" or tree[2][:2] != ("mul", "·"):
        return tree
    return ("mul", "", ("sum", tree[1], tree[2][2]), tree[2][3])


def _summed(tree, free):
    """Put a Σ before each term in which an index that is not free is twice."""
    terms = any(p[0] == "add" for p in walk(tree))
    if terms and tree[0] in ("add", "neg", "mul", "div"):
        return trees.mapped(tree, lambda term: _summed(term, free))
    every = "".join(map(trees.own_indices, walk(tree)))
    for index in {*every} - {*free} - trees.bound(tree):
        if every.count(index) > 1:
            tree = ("sum", index, tree)
    return tree


def _sentence(words):
    start = words[0].upper() if words[:1].isascii() else words[:1]
    return start + words[1:].rstrip(".") + "."
