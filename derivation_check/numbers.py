"""Arrays with named axes, in floats or exact fractions, and their slopes.

Arithmetic aligns axes by name. Slopes are carried along as dual numbers, whose
axis "∂" counts what is nudged.
"""

from fractions import Fraction
from math import isqrt

import numpy as np

from derivation_check.read import Misfit, Unreadable

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


def product(a, b, sign):
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
