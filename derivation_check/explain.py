"""How a false line is off: what kind of slip mends it, and where it is true.

Single changes of the line are tried, the most frequent slips first. One is
named only if the changed line holds on all numbers, so that what is said is
true. Whether it is what the learner did nobody can know, and the correction
itself is never said.
"""

from functools import cache, reduce
from itertools import combinations, product

import numpy as np

from derivation_check import trees
from derivation_check.compare import CLOSE, apart, holds, zeros
from derivation_check.evaluate import Cases
from derivation_check.read import Unreadable
from derivation_check.trees import ONE, indices, minus, quoted, times, walk

N = ("sym", "N", "")
SIDES = "left", "right"
SHORT = "sign", "term", "missing"  # all that is told of a line with = 0
KINDS = trees.MESSAGES["slips"]


@cache
def read_slips(world):
    """Return what is forgotten and confused in a lesson, as trees."""
    slips = world.slips
    pairs = [pair.split(";") for pair in slips.get("confused", "").split("|")]
    pairs = [tuple(map(world.tree, pair)) for pair in pairs if pair[1:]]
    return {
        "confused": [*pairs, *(pair[::-1] for pair in pairs)],
        "terms": [(term, why) for why, text in slips.get("terms", {}).items()
                  for term in world.several(text)],
        "factors": world.several(slips.get("factors", "2")),
        "vector": world.several(slips.get("vectors", "")),
        "chain": world.several(slips.get("chain", "")),
        "sqrt": world.tree(slips.get("sqrt", "1")),
    }  # fmt: skip


# Single changes: (cost, kind, what it is about, the new tree)


class Changes:
    """All changes of one side of a line."""

    def __init__(self, slips, names, free, moved=()):
        self.slips, self.names, self.free = slips, names, free
        self.moved, self.bound = moved, set()

    def of(self, tree, whole=True, inside="", depth=0):
        """Yield the changes at every place of a tree."""
        self.bound = trees.bound(tree) if whole else self.bound
        for make in (self._letters, self._powers, self._sums, self._products,
                     self._additions):  # fmt: skip
            yield from make(tree, depth)
        if whole or inside in ("add", "sum"):
            yield from self._factors(tree, whole)
        if whole or tree[0] == "add" or inside == "div":
            yield from self._terms(tree)
        kids = trees.children(tree)
        for n, kid in enumerate(kids):
            within = "" if tree[0] == "div" and n else tree[0]
            for found in self.of(kid, False, within, depth + 1):
                cost, kind, about, new = found
                if kind != "left" or tree[0] not in ("der", "prime"):
                    others = [*kids[:n], new, *kids[n + 1 :]]
                    yield cost, kind, about, trees.rebuild(tree, others)

    def throughout(self, tree):
        """Yield the same slip at every place of a tree."""
        for old, new in self.slips["confused"]:
            changed = tree
            for pair in _placings(old, self.names):
                both = (trees.renamed(one, pair) for one in (old, new))
                changed = trees.swap(changed, *both)
            yield 1.28, "letter", old, changed

        def averaged(t):
            t = trees.mapped(t, averaged)
            return ("div", t, N) if t[0] == "sum" else t

        yield 1.1, "N", "every Σ", averaged(tree)

    def _letters(self, tree, depth):
        for old, new in self.slips["confused"]:
            more = old in trees.factors(new)  # u for u ∘ x̂
            kind = "factor" if more else "letter"
            for pair in _placings(old, self.names):
                if trees.renamed(old, pair) == tree:
                    yield 1.24, kind, tree, trees.renamed(new, pair)
        kind, own = tree[0], tree[-1]
        if kind in ("sym", "der", "delta"):
            for n, new in product(range(len(own)), self.names):
                changed = own[:n] + new + own[n + 1 :]
                if new != own[n] and (kind != "delta" or changed != new * 2):
                    yield 0.9, "index", tree, (*tree[:-1], changed)
        if kind == "sym" and own and tree[1] in self.moved:
            yield 1.2, "left", tree, ONE

    def _powers(self, tree, depth):
        if tree[0] == "pow":
            _, base, e = tree
            changed = [base, ("pow", base, minus(e))]
            if e[0] in ("num", "neg", "div"):
                changed += [("pow", base, ("add", e, step))
                            for step in (ONE, minus(ONE))]  # fmt: skip
            for new in changed:
                yield 1.04, "power", tree, new
            if e == trees.TWO and base[0] == "sym" and len(base[2]) == 1:
                for new in self.names:
                    yield 0.95, "index", tree, times(base, (*base[:2], new))
        elif depth and (tree[0] in ("sym", "fn", "der", "mean")
                        or tree[0] == "add" and len(tree) == 3):  # fmt: skip
            yield 1.3, "power", tree, ("pow", tree, trees.TWO)
        if tree[:2] == ("fn", "√"):
            yield 1.1, "root", tree, tree[2]
        if not depth and tree[0] == "add":
            yield 1.0, "root", tree, ("fn", "√", tree)

    def _sums(self, tree, depth):
        for n in self.names if tree[0] == "mul" or not depth else ():
            if n not in self.bound:
                delta = any(p[0] == "delta" for p in walk(tree))
                yield 1.1 + 0.15 * delta, "Σ", tree, ("sum", n, tree)
        if not depth:
            yield 1.1, "mean", tree, ("mean", "", tree)
        if tree[0] not in ("sum", "mean"):
            return
        kind, index, body = tree
        yield 1.2, "Σ" if kind == "sum" else "mean", tree, body
        other = "mean" if kind == "sum" else "sum"
        yield 1.21, "mean", tree, (other, index, body)
        for new in self.names if index and kind == "sum" else ():
            if new != index:
                one = times(("delta", index + new), body)
                yield 0.95, "index", tree, ("sum", new, body)
                yield 1.0, "δ missing", body, ("sum", index, one)
        if kind == "mean" and body[0] == "mul":
            a, b = (("mean", index, part) for part in body[2:])
            yield 1.2, "product of means", tree, times(a, b)

    def _products(self, tree, depth):
        if tree[0] != "mul":
            return
        _, sign, a, b = tree
        parts = trees.factors(tree)
        means = [p for p in parts if p[0] == "mean"]
        if len(means) == 2:
            both = ("mean", "", ("mul", "∘", means[0][2], means[1][2]))
            rest = [p for p in parts if p[0] != "mean"]
            yield 1.1, "product of means", tree, reduce(times, [*rest, both])
        for kept in (a, b):
            yield 1.22, "too many", tree, kept
        if a[0] in ("prime", "der") and a[0] == b[0] and a[2:] == b[2:]:
            rule = ("add", times(a, b[1]), times(a[1], b))
            yield 0.9, "product rule", tree, rule
        inside = {p[1]: None for p in walk(b) if p[0] == "sym" and p != N}
        if not any(p[0] in ("mean", "sum") for p in walk(b)):
            return
        for n, f in enumerate(trees.factors(a)):
            rest = [*trees.factors(a)[:n], *trees.factors(a)[n + 1 :]]
            for name in inside if f[0] == "sym" else ():
                within = _with_each(b, name, f)
                yield 1.0, "outside", f, reduce(times, [*rest, within])

    def _additions(self, tree, depth):
        if tree[0] != "add":
            return
        terms = list(tree[1:])
        if all(term[:2] == ("fn", "√") for term in terms):
            under = trees.sum_of([term[2] for term in terms])
            half = ("div", ONE, trees.TWO)
            yield 0.9, "sum of roots", tree, ("pow", under, half)
        for n, term in enumerate(terms):
            before, after = terms[:n], terms[n + 1 :]
            body = term[1] if term[0] == "neg" else term
            turned = trees.sum_of([*before, minus(term), *after])
            yield 0.8, "sign", body, turned
            yield 1.2, "term", body, trees.sum_of(before + after)

    def _factors(self, tree, whole):
        body = tree[1] if tree[0] == "neg" else tree
        if whole:
            yield 0.85, "sign", body, minus(tree)
        for factor in self.slips["factors"]:
            base = factor[1] if factor[0] == "pow" else factor
            kind = {N: "N", self.slips["sqrt"]: "power of s"}.get(base)
            kind = kind or ("number" if base[0] == "num" else "factor")
            for f in (factor, ("div", ONE, factor)):
                cost = 1.5 if kind == "factor" else 1.05
                yield cost, kind, body, times(f, tree)
        for i, j in combinations(self.names, 2):
            yield 1.15, "δ missing", body, times(("delta", i + j), tree)
        for kind in ("chain", "vector"):
            for vector in self.slips[kind]:
                for pair in _placings(vector, self.names):
                    for sign in ("", "∘"):
                        more = times(trees.renamed(vector, pair), tree, sign)
                        yield 1.1, kind, body, more

    def _terms(self, tree):
        terms = list(tree[1:]) if tree[0] == "add" else [tree]
        for term, why in self.slips["terms"] if tree != ("num", 0) else ():
            for placed in _with_free(term, self.free):
                for signed in (placed, minus(placed)):
                    if minus(signed) not in terms:
                        yield 1.25, "missing", why, ("add", *terms, signed)


def _with_each(tree, name, factor):
    """Put a factor, with the index in use, beside a letter wherever it is."""
    if tree[:2] == ("sym", name) and len(tree[2]) == len(factor[2]) < 2:
        sign = "" if tree[2] else "∘"
        return ("mul", sign, (*factor[:2], tree[2]), tree)
    return trees.mapped(tree, lambda part: _with_each(part, name, factor))


def _placings(tree, names):
    """Return all ways to put the indices in use in those of a pattern."""
    own = indices(tree)
    return [dict(zip(own, some)) for some in product(names, repeat=len(own))]


def _with_free(term, free):
    """Yield a term with the free indices of the line."""
    own = [n for n in indices(term) if n not in trees.bound(term)]
    if len(own) <= len(free):
        yield trees.renamed(term, dict(zip(own, free)))
    if len(own) == 1 and len(free) == 2:
        yield trees.renamed(term, {own[0]: free[1]})


def slip(left, right, slips, quick, every):
    """Return the kind of the likeliest slip and what it is about, or None."""
    try:
        gap, *_ = apart(left, right, quick[0])
        free = [n for n in indices(left, right) if n in gap.axes]
    except Unreadable:
        free = indices(left, right)
    moved = {p[2] for side in (left, right) for p in walk(side)
             if p[0] == "der" and p[1] != trees.LOSS}  # fmt: skip
    changes = Changes(slips, indices(left, right), free, moved)
    options = []
    for more, side in ((0, right), (0.35, left)):
        for found in (*changes.of(side), *changes.throughout(side)):
            cost, kind, about, new = found
            pair = (left, new) if side is right else (new, right)
            alone = side is left and left[0] in ("sym", "der", "prime")
            if alone and kind not in ("letter", "index", "power"):
                continue
            if ("num", 0) in (left, right) and kind not in SHORT:
                continue
            options.append((cost + more, len(options), kind, about, pair))
    for _, _, kind, about, pair in sorted(options, key=lambda o: o[:2]):
        if _mends(pair, (left, right), quick, every):
            return kind, about
    return None, None


def _mends(pair, old, quick, every):
    """Whether a changed line holds, and still says something."""
    if pair in (old, old[::-1]) or pair[0] == pair[1]:
        return False
    try:
        if not (holds(*pair, quick) and holds(*pair, every)):
            return False
    except (Unreadable, ArithmeticError):
        return False
    values = apart(*pair, quick[0])[1:3]
    kept = sum(map(_slopes, pair)) >= sum(map(_slopes, old))
    none = all(np.abs(v.a).max() < CLOSE for v in values)
    return kept and not (none and ("num", 0) not in pair)


def _slopes(tree):
    return sum(p[0] == "prime" or p[0] == "der" and p[1] != trees.LOSS
               for p in walk(tree))  # fmt: skip


# Where a false line is true all the same, and units


def conditions(left, right, world, own, cases):
    """Say where a false line is right all the same."""
    for name, changed in world.special.items():
        data = world.changed(world.floats[0], changed)
        if holds(left, right, [Cases(world, data, own)]):
            yield f"It holds where {name}."
    gap, a, b, scale = apart(left, right, cases)
    zero, axes = zeros(gap, scale), [n for n in gap.axes if n != "#"]
    shared = left[0] == right[0] == "mul" and left[2] == right[2]  # δ_ij ·
    for i, j in combinations(axes, 2):
        if gap.size(i) == gap.size(j) and not shared:
            same = np.eye(gap.size(i), dtype=bool)
            pair = gap.axes.index(i), gap.axes.index(j)
            flat = np.moveaxis(zero, pair, (-2, -1))
            where = [f"where {i} ≠ {j}", f"where {i} = {j}"]
            where = ["off the diagonal", "on it"] if i == "r" else where
            for good, (yes, no) in ((~same, where), (same, where[::-1])):
                if flat[..., good].all():
                    yield f"It is right {yes}, and wrong {no}."
    for n in b.axes:
        if n not in a.axes and n not in "#rc":
            yield f"The index {n} stands on the right side only."
    for one, other, (p, q) in ((a, b, SIDES), (b, a, SIDES[::-1])):
        vector = len({*other.axes} & {*"rc"}) == 1
        if vector and not {*one.axes} - {"#"} and one.a.any():
            yield f"{p.title()} is one number, {q} a whole vector."


def units(left, right, world, own):
    """Yield which terms, or sides, have different units, if x has one."""
    data = world.floats[0]
    scaled = {k: v * 2.0 ** world.units.get(k, 0) for k, v in data.items()}
    pair = [Cases(world, d, own).bind(left, right) for d in (data, scaled)]
    for part in (p for side in (right, left) for p in walk(side)):
        if part[0] == "add":
            first, *others = [t[1] if t[0] == "neg" else t for t in part[1:]]
            for other in others:
                if said := _units_of(first, other, pair):
                    yield (f"{quoted(first)} and {quoted(other)} cannot be "
                           f"added: {said}.")  # fmt: skip
                    return
    if said := _units_of(left, right, pair):
        yield f"The two sides have different units: {said}."


def _units_of(a, b, pair):
    p, q = _unit(a, pair), _unit(b, pair)
    if p == q or None in (p, q):
        return ""
    p, q = (f"the unit m{str(n).translate(trees.RAISED) * (n != 1)}" if n
            else "no unit" for n in (p, q))  # fmt: skip
    return f"if x is measured in metres, the first has {p}, the second {q}"


def _unit(tree, pair):
    """Return the power of a metre that a formula has, or None."""
    try:
        a, b = (cases.value(tree).v.a.astype(float) for cases in pair)
    except (Unreadable, ArithmeticError):
        return None
    seen = np.abs(a) > CLOSE
    powers = np.log2(np.abs(b[seen] / a[seen]))
    whole = round(float(powers[0])) if powers.size else 0
    close = powers.size and np.allclose(powers, whole, atol=1e-6)
    return whole if close else None
