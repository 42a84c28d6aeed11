"""What a formula is worth: arrays with named axes, and their slopes.

An index i is an axis "i". The axis "#" counts tokens, and "r" and "c" are the
rows and columns of vector notation. So one evaluation gives all tokens and
all choices of indices at once, in floats or in exact fractions. Slopes are
carried along as dual numbers; their axis "∂" counts what is nudged.
"""

from fractions import Fraction
from math import isqrt

import numpy as np

from derivation_check.read import Misfit, Reader, Unreadable
from derivation_check.trees import LOSS, children, quoted, show, walk

GREATEST_POWER = 12
fractions = np.frompyfunc(Fraction, 1, 1)


class Named:
    """An array whose axes have names; arithmetic aligns them by name."""

    def __init__(self, a, axes=()):
        self.a, self.axes = np.asarray(a), tuple(axes)

    def on(self, axes):
        """Return the array with these axes in this order, of length 1 or n."""
        own = [self.axes.index(n) for n in axes if n in self.axes]
        more = tuple(slice(None) if n in self.axes else None for n in axes)
        return self.a.transpose(own)[more]

    def _by(operation):  # noqa: N805
        def combined(self, other):
            new = tuple(n for n in other.axes if n not in self.axes)
            for n in set(self.axes) & set(other.axes):
                _same_size(n, self.size(n), other.size(n))
            axes = self.axes + new
            return Named(operation(self.on(axes), other.on(axes)), axes)

        return combined

    __add__, __sub__ = _by(np.add), _by(np.subtract)
    __mul__, __truediv__ = _by(np.multiply), _by(np.true_divide)

    def __neg__(self):
        return Named(-self.a, self.axes)

    def map(self, f):
        return Named(f(self.a), self.axes)

    def size(self, axis):
        return self.a.shape[self.axes.index(axis)]

    def sum(self, axis, size):
        """Add up along an axis; of one that is missing, the size is given."""
        if axis not in self.axes:
            return self.map(lambda a: a * size)
        n = self.axes.index(axis)
        return Named(self.a.sum(n), self.axes[:n] + self.axes[n + 1 :])

    def rename(self, names):
        """Rename axes at once; two of one name become their diagonal."""
        axes, a = [names.get(n, n) for n in self.axes], self.a
        while twice := next((n for n in axes if axes.count(n) > 1), None):
            p = axes.index(twice)
            q = axes.index(twice, p + 1)
            _same_size(twice, a.shape[p], a.shape[q])
            a = np.diagonal(a, axis1=p, axis2=q)
            del axes[q], axes[p]
            axes.append(twice)
        return Named(a, axes)


def _same_size(axis, a, b):
    if a != b:
        index = axis.isalpha() and axis not in "rc"
        raise Misfit("counts" if index else "fit", axis)


def _exact_root(v):
    """Return the root as a fraction if it is one, else as a float."""
    if isinstance(v, int | Fraction) and v >= 0:
        roots = [isqrt(p) for p in v.as_integer_ratio()]
        if tuple(p * p for p in roots) == v.as_integer_ratio():
            return Fraction(*roots)
    return float(v) ** 0.5 if v >= 0 else float("nan")


class Dual:
    """A value, and its slopes where it has any."""

    def __init__(self, v, t=None):
        self.v, self.t = v, t

    def _both(self, change):
        return Dual(change(self.v), self.t and change(self.t))

    def __add__(self, o):
        t = self.t + o.t if self.t and o.t else self.t or o.t
        return Dual(self.v + o.v, t)

    def __neg__(self):
        return self._both(lambda v: -v)

    def __mul__(self, o):
        a, b = self.t and self.t * o.v, o.t and self.v * o.t
        return Dual(self.v * o.v, a + b if a and b else a or b)

    def __truediv__(self, o):
        return self * o.power(Fraction(-1))

    def power(self, e):
        """Raise to a whole number or a half."""
        if e.denominator == 2:
            return self.root().power(2 * e)
        if e.denominator > 2:
            raise Unreadable("exponent")
        p = int(e)

        def raised(p):
            return lambda a: a**p if p >= 0 else 1 / a**-p

        slope = self.v.map(lambda a: p * raised(p - 1)(a)) if p else None
        t = self.t and slope and self.t * slope
        return Dual(self.v.map(raised(p)), t)

    def root(self):
        exact = np.frompyfunc(_exact_root, 1, 1)
        v = self.v.map(exact if self.v.a.dtype == object else np.sqrt)
        return Dual(v, self.t and self.t / (v + v))

    def sum(self, axis, size=None):
        size = self.v.size(axis) if axis in self.v.axes else size
        if size is None:
            raise Unreadable("nothing", axis)
        return self._both(lambda v: v.sum(axis, size))

    def rename(self, **names):
        return self._both(lambda v: v.rename(names))

    @property
    def shape(self):
        """The axes of vector notation: (), r, c or both."""
        return tuple(n for n in "rc" if n in self.v.axes)


class Cases:
    """Some tokens of one size, and what each letter is there.

    ``own`` holds letters of the learner's, and ``claims`` slopes that stand
    in the place of the true ones.
    """

    def __init__(self, world, data, own=None, claims=None):
        self.world, self.data = world, data
        self.own, self.claims = own or {}, claims or {}
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

    def example(self, at, *sides):
        """Name the numbers that a line is about: its token, and what it uses.

        ``at`` says where, by axis. Of a matrix only that place is told.
        """
        letters = self.world.letters
        vector = [k for k, axes in letters.items() if axes == "r"][:1]
        numbers = [k for k, axes in letters.items() if not axes
                   and not (k in "NT" and any(letters.values()))]  # fmt: skip
        used = {k: ("sym", k, "") for k in vector + numbers}
        for side in sides:
            used |= {k: v for k, v in self._used(side).items()
                     if k not in used}  # fmt: skip
        if {"γ", "dy"} <= used.keys():  # they make dx̂
            used.pop("dx̂", None)
        inner = "" if "rc" in letters.values() else "rc"
        for tree in used.values():
            v = self.value(tree).v
            place = tuple(slice(None) if n in inner else at.get(n, slice(None))
                          for n in v.axes)  # fmt: skip
            yield f"{show(tree)} = {_written(v.a[place])}"

    def _used(self, tree, index=""):
        """Return what is given that a formula is made from, by name."""
        world, found, parts = self.world, {}, children(tree)
        if tree[:2] == ("der", LOSS) and "x̂" in world.definitions:
            return {"dx̂": ("der", LOSS, "x̂", "")}
        if tree[0] == "der" and "x̂" in world.letters:
            own = "t" + tree[3][-1] if tree[3] else ""
            names = ["x̂", "dy"] if tree[1] == LOSS else ["x̂"]
            return {name: ("sym", name, own) for name in names}
        if tree[0] == "prime" and (along := (*world.prime, None)[1]):
            found[along] = ("sym", along, "")
        if tree[0] == "sym":
            name, index = tree[1], tree[2] or index
            axes = world.letters.get(name, "")
            if axes and name != "x":
                own = {"r": "", "c": index[-1:]}.get(axes, index)
                return {name: ("sym", name, own)}
            own = self.own.get(name, ("", ()))[1]
            parts = [own or world.definitions.get(name, ())]
        for part in filter(None, parts):
            found = self._used(part, index) | found
        return found

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
        return _product(a, b, sign)

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
            return _product(base, base, "")
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


def _product(a, b, sign):
    """Multiply vectors and matrices as linear algebra does."""
    sides = a.shape, b.shape
    if sides == (("c",), ("c",)) or sides == (("r",), ("r",)) and not sign:
        raise Misfit("beside")
    if sides == (("r",), ("c",)):
        return a * b
    if sides == (("r", "c"), ("c",)):
        raise Misfit("meet")
    over = "c" if "c" in a.shape else "r"
    found = (a.rename(**{over: "~"}) * b.rename(r="~")).sum("~")
    return found.rename(c="r") if sides == (("r",), ("r", "c")) else found


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
                data[name] = fractions(whole.integers(low, high, shape))
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


def _written(value):
    if np.ndim(value):
        return f"({', '.join(map(_written, value))})"
    return str(value).replace("-", "−")
