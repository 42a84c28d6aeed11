"""Judges the lines of a derivation, one after the other.

A line is true or not, exactly; a true one is never refused. What the lines
together have said of the goal's steps tells whether it is derived.
"""

import re
from dataclasses import dataclass
from itertools import product

import numpy as np

from derivation_check import explain
from derivation_check.evaluate import Cases
from derivation_check.explain import apart, holds, zeros
from derivation_check.read import Misfit, Reader, Unreadable
from derivation_check.trees import (
    LOSS,
    ONE,
    canonical,
    children,
    mapped,
    minus,
    quoted,
    rebuild,
    renamed,
    show,
    swap,
    times,
    walk,
)

MOST = 40  # lines
UNSEEN = 13  # a number of features that no line has been tried with
HOLDS, WRONG, FOLLOWS, UNREAD, WORDS, MEANING = "✓✗↳? ·"
START = re.compile(
    r"^\s*(?:(?:so|hence|thus|then|and|therefore|now|also|∴|->|→|\d+[.)]|"
    r"[-*•](?=\s+\S.*=))[\s,:]*)+(?=[^\s=])", re.IGNORECASE)  # fmt: skip
REMARK = re.compile(
    r"\s{3,}\(?(?=[A-Za-z]{2,})|\s+\(?(?:by|because|since|using|where|from|as)"
    r"\s|\s+\((?=[a-z]+ [a-z]+)|,\s*(?:so|hence|thus|and|with|since|by)\b"
)
NEQ = r"(=|≠|!=|\\neq?)\s*([a-z])\s*"
ONLY = re.compile(
    rf"^\s*(?:for|if|when)\s+([a-z])\s*{NEQ}[:,]|[\s,(]+(?:(?:for|if|when|"
    rf"where)\s+)?([a-z])\s*{NEQ}\)?\s*[.:,]?\s*$")  # fmt: skip
OWN = re.compile(
    r"^\s*(let|with|where|put|set|call|define|write)?\s*([^\W\d_][A-Za-z0-9]*)"
    r"(?:_\{?([a-z])\}?)?\s*:?=([^=].*)$", re.IGNORECASE)  # fmt: skip
EMPTY = "True, but it says nothing of the slopes in it."
CHAIN = "Equal to the line above, which does not hold."
AGAIN = ("Right again: it equals the beginning of this chain, not the line "
         "above.")  # fmt: skip
CARRIED = ("This follows from your earlier line that does not hold; mend that "
           "one.")  # fmt: skip
REFUTED = ("It holds for the numbers that were tried, but SymPy finds that it "
           "fails for other N.")  # fmt: skip


@dataclass
class Line:
    """A line as it was read, and what is to be said of it."""

    text: str
    mark: str
    said: str = ""
    left: tuple = None
    right: tuple = None
    chained: bool = False
    only: tuple = None  # δ, or 1 − δ, and the words for it

    def plain(self):
        """Return the line as it was understood."""
        if self.left is None:
            return self.text
        start = "  " if self.chained else show(self.left) + " "
        only = f"   ({self.only[1]})" if self.only else ""
        return f"{start}= {show(self.right)}{only}"

    def sides(self):
        """Return both sides, as far as the line is meant."""
        pair = self.left, self.right
        return [times(self.only[0], t) for t in pair] if self.only else pair


class Derivation:
    """The judged lines of one goal."""

    def __init__(self, goal, text):
        self.goal, self.text = goal, text
        self.world, self.lines, self.end = goal.world, [], None
        self.reader = Reader(self.world.reader.names)
        self.own, self.claims, self.known = {}, {}, set()
        self._pending, self._start, self.proved = [], None, None
        self._left, self._given = (
            {canonical(self.world.tree(t)) for t in side.split("|") if t}
            for side in (goal.left, goal.given)
        )
        self._renew()
        written = [line for line in text.splitlines() if line.strip()]
        for line in written[:MOST]:
            for part in re.split(r"⇒|⟹|=>|\\implies", line):
                self._add(part.strip())
        if written[MOST:]:
            self._note(f"A derivation may have {MOST} lines.", UNREAD)

    def _renew(self):
        data = *self.world.floats, *self.world.exact
        self.cases = [Cases(self.world, d, self.own) for d in data]
        self.quick, self.exact = self.cases[:2], self.cases[2:]

    def _note(self, *line):
        self.lines.append(Line(*line))

    # reading

    def _add(self, text):
        """Judge one written line, which may hold several equalities."""
        bare = START.sub("", text.split("#")[0].rstrip("\\,;. "))
        if not bare:
            return
        only, rest = self._only(bare)
        try:
            own = OWN.match(rest)
            if own and not self._known(own[2]):
                self._define(*own.groups())
            elif re.search("[≈≠]", rest):
                raise Unreadable("a line must be an equality; “≈” makes none")
            else:
                self._judge(text, self._sides(rest), only)
        except (ArithmeticError, RecursionError, LookupError, TypeError,
                AttributeError, MemoryError):  # fmt: skip
            self._note(text, UNREAD, "This line cannot be judged here.")
        except Unreadable as error:
            cut = REMARK.split(bare, maxsplit=1)[0]
            if cut.strip() and len(cut) < len(bare):
                self._add(cut)
            elif "=" not in bare and not re.search(r"[∂Σ√\\]", bare):
                self._note(text, WORDS)
            else:
                self._note(text, UNREAD, _sentence(f"{error}"))

    def _only(self, text):
        """Split off for which indices a line is meant: i = j, or i ≠ j."""
        found = ONLY.search(text)
        if not found or "=" not in text.replace(found[0], "", 1):
            return None, text
        i, sign, j = [g for g in found.groups() if g]
        same, delta = sign == "=", ("delta", i + j)
        keep = delta if same else ("add", ONE, minus(delta))
        words = f"{i} {'=' if same else '≠'} {j}"
        return (keep, words), text.replace(found[0], " ", 1)

    def _known(self, word):
        try:
            return bool(self.reader.spelled(word))
        except Unreadable:
            return False

    def _define(self, let, name, index, body):
        """Take in a letter of the learner's own."""
        if name in {*"ijk"} or name[0] == "d" and name[1:] and not let:
            raise Unreadable(f"the name “{name}” is not known here")
        tree = self.reader.read(self.reader.spelled(body))[0]
        value = self.cases[0].bind(tree).value(tree)
        if [n for n in value.v.axes if n not in "#rc"] != [*(index or "")]:
            raise Unreadable(f"the indices of “{name}” and of its meaning "
                             "differ")  # fmt: skip
        self.reader.let(name)
        self.own[name] = index or "", tree
        self._renew()
        name += f"_{index}" if index else ""
        self._note(f"{name} := {show(tree)}", MEANING, "A letter of your own.")

    def _sides(self, text):
        spelled = self.reader.spelled(text.replace(":=", "="))
        parts = [p.strip() for p in re.split("=+", spelled)]
        if len(parts) < 2:
            raise Unreadable("there is no = in this line")
        above = [line for line in self.lines if line.mark != WORDS][-1:]
        if not parts[0] and not (above and above[0].right):
            raise Unreadable("a line that begins with = goes on with the one "
                             "above, and none that can be read is there")  # fmt: skip
        if not all(parts[1:]):
            raise Unreadable("nothing stands after the last =")
        sides = [self.reader.read(p) if p else None for p in parts]
        return [sides[0] or [above[0].right], *sides[1:], bool(parts[0])]

    # judging

    def _judge(self, text, sides, only):
        *sides, fresh = sides
        start = sides[0][0] if fresh else self._start
        for n, (lefts, rights) in enumerate(zip(sides, sides[1:])):
            pair, misfit = self._first_true(lefts, rights, only)
            usual = lefts[0], rights[0]
            line = Line(text, HOLDS if pair else WRONG, "", *(pair or usual),
                        n > 0 or not fresh, only)  # fmt: skip
            start = start if line.chained else line.left
            self.lines.append(line)
            if pair:
                self._right(line, start)
            else:
                self._wrong(line, start, misfit)
            if pair and pair != usual:
                line.said += f" Read as {show(pair[1])}."
            sides[n + 1] = [line.right]
        self._start = start

    def _first_true(self, lefts, rights, only):
        """Return the first two readings that are equal, and what misfits."""
        misfit = ""
        for pair in product(lefts, rights):
            try:
                if holds(*Line("", "", "", *pair, only=only).sides(),
                         self.cases):  # fmt: skip
                    return pair, ""
            except Unreadable as error:
                if pair == (lefts[0], rights[0]):
                    if not isinstance(error, Misfit):
                        raise
                    misfit = f"{error}"
        return None, misfit

    def _right(self, line, start):
        if (
            line.chained
            and start != line.left
            and not holds(start, line.right, self.cases)
        ):
            line.mark, line.said = FOLLOWS, CHAIN
        elif not line.only:
            self._learn(line, start)

    def _wrong(self, line, start, misfit):
        left, right = line.left, line.right
        quick = [Cases(self.world, c.data, self.own, self.claims)
                 for c in self.quick]  # fmt: skip
        if misfit:
            line.said = _sentence(misfit)
        elif line.chained and holds(start, right, self.cases):
            line.mark, line.said = HOLDS, AGAIN
            self._learn(line, start)
        elif self.claims and holds(left, right, quick):
            line.mark, line.said = FOLLOWS, CARRIED
        else:
            line.said = self._example(*line.sides())
            self._claim(start if line.chained else left, right)

    def _claim(self, left, right):
        """Remember a wrong slope of a letter, for lines that use it."""
        if left[0] == "prime" and self.world.prime[1] is None:
            left = ("der", left[1], self.world.prime[0], "")
        if left[0] == "der" and left[1][0] == "sym" and left[1] != LOSS:
            (_, (_, name, own), by, below) = left
            defined = name in self.world.definitions or name in self.own
            if defined and own != (below or "?") and not self._slopes(right):
                self.claims[name, by] = own, below, right

    def _example(self, left, right):
        """Name the smallest example where the sides differ, in fractions."""
        for cases in self.exact:
            gap, a, b, scale = apart(left, right, cases)
            wrong = [dict(zip(gap.axes, map(int, at)))
                     for at in np.argwhere(~zeros(gap, scale))]  # fmt: skip
            if wrong:
                at = min(wrong, key=lambda w: w.get("#", 0))
                left, right = (_number(v.a[tuple(at[n] for n in v.axes)])
                               for v in (a, b))  # fmt: skip
                where = [f"{n} = {p}" for n, p in at.items() if n not in "#rc"]
                entry = ", ".join(str(at[n]) for n in "rc" if n in at)
                where += [f"entry {entry}"] if entry else []
                token = self.world.example(cases.data, at.get("#", 0))
                where = ", ".join([token, *where])
                return f"At {where}: left {left}, right {right}."
        return "The two sides are not equal."

    def why(self, line, level):
        """Say what kind of slip a false line has; from level 3, where."""
        both, context = line.sides(), (self.world, self.own)
        slips = explain.read_slips(self.world)
        found = explain.slip(*both, slips, self.quick, self.cases)
        said = []
        if found:
            what, where = explain.KINDS[found[0]]
            about = found[1]
            about = quoted(about) if isinstance(about, tuple) else about
            said = [what, where.format(about)][: level - 1]
        try:
            more = list(explain.conditions(*both, *context, self.quick[0]))
            unit = [u for u in explain.units(*both, *context)
                    if "added" in u or not found]  # fmt: skip
        except Unreadable:
            more = unit = []
        return [*unit, *said, *more], found and found[0]

    # what has been said so far

    def _learn(self, line, start):
        """Note which slope is known now, and whether the goal is reached."""
        left, right = line.left, line.right
        if not line.chained and self._empty(left, right):
            line.said = EMPTY
            return
        line.said = self._idle(left, right)
        pair = tuple(map(self._spelled, (start, right)))
        self._pending.append(pair)
        self._link(*pair)
        while self._closer():
            pass
        for a, b in ((start, right), (right, left), (left, right)):
            b = self._spelled(b)
            done = not self._slopes(b) and self._is_result(b)
            inside = canonical(a) in map(canonical, walk(b))
            if canonical(a) in self._left and done and not inside:
                self.proved = self._proved(a, b)
                self.end = canonical(a)
                if self.proved is False:
                    line.mark, line.said, self.end = WRONG, REFUTED, None
                return

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
            itself = tree[0] == "der" and tree[1][:2] == ("sym", tree[2])
            return {} if itself or key in given else {key: tree}
        found = {}
        for child in children(tree):
            found |= self._slopes(child, given)
        return found

    def _depends(self, left, right, tree):
        """Whether a line breaks if a slope in it is any other one."""
        x, one = ("sym", "x", ""), ("sym", "𝟏", "")
        shape = self.quick[0].bind(left, right).value(tree).shape
        other = {("r",): x, ("r", "c"): ("mul", "", one, ("T", x))}.get(shape)
        if tree[-1][-1:] and isinstance(tree[-1], str):
            other = (*x[:2], tree[-1][-1])
        if "x" not in self.world.letters or not other:
            other = ("num", 2)
        changed = ("mul", "∘", other, tree)
        pair = (swap(side, tree, changed) for side in (left, right))
        return not holds(*pair, self.quick[:1])

    def _empty(self, left, right):
        both = {**self._slopes(left, ()), **self._slopes(right, ())}
        return (
            left == right
            or bool(both)
            and not any(
                self._depends(left, right, tree) for tree in both.values()
            )
        )

    def _idle(self, left, right):
        """Tell a term of a true line that any number could multiply."""
        found = ""
        for term, new in _tripled(right):
            try:
                idle = holds(left, new, self.quick)
                worth = np.abs(self.quick[0].value(term).v.a).max()
            except (Unreadable, ArithmeticError):
                continue  # it holds an index that is bound further out
            if idle and worth > explain.CLOSE:
                found = (f"Here any number could stand for {quoted(term)}: "
                         "what it multiplies adds up to 0.")  # fmt: skip
        return found

    def _names(self, text):
        trees = (self.world.tree(t) for t in text.split("|") if t.strip())
        return {key for tree in trees for key in self._slopes(tree, ())}

    def _link(self, left, right):
        keys = {*self._slopes(left, ()), *self._slopes(right, ())}
        for step in self.goal.steps:
            both = self._names(step["names"]), self._names(step["link"])
            if all(keys & names for names in both):
                self.known.add(step["words"])

    def _closer(self):
        """Find a line with one slope that is not known yet, and know it."""
        for pair in self._pending:
            both = {**self._slopes(pair[0]), **self._slopes(pair[1])}
            new = [key for key in both if key not in self.known]
            if len(new) == 1 and self._depends(*pair, both[new[0]]):
                self.known |= {*new, *self._about(both[new[0]])}
                return True
        return False

    def _about(self, tree):
        """Yield the steps that a slope is about, seen by its values."""
        v = self.quick[0].bind(tree).value(tree).v
        own = [n for n in v.axes if n != "#"]
        for step in self.goal.steps if tree[2:3] == ("x",) else ():
            like = self.quick[0].value(self.world.tree(step["along"] or "x")).v
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
        if tree[0] == "sym" and tree[1] in self.own:
            index, meaning = self.own[tree[1]]
            return self._spelled(renamed(meaning, {index: tree[2]}))
        return mapped(tree, self._spelled)

    def missing(self):
        """Return the steps that nothing has been said of."""
        known = self.known - {self.end}
        return [s["words"] for s in self.goal.steps if s["words"] not in known and
                (s["link"] or not self._names(s["names"]) & known)]  # fmt: skip

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
        if not self.lines:
            return "Not started yet."
        if self.first:
            number = self.lines.index(self.first) + 1
            wrong = self.first.mark == WRONG
            return f"Line {number} " + ("is the first that does not hold."
                                        if wrong else "could not be read.")  # fmt: skip
        if not self._left:
            return "All lines hold."
        if not self.end:
            return (f"All lines hold so far. Still to come: "
                    f"{self.goal.left.split(' | ')[0]} = …, without a slope "
                    "on the right.")  # fmt: skip
        if missing := self.missing():
            return ("The result is right, but it is not derived yet: you "
                    f"have not said {', nor '.join(missing)}.")  # fmt: skip
        *sizes, last = map(str, self.world.SIZES)
        return "Derived. " + (
            "Proved for every N, with SymPy." if self.proved else
            f"Checked with fractions for N = {', '.join(sizes)} and {last}.")  # fmt: skip


def _tripled(tree, summed=False):
    """Yield the terms below a Σ or a mean, and the tree with one tripled."""
    kids = children(tree)
    for n, kid in enumerate(kids):
        inner = list(_tripled(kid, summed or tree[0] in ("sum", "mean")))
        if summed and tree[0] == "add":
            term = kid[1] if kid[0] == "neg" else kid
            inner.append((term, ("mul", "", ("num", 3), kid)))
        for term, new in inner:
            yield term, rebuild(tree, [*kids[:n], new, *kids[n + 1 :]])


def _number(value):
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return text.replace("-", "−")


def _sentence(words):
    start = words[0].upper() if words[:1].isascii() else words[:1]
    return start + words[1:].rstrip(".") + "."
