"""What the lines have said of a goal, and whether it is derived.

A slope is known once a true line fixes it. A step of the goal is taken when
something has been said of its slope, in whatever form.
"""

import numpy as np

from derivation_check import trees
from derivation_check.compare import holds
from derivation_check.evaluate import Cases
from derivation_check.read import Unreadable
from derivation_check.trees import LOSS, canonical, children, walk

UNSEEN = 13  # a number of features that no line has been tried with


def slopes(tree, world, given=()):
    """Return the outermost slopes in a tree, by their canonical text."""
    key = canonical(tree)
    whole = tree[:2] == ("sym", "J") or key == "J u"
    if tree[0] in ("der", "prime") or whole:
        by = tree[2] if tree[0] == "der" else world.prime[0]
        itself = tree[1][:2] == ("sym", by)
        return {} if itself or key in given else {key: tree}
    found = {}
    for child in children(tree):
        found |= slopes(child, world, given)
    return found


class Steps:
    """The steps of one goal, as the true lines take them."""

    def __init__(self, goal, case):
        self.goal, self.world, self.case = goal, goal.world, case
        self.known, self.end, self.proved = set(), None, None
        self._pending = []
        self.left, self.given = (
            {*map(canonical, self.world.several(text))}
            for text in (goal.left, goal.given)
        )

    def learn(self, left, right, start):
        """Note what a true line says; whether the goal it reaches is true."""
        pair = self.spelled(start), self.spelled(right)
        self._pending.append(pair)
        self._link(*pair)
        while self._closer():
            pass
        for a, b in ((start, right), (right, left), (left, right)):
            b = self.spelled(b)
            inside = canonical(a) in map(canonical, walk(b))
            if canonical(a) in self.left and self._ends(b) and not inside:
                self.proved = self._proved(a, b)
                self.end = canonical(a) if self.proved is not False else None
                return self.proved is not False
        return True

    def spelled(self, tree):
        """Put the meaning of the learner's own letters in their place."""
        index, meaning = self.case.own.get(tree[1], ("", None))
        if tree[0] == "sym" and meaning and not index[len(tree[2]) :]:
            if tree[2] and not index:
                meaning = ("at", meaning, tree[2])
            names = dict(zip(index, tree[2]))
            return self.spelled(trees.renamed(meaning, names))
        if tree[0] == "der":
            tree = (*tree[:2], self.case.meant(tree[2]), tree[3])
        return trees.mapped(tree, self.spelled)

    def _ends(self, tree):
        """Whether a side may be the result: its slopes are known gradients."""
        for key, slope in self._slopes(tree).items():
            if slope[:2] != ("der", LOSS) or key not in self.known - self.left:
                return False
        sums = [p for p in walk(tree) if p[0] == "add" and p != tree]
        return not self.goal.expanded or tree[0] == "add" and not sums

    def _proved(self, left, right):
        """Return True or False if SymPy knows, and else None."""
        if not self.goal.truth:
            return None
        from derivation_check.proof import proved

        found = proved(self.goal, left, right)
        if found is False:  # a line that is true is never refused
            more = Cases(self.world, self.world.draw(UNSEEN), self.case.own)
            return None if holds(left, right, [more]) else False
        return found

    def _slopes(self, tree):
        return slopes(tree, self.world, self.given)

    def breaks(self, left, right, tree, changed):
        """Whether a line is false with a part of it changed."""
        pair = (trees.swap(side, tree, changed) for side in (left, right))
        return not holds(*pair, [self.case])

    def _names(self, text):
        return {key for tree in self.world.several(text)
                for key in slopes(tree, self.world)}  # fmt: skip

    def _link(self, left, right):
        """Note which steps a line takes by the slopes that stand in it."""
        keys = [slopes(side, self.world) for side in (left, right)]
        for step in self.goal.steps:
            both = (self._names(step[kind]) for kind in ("names", "link"))
            named, linked = ({*keys[0], *keys[1]} & names for names in both)
            sums = [[*_below_delta(side)] for side in (left, right)]
            linked = linked or any(s and all(s) for s in sums)
            if step["link"] and named and linked:
                self.known.add(step["words"])
            for side, other in ((left, keys[1]), (right, keys[0])):
                if not step["along"] or not other or slopes(side, self.world):
                    continue
                if self._is_one_of(side, step["names"]):
                    self.known.add(step["words"])

    def _is_one_of(self, side, names):
        """Whether a side is what one of these slopes is."""
        for tree in self.world.several(names):
            try:
                if holds(side, tree, [self.case]):
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
            new = [k for k in both if k not in self.known - self.left]
            if len(new) != 1 or new[0] in self.known:
                continue
            tree = both[new[0]]
            if self.breaks(*pair, tree, ("mul", "", trees.TWO, tree)):
                self.known |= {*new, *self._about(tree)}
                if tree[:2] == ("der", LOSS) and len(tree[3]) < 2:
                    whole = tree[:3]  # and its entries
                    self.known |= {canonical((*whole, n)) for n in ("", "i")}
                return True
        return False

    def _about(self, tree):
        """Yield the steps that a slope is about, seen by its values."""
        if tree[0] == "prime":  # along u, or by x
            tree = ("der", tree[1], self.world.prime[0], "")
        v = self.case.bind(tree).value(tree).v
        own = [n for n in v.axes if n != "#"]
        for step in self.goal.steps if tree[2:3] == ("x",) else ():
            along = self.world.tree(step["along"] or "x")
            like = self.case.value(along).v
            if "#" not in like.axes:  # the same for all tokens
                a = v.on(["#", *own] if "#" in v.axes else own)
                if "#" not in v.axes or np.ptp(a, axis=0).max() < 1e-9:
                    yield step["words"]
            elif step["along"] and len(own) == 1 and "#" in v.axes:
                share = v.on(["#", *own]) / like.a
                if np.ptp(share, axis=1).max() < 1e-9 * np.abs(share).max():
                    yield step["words"]

    def missing(self):
        """Return the steps that nothing has been said of."""
        known = self.known - {self.end}
        return [step["words"] for step in self.goal.steps
                if step["words"] not in known
                and (step["link"] or not self._names(step["names"]) & known)
                ]  # fmt: skip


def _below_delta(tree, inside=False):
    """Yield of each gradient whether it is in a Σ with a δ of its index."""
    if tree[:2] == ("der", LOSS):
        yield inside
        return
    if tree[0] == "sum":
        inside |= any(p[0] == "delta" and tree[1] in p[1] for p in walk(tree))
    for child in children(tree):
        yield from _below_delta(child, inside)
