"""What a formula is worth on some tokens.

An index i is an axis "i". The axis "#" counts tokens, and "r" and "c" are the
rows and columns of vector notation. So one evaluation gives all tokens and
all choices of indices at once, in floats or in exact fractions.
"""

from fractions import Fraction

import numpy as np

from derivation_check.numbers import Dual, Named, fractions, product
from derivation_check.read import Misfit, Unreadable
from derivation_check.trees import quoted, walk

GREATEST_POWER = 12


class Cases:
    """Some tokens of one size, and what each letter is there.

    ``own`` holds letters of the learner's, and ``claims`` slopes that stand
    in the place of the true ones.
    """

    def __init__(self, world, data, own=None, claims=None):
        self.world, self.data = world, data
        self.own = {} if own is None else own
        self.claims = claims or {}
        self.kept, self.ranges = {}, {}
        self.exact = next(iter(data.values())).dtype == object
        self.n = data["x"].shape[1] if "x" in data else None

    def array(self, a):
        """Return numbers of the same kind as the data."""
        return fractions(a) if self.exact else np.asarray(a, float)

    def number(self, value):
        return Dual(Named(np.array(value, object if self.exact else float)))

    def bind(self, *trees):
        """Note what each index counts, by the letters that carry it."""
        self.ranges = {}
        for part in (p for tree in trees for p in walk(tree)):
            if part[0] in ("sym", "der") and part[-1]:
                found = self.symbol(part[-2])
                for n, axis in zip(part[-1], found.shape):
                    self.ranges.setdefault(n, found.v.size(axis))
        return self

    def value(self, tree, seed=None):
        """Evaluate a tree; seed is the letter by which slopes are taken."""
        return getattr(self, f"_{tree[0]}")(tree, seed)

    def symbol(self, name, seed=None):
        """Return what a letter without indices is worth."""
        if (name, seed) not in self.kept:
            self.kept[name, seed] = self._made(name, seed)
        return self.kept[name, seed]

    def meant(self, name):
        """Return the letter of the lesson that one's own stands for."""
        tree = self.own.get(name, ("", ()))[1]
        return tree[1] if tree[:1] == ("sym",) else name

    def _made(self, name, seed):
        if name == seed:
            v = self.symbol(name).v
            axes = [n for n in v.axes if n != "#"]
            sizes = [v.size(n) for n in axes]
            one = np.eye(int(np.prod(sizes)), dtype=int).reshape(*sizes, -1)
            return Dual(v, Named(self.array(one), (*axes, "∂")))
        if name in self.data:
            axes = "#" + self.world.letters[name]
            return Dual(Named(self.data[name], axes))
        if name in ("I", "11ᵀ", "𝟏"):
            if self.n is None:
                raise Unreadable("size", name)
            full = np.ones((self.n,) * (1 + (name != "𝟏")), int)
            full = np.eye(self.n, dtype=int) if name == "I" else full
            return Dual(Named(self.array(full), "rc"[: full.ndim]))
        if name in self.own:
            indices, tree = self.own[name]
            found = self.value(tree, seed).rename(**dict(zip(indices, "rc")))
        elif name in self.world.definitions:
            found = self.value(self.world.definitions[name], seed)
        else:
            raise Unreadable("meaning", name)
        claim = self.claims.get((name, seed))
        return self._claimed(found, *claim) if claim else found

    def _claimed(self, found, own, below, claim):
        """Put a slope that the learner claims in the place of the true one."""
        axes = ("r",) * bool(own) + ("∂",)
        shape = (self.n if below else 1,) * len(axes)
        t = self.value(claim).v.rename({own: "r", below: "∂"})
        return Dual(found.v, t * Named(self.array(np.ones(shape, int)), axes))

    def _num(self, tree, seed):
        return self.number(tree[1])

    def _sym(self, tree, seed):
        _, name, indices = tree
        found = self.symbol(name, seed)
        if len(indices) > len(found.shape):
            has = ("no index", "one index", "two indices")[len(found.shape)]
            raise Unreadable("indices", quoted(tree), name, has)
        return found.rename(**dict(zip(found.shape, indices)))

    def _delta(self, tree, seed):
        i, j = tree[1]
        n = self.ranges.get(i) or self.ranges.get(j) or self.n
        if n is None:
            raise Unreadable("delta", quoted(tree))
        one = Named(self.array(np.eye(n, dtype=int)), ("r", "c"))
        return Dual(one.rename({"r": i, "c": j}))

    def _add(self, tree, seed):
        total = self.value(tree[1], seed)
        for t in tree[2:]:
            part = self.value(t, seed)
            a, b = total.shape, part.shape
            if {len(a), len(b)} == {0, 2}:
                product = any(p[0] == "T" or p[1] == "@" for p in walk(t))
                raise (Misfit if product else Unreadable)("added")
            if {a, b} in ({("r",), ("c",)}, {("r",), ("r", "c")}):
                raise Misfit("row")
            total = total + part
        return total

    def _neg(self, tree, seed):
        return -self.value(tree[1], seed)

    def _mul(self, tree, seed, inside=False):
        _, sign, left, right = tree
        b = self.value(right, seed)
        a = self.value(left, seed)
        alone = inside and sign in ("", "·") and a.shape == ("r",)
        same = a.shape == b.shape or {a.shape, b.shape} == {("r", "c"), ("c",)}
        if not a.shape or not b.shape:
            return a * b
        if sign == "∘" and not same:
            raise Misfit("shapes")
        if sign == "∘" or same and (sign == "*" or alone):
            return a * b
        return product(a, b, sign)

    def _div(self, tree, seed):
        a, b = (self.value(t, seed) for t in tree[1:])
        if b.shape and a.shape != b.shape:
            raise Unreadable("below")
        return a / b

    def _pow(self, tree, seed):
        e, base = self.value(tree[2]).v, self.value(tree[1], seed)
        if e.axes or len(base.shape) == 2 and e.a.item() != 2:
            raise Unreadable("raised")
        if len(base.shape) == 2:
            return product(base, base, "")
        if abs(e.a.item()) > GREATEST_POWER:
            raise Unreadable("exponent")
        return base.power(Fraction(e.a.item()).limit_denominator(8))

    def _fn(self, tree, seed):
        a = self.value(tree[2], seed)
        if tree[1] == "√":
            return a.root()
        if tree[1] == "all":
            if len(a.shape) == 2:
                raise Misfit("all")
            return a
        if tree[1] == "norm":
            return (a * a).sum("r").root()
        less = a + -self._average(a, "r")
        return self._average(less * less, "r")

    def _average(self, a, axis):
        if axis not in a.v.axes:
            return a
        return a.sum(axis) * self.number(Fraction(1, a.v.size(axis)))

    def _over(self, tree, seed):
        """Return what a Σ or a mean adds up, and along which axis."""
        _, index, body = tree
        inside = (True,) * (body[0] == "mul")
        a = getattr(self, f"_{body[0]}")(body, seed, *inside)
        whole = a.shape and index not in a.v.axes  # Σ_t of whole rows
        if index or whole:
            return a, a.shape[0] if whole else index
        free = [n for n in a.v.axes if n != "#"]
        if not free and tree[0] == "mean":
            return a, "r"
        if len(free) != 1:
            raise Unreadable("run_over", quoted(tree))
        return a, free[0]

    def _sum(self, tree, seed):
        a, axis = self._over(tree, seed)
        return a.sum(axis, self.ranges.get(axis) or self.n)

    def _mean(self, tree, seed):
        return self._average(*self._over(tree, seed))

    def _T(self, tree, seed):
        return self.value(tree[1], seed).rename(r="c", c="r")

    def _at(self, tree, seed):
        a = self.value(tree[1], seed)
        return a.rename(**dict(zip(a.shape, tree[2])))

    def _der(self, tree, seed):
        _, top, name, indices = tree
        name = self.meant(name)
        if seed:
            raise Unreadable("second")
        t, shape = self.value(top, name).t, self.symbol(name)
        if t is None and name not in self.data:
            raise Unreadable("made_from", quoted(top), name)
        if len(indices) > len(shape.shape):
            raise Unreadable("fewer", name, indices)
        if t is None:
            return self.number(0)
        if not shape.shape:
            return Dual(t.sum("∂", 1))
        p = t.axes.index("∂")
        sizes = [shape.v.size(n) for n in shape.shape]
        a = t.a.reshape(*t.a.shape[:p], *sizes, *t.a.shape[p + 1 :])
        taken = shape.shape == ("r",) and "r" in t.axes
        rest = ("c",) if taken else shape.shape
        own = [*indices, *rest[len(indices) :]]
        inner = [f"∂{n}" for n in own]
        axes = (*t.axes[:p], *inner, *t.axes[p + 1 :])
        return Dual(Named(a, axes).rename(dict(zip(inner, own))))

    def _prime(self, tree, seed):
        if seed:
            raise Unreadable("second")
        by, along, *_ = (*self.world.prime, None)
        if by is None:
            raise Unreadable("prime")
        t = self.value(tree[1], by).t
        if t is None:
            return self.number(0)
        if along is None:
            return Dual(t.sum("∂", 1))
        u = self.symbol(along).v.rename({"r": "~"})
        return Dual((t.rename({"∂": "~"}) * u).sum("~", self.n))
