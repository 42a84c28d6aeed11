"""Judges the lines of a derivation, one after the other.

A line is true or not, exactly; a true one is never refused. What the lines
together have said of the goal's steps tells whether it is derived.
"""

import re
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from derivation_check import explain, trees
from derivation_check.evaluate import Cases
from derivation_check.explain import apart, holds, zeros
from derivation_check.read import LAYOUT, SPELLINGS, Misfit, Reader, Unreadable
from derivation_check.trees import (
    canonical,
    children,
    indices,
    quoted,
    show,
    walk,
)

MOST = 40  # lines
UNSEEN = 13  # a number of features that no line has been tried with
HOLDS, WRONG, FOLLOWS, UNREAD, WORDS, MEANING = "✓✗↳? ·"
START, LEAD, AND, REMARK, ONLY, OWN, LET = (
    re.compile(SPELLINGS[kind], re.IGNORECASE)
    for kind in ("start", "lead", "and", "remark", "only", "own", "let")
)
KEYWORD = re.compile(r"\b[a-z]+ ?= ?(?:-?\d|True|False)")
NAME = re.compile(r"\s*([A-Za-z]{2,}|[aA]),?\s+(?=\S)")
OPENERS = SPELLINGS["openers"].split()
SAID = trees.SAID["lines"]


@dataclass
class Line:
    """A line as it was read, and what is to be said of it."""

    text: str
    mark: str
    said: str = ""
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
        self.world, self.lines, self.end = goal.world, [], None
        reader = self.world.reader
        self.reader = Reader(reader.names, reader.matrices)
        self.own, self.claims, self.known = {}, {}, set()
        self._pending, self._start, self.proved = [], None, None
        self._turned, self._symmetric = set(), False
        self._left, self._given = (
            {*map(canonical, self.world.several(text))}
            for text in (goal.left, goal.given)
        )
        self._renew()
        written = list(self._written(text))
        for line in written[:MOST]:
            for part in AND.split(line):
                self._add(part.strip())
        if written[MOST:]:
            self._note(SAID["too_many"].format(MOST), UNREAD)

    def _renew(self):
        data = *self.world.floats, *self.world.exact
        self.cases = [Cases(self.world, d, self.own) for d in data]
        self.quick, self.exact = self.cases[:2], self.cases[2:]

    def _note(self, *line):
        self.lines.append(Line(*line))

    # reading

    def _written(self, text):
        """Yield the lines, each with all that its brackets hold."""
        for old, new in LAYOUT:
            text = old.sub(new, text)
        lines = [line for line in text.splitlines() if line.strip()]
        while lines:
            whole = lines.pop(0)
            for n in range(len(lines) + 1):
                longer = " ".join([whole, *lines[:n]])
                if n and "=" in KEYWORD.sub("", lines[n - 1]):
                    break
                if longer.count("(") == longer.count(")"):
                    whole, lines = longer, lines[n:]
                    break
            yield whole

    def _add(self, text):
        """Judge one written line, which may hold several equalities."""
        whole = START.sub("", text.split("#")[0].rstrip("\\,;. ✓✗∎□"))
        bare = START.sub("", LEAD.sub("", whole))
        if not bare:
            return
        try:
            own = OWN.match(bare)
            if own and not self._known(own[2]):
                self._define(*own.groups())
            else:
                self._judge(text, *self._sides(LET.sub("", bare)))
        except (ArithmeticError, RecursionError, LookupError, TypeError,
                AttributeError, MemoryError):  # fmt: skip
            self._note(text, UNREAD, SAID["beyond"])
        except Unreadable as error:
            lead = bare != whole and error.reason == "let"
            if lead or not re.search(r"[=∂Σ√\\≈≤≥]|->", bare):
                self._note(text, WORDS)
            elif parts := self._less(bare):
                for part in parts:
                    self._add(part)
            else:
                self._note(text, UNREAD, _sentence(f"{error}"))

    def _less(self, text):
        """Return a line without words before or behind it, or its halves."""
        words, rest = 0, text
        while (word := NAME.match(rest)) and not self._known(word[1]):
            words, rest = words + 1, rest[word.end() :]
        if words > 1 or words and NAME.match(text)[1].lower() in OPENERS:
            return [rest]
        cut = REMARK.split(text, maxsplit=1)[0]
        if cut.strip() and len(cut) < len(text):
            return [cut]
        first, comma, second = text.partition(", ")
        whole = first.count("(") == first.count(")")
        return [first, second] if comma and "=" in second and whole else []

    def _known(self, word):
        try:
            return bool(self.reader.spelled(word))
        except Unreadable:
            return False

    def _define(self, let, name, index, body):
        """Take in a letter of the learner's own."""
        if name in {*"ijk"} or name[0] == "d" and name[1:] and not let:
            raise Unreadable("unknown", name)
        tree = self.reader.read(self.reader.spelled(body))[0]
        index = re.sub(r"[,\s]", "", index or "")
        value = self.cases[0].bind(tree).value(tree)
        if {n for n in value.v.axes if n not in "#rc"} != {*index}:
            raise Unreadable("differ", name)
        self.reader.let(name)
        self.own[name] = index, self._known_as(tree, index)
        self._renew()
        name += f"_{index}" if index else ""
        self._note(f"{name} := {show(tree)}", MEANING, SAID["own"])

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
        text, keep = _only(text)
        spelled = self.reader.spelled(text.replace(":=", "="))
        if re.search("[≈≠≤≥→]|->|[<>!]=", text):
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
            loss = ("der", trees.LOSS, "L", "")
            rise = ("prime", trees.LOSS)
            found = [trees.swap(tree, loss, rise) for tree in found]
        asked = {p[:2] for tree in self.world.several(self.goal.left)
                 for p in walk(tree)}  # fmt: skip
        back = ("der", trees.LOSS) in asked or not self.world.prime[0]
        return found if back else [*found, _nudged(found[0])]

    # judging

    def _judge(self, text, sides, fresh):
        start = sides[0][0] if fresh else self._start
        for n, (lefts, rights) in enumerate(zip(sides, sides[1:])):
            pair, misfit = self._first_true(lefts, rights)
            usual = self._usual(lefts, rights)
            if misfit and misfit.reason == "beside":
                apart = [[self._beside(side)] for side in usual]
                pair, _ = self._first_true(*apart)
                if not pair:
                    raise misfit
            if not pair and not misfit:
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
                line.said += " " + SAID["other_reading"].format(other)
            sides[n + 1] = [line.right]
        self._start = start

    def _first_true(self, lefts, rights):
        """Return the first two readings that are equal, and what misfits."""
        misfit = None
        for pair in product(lefts, rights):
            try:
                if holds(*pair, self.cases):
                    return pair, None
            except Unreadable as error:
                if pair == (lefts[0], rights[0]):
                    if not isinstance(error, Misfit):
                        raise
                    misfit = error
        return None, misfit

    def _usual(self, lefts, rights):
        """Return the first two readings of one shape, or just the first."""
        for pair in product(lefts, rights):
            shapes = {self._shape(side) for side in pair}
            if len(shapes) == 1:
                return pair
        return lefts[0], rights[0]

    def _beside(self, tree):
        """Put ∘ between vectors that stand side by side, or · in v J u."""
        tree = trees.mapped(tree, self._beside)
        if tree[:2] == ("mul", ""):
            shapes = [self._shape(side) for side in tree[2:]]
            if shapes == [("r",)] * 2:
                last = trees.factors(tree[2])[-1]
                whole = self._shape(last) == ("r", "c")
                return ("mul", "·" if whole else "∘", *tree[2:])
        return tree

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
        same = not line.chained or start == line.left
        if same or holds(start, line.right, self.cases):
            self._learn(line, start)
        else:
            line.mark, line.said = FOLLOWS, SAID["chain"]

    def _wrong(self, line, start, misfit):
        left, right = line.left, line.right
        quick = [Cases(self.world, c.data, self.own, self.claims)
                 for c in self.quick]  # fmt: skip
        if misfit:
            line.said = _sentence(f"{misfit}")
        elif line.chained and holds(start, right, self.cases):
            line.mark, line.said = HOLDS, SAID["again"]
            self._learn(line, start)
        elif other := self._slope_along(left, right):
            line.said = self._example(left, right) + " " + SAID["gradient"].format(*other)
        elif self.claims and holds(left, right, quick):
            line.mark, line.said = FOLLOWS, SAID["follows"]
        else:
            line.said = self._example(left, right)
            self._claim(start if line.chained else left, right)

    def _slope_along(self, *pair):
        """Return what is needed to say that a slope along u was meant."""
        found = [p for side in pair for p in walk(side)
                 if p[:2] == ("der", trees.LOSS)]  # fmt: skip
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
        if left[0] == "der" and left[1][0] == "sym" and left[1] != trees.LOSS:
            (_, (_, name, own), by, below) = left
            defined = name in self.world.definitions or name in self.own
            if defined and own != (below or "?") and not self._slopes(right):
                self.claims[name, by] = own, below, right

    def _example(self, left, right):
        """Name the smallest example where the sides differ, in fractions."""
        sides = left, right
        for cases in self.exact:
            gap, a, b, scale = apart(*sides, cases)
            wrong = [dict(zip(gap.axes, map(int, at)))
                     for at in np.argwhere(~zeros(gap, scale))]  # fmt: skip
            if wrong:
                at = min(wrong, key=lambda w: w.get("#", 0))
                left, right = (_number(v.a[tuple(at[n] for n in v.axes)])
                               for v in (a, b))  # fmt: skip
                where = [f"{n} = {p}" for n, p in at.items() if n not in "#rc"]
                entry = ", ".join(str(at[n]) for n in "rc" if n in at)
                where += [f"entry {entry}"] if entry else []
                used = cases.example({"#": 0} | at, *sides)
                where = ", ".join([*used, *where])
                return f"At {where}: left {left}, right {right}."
        return SAID["unequal"]

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

    # what has been said so far

    def _learn(self, line, start):
        """Note which slope is known now, and whether the goal is reached."""
        left, right = line.left, line.right
        if not line.chained and self._empty(left, right):
            line.said = SAID["empty"]
            return
        line.said = self._idle(left, right)
        pair = tuple(map(self._spelled, (start, right)))
        self._pending.append(pair)
        self._link(*pair)
        while self._closer():
            pass
        for a, b in ((start, right), (right, left), (left, right)):
            b = self._spelled(b)
            done = self._is_result(b) and self._explicit(b)
            inside = canonical(a) in map(canonical, walk(b))
            if canonical(a) in self._left and done and not inside:
                self.proved = self._proved(a, b)
                self.end = canonical(a)
                if self.proved is False:
                    line.mark, line.said = WRONG, SAID["refuted"]
                    self.end = None
                return

    def _explicit(self, tree):
        """Whether no slope stands in a side but gradients that are known."""
        return all(tree[:2] == ("der", trees.LOSS) and key in self.known
                   and key not in self._left
                   for key, tree in self._slopes(tree).items())  # fmt: skip

    def _is_result(self, tree):
        sums = [p for p in walk(tree) if p[0] == "add" and p != tree]
        return not self.goal.expanded or tree[0] == "add" and not sums

    def _proved(self, left, right):
        """Return True or False if SymPy knows, and else None."""
        if not self.goal.truth:
            return None
        from derivation_check.proof import proved

        found = proved(self.goal, left, right)
        if found is False:  # a line that is true is never refused
            more = Cases(self.world, self.world.draw(UNSEEN), self.own)
            return None if holds(left, right, [more]) else False
        return found

    def _slopes(self, tree, given=None):
        """Return the outermost slopes in a tree, by their canonical text."""
        given, key = self._given if given is None else given, canonical(tree)
        whole = tree[:2] == ("sym", "J") or key == "J u"
        if tree[0] in ("der", "prime") or whole:
            by = tree[2] if tree[0] == "der" else self.world.prime[0]
            itself = tree[1][:2] == ("sym", by)
            return {} if itself or key in given else {key: tree}
        found = {}
        for child in children(tree):
            found |= self._slopes(child, given)
        return found

    def _breaks(self, left, right, tree, changed):
        pair = (trees.swap(side, tree, changed) for side in (left, right))
        return not holds(*pair, self.quick[:1])

    def _depends(self, left, right, tree):
        """Whether a line breaks if a slope in it is any other one."""
        x, one = ("sym", "x", ""), ("sym", "𝟏", "")
        shape = self.quick[0].bind(left, right).value(tree).shape
        other = {("r",): x, ("r", "c"): ("mul", "", one, ("T", x))}.get(shape)
        if tree[-1][-1:] and isinstance(tree[-1], str):
            other = (*x[:2], tree[-1][-1])
        if "x" not in self.world.letters or not other:
            other = ("num", 2)
        return self._breaks(left, right, tree, ("mul", "∘", other, tree))

    def _empty(self, left, right):
        both = {**self._slopes(left, ()), **self._slopes(right, ())}.values()
        used = any(self._depends(left, right, tree) for tree in both)
        return left == right or both and not used

    def _idle(self, left, right):
        """Tell a term of a true line that any number could multiply."""
        for term, new in _tripled(right):
            try:
                value = self.quick[0].value(term).v.a
                if np.abs(value).max() > 1e-9 and holds(left, new, self.quick):
                    return SAID["idle"].format(quoted(term))
            except (Unreadable, ArithmeticError):
                pass  # it holds an index that is bound further out
        return ""

    def _names(self, text):
        return {key for tree in self.world.several(text)
                for key in self._slopes(tree, ())}  # fmt: skip

    def _link(self, left, right):
        """Note which steps a line takes by the slopes that stand in it."""
        keys = [self._slopes(side, ()) for side in (left, right)]
        for step in self.goal.steps:
            turned = bool(step["turned"]) and self._turns(left, right, step)
            both = (self._names(step[kind]) for kind in ("names", "link"))
            named, linked = ({*keys[0], *keys[1]} & names for names in both)
            if named and linked:
                (self._turned if turned else self.known).add(step["words"])
            self._symmetric |= turned and not named
            sums = [[*_below_delta(side)] for side in (left, right)]
            if step["link"] and named and any(s and all(s) for s in sums):
                self.known.add(step["words"])
            for side, other in ((left, keys[1]), (right, keys[0])):
                alone = step["along"] and other and not self._slopes(side, ())
                if alone and self._is_one_of(side, step["names"]):
                    self.known.add(step["words"])

    def _turns(self, left, right, step):
        """Whether a line needs that a slope is its own transpose."""
        slope, *matrices = self.world.several(step["turned"])
        (_, (_, name, own), by, below) = slope
        data, held = self.world.floats[0], []
        for matrix in matrices:
            claims = {(name, by): (own, below, matrix)}
            cases = Cases(self.world, data, self.own, claims)
            held.append(holds(left, right, [cases]))
        return held == [False, True]

    def _is_one_of(self, side, names):
        """Whether a side is what one of these slopes is."""
        for tree in self.world.several(names):
            try:
                if holds(side, tree, self.quick[:1]):
                    return True
            except Unreadable:
                pass  # of another shape
        return False

    def _closer(self):
        """Find a line with one slope that is not known yet, and know it.

        What is asked for is no help: that would be to go backwards.
        """
        for pair in self._pending:
            both = {**self._slopes(pair[0]), **self._slopes(pair[1])}
            new = [k for k in both if k not in self.known - self._left]
            if len(new) != 1 or new[0] in self.known:
                continue
            tree = both[new[0]]
            if self._breaks(*pair, tree, ("mul", "", trees.TWO, tree)):
                self.known |= {*new, *self._about(tree)}
                if tree[:2] == ("der", trees.LOSS) and len(tree[3]) < 2:
                    whole = tree[:3]  # and its entries
                    self.known |= {canonical((*whole, n)) for n in ("", "i")}
                return True
        return False

    def _about(self, tree):
        """Yield the steps that a slope is about, seen by its values."""
        if tree[0] == "prime":  # along u, or by x
            tree = ("der", tree[1], self.world.prime[0], "")
        v = self.quick[0].bind(tree).value(tree).v
        own = [n for n in v.axes if n != "#"]
        for step in self.goal.steps if tree[2:3] == ("x",) else ():
            along = self.world.tree(step["along"] or "x")
            like = self.quick[0].value(along).v
            if "#" not in like.axes:  # the same for all tokens
                a = v.on(["#", *own] if "#" in v.axes else own)
                if "#" not in v.axes or np.ptp(a, axis=0).max() < 1e-9:
                    yield step["words"]
            elif step["along"] and len(own) == 1 and "#" in v.axes:
                share = v.on(["#", *own]) / like.a
                if np.ptp(share, axis=1).max() < 1e-9 * np.abs(share).max():
                    yield step["words"]

    def _spelled(self, tree):
        """Put the meaning of the learner's own letters in their place."""
        index, meaning = self.own.get(tree[1], ("", None))
        if tree[0] == "sym" and meaning and not index[len(tree[2]):]:
            if tree[2] and not index:
                meaning = ("at", meaning, tree[2])
            names = dict(zip(index, tree[2]))
            return self._spelled(trees.renamed(meaning, names))
        if tree[0] == "der":
            tree = (*tree[:2], self.cases[0].meant(tree[2]), tree[3])
        return trees.mapped(tree, self._spelled)

    def missing(self):
        """Return the steps that nothing has been said of."""
        known = self.known - {self.end}
        known |= self._turned if self._symmetric else set()
        found = [step for step in self.goal.steps if step["link"]
                 or not self._names(step["names"]) & known]  # fmt: skip
        return [SAID["turned"] if s["words"] in self._turned else s["words"]
                for s in found if s["words"] not in known]  # fmt: skip

    @property
    def first(self):
        """The first line that is false or cannot be read, or None."""
        bad = (line for line in self.lines if line.mark in (WRONG, UNREAD))
        return next(bad, None)

    @property
    def derived(self):
        """Whether all lines hold, and the goal is reached by its steps."""
        return not self.first and bool(self.end) and not self.missing()

    def verdict(self):
        """Say in one or two sentences how the derivation stands."""
        said, number = trees.SAID["verdicts"], None
        if not self.lines:
            return said["empty"]
        if self.first:
            number = self.lines.index(self.first) + 1
            kind = "wrong" if self.first.mark == WRONG else "unread"
            return said[kind].format(number)
        if not self._left:
            return said["judged"]
        if not self.end:
            return said["open"].format(self.goal.left.split(" | ")[0])
        if missing := self.missing():
            return said["jump"].format(", nor ".join(missing))
        *sizes, last = map(str, self.world.SIZES)
        sizes = f"{', '.join(sizes)} and {last}"
        return said["proved" if self.proved else "checked"].format(sizes)


def _only(text):
    """Return a line, and for which indices it is meant as a factor."""
    found = ONLY.search(text)
    if not found or "=" not in text.replace(found[0], "", 1):
        return text, "{}"
    i, sign, j = [g for g in found.groups() if g]
    keep = f"δ_{i}{j}" if sign[0] == "=" else f"(1 - δ_{i}{j})"
    return text.replace(found[0], " ", 1), keep + " ({})"


def _nudged(tree):
    if tree[:2] == ("der", trees.LOSS):
        return ("prime", ("sym", *tree[2:]))
    return trees.mapped(tree, _nudged)


def _below_delta(tree, inside=False):
    """Yield of each gradient whether it is in a Σ with a δ of its index."""
    if tree[:2] == ("der", trees.LOSS):
        yield inside
        return
    if tree[0] == "sum":
        inside |= any(p[0] == "delta" and tree[1] in p[1] for p in walk(tree))
    for child in children(tree):
        yield from _below_delta(child, inside)


def _summed(tree, free):
    """Put a Σ before each term in which an index that is not free is twice."""
    if tree[0] in ("add", "neg"):
        return trees.mapped(tree, lambda term: _summed(term, free))
    every = "".join(map(trees.own_indices, walk(tree)))
    for index in {*every} - {*free} - trees.bound(tree):
        if every.count(index) > 1:
            tree = ("sum", index, tree)
    return tree


def _tripled(tree, summed=False):
    """Yield the terms below a Σ or a mean, and the tree with one tripled."""
    kids = children(tree)
    for n, kid in list(enumerate(kids))[::-1]:
        inner = list(_tripled(kid, summed or tree[0] in ("sum", "mean")))
        if summed and tree[0] == "add":
            term = kid[1] if kid[0] == "neg" else kid
            inner.append((term, ("mul", "", ("num", 3), kid)))
        for term, new in inner:
            yield term, trees.rebuild(tree, [*kids[:n], new, *kids[n + 1 :]])


def _number(value):
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return text.replace("-", "−")


def _sentence(words):
    start = words[0].upper() if words[:1].isascii() else words[:1]
    return start + words[1:].rstrip(".") + "."
