"""What a wrong answer has to do with the right one, found by testing."""

import contextlib
import math
from itertools import product

import numpy as np

from course_lib.exercises.judging import words
from course_lib.exercises.judging.answers import close

POWERS = {"{}": 1, "1 / {}": -1, "{}, squared": 2}
SAME = 1e-6  # between a factor and the size that it may be
FEW_DIGITS = 1e-5  # relative to the largest expected entry
SENTENCES = {
    "nan": "{at}{name} is nan, not a number: is something divided by 0, 0 "
    "multiplied by ln 0, or a root or logarithm taken of a negative number?",
    "infinite": "{at}{name} is {value}: is something divided by 0, or too "
    "large for exp?",
    "zeros": "{name} is all zeros.",
    "an argument": "{name} is {argument}, unchanged.",
    "sign": "{name} has the wrong sign: times −1 it is right.",
    "cut off": "{name} is what is expected, cut off to whole numbers: is an "
    "array of integers filled?",
    "one cut off": "{name} is what is expected, cut off to a whole number: "
    "does an `int(…)` or a `//` do that?",
    "offset": "{name} is off by the constant {off}.",
    "transpose": "{name} is the transpose of what is expected.",
    "flip": "{name} has the right numbers, reversed along axis {axis}.",
    "order": "{name} has the right numbers in the wrong places.",
    "signs": "{name} has the right sizes, but some signs are wrong, first in "
    "entry {at}.",
    "digits": "{name} agrees in about {digits} digits only: is a small "
    "number added somewhere, or are digits lost by rounding, in float32 or "
    "between two huge numbers?",
    "size": "{name} is {ratio} times what is expected: the factor is {size}.",
    "factor": "{name} is {ratio} times what is expected.",
    "one factor": "{name} is {always} times what is expected.",
    "unfilled": "{those} of {name} {are} all zeros; the rest is right.",
    "rows": "Of the {n} rows of {name}, only {those} differ{s}: entry {at} "
    "is {came}, expected is {expected}.",
    "offsets": "Each {line} of {name} is off by a constant of its own: {off} "
    "in {first}.",
    "factors": "Each {line} of {name} is a multiple of what is expected: "
    "{ratio} times in {first}.",
    "axis": "The numbers are right, but {name} has shape {came} where {shape} "
    "is expected.",
    "sum": "The {what} of {name} over {axes} is what is expected.",
    "spread": "The numbers are right, but {name} has shape {came} and must be "
    "spread out to {shape}.",
    "turned": "{name} has shape {came}; expected is {shape}. Its axes came in "
    "reverse order.",
    "shape": "{name} has shape {came}; expected is {shape}.",
}


SAME_IN_ALL = "argument", "size", "always", "along"


def describe(failing):
    """Say in one sentence how wrong answers differ from the right ones.

    It is the first relation below that holds for every answer. ``failing``
    has (answer, expected, arguments by name), the smallest case first, all
    answers of the shape that is expected or none. ``{name}`` stands where
    the answer is to be named, in the singular.
    """
    failing = [(np.add(a, 0), *rest) for a, *rest in failing]  # True is 1
    a, e, _ = failing[0]
    holding = _of_values if a.shape == e.shape else _of_shapes
    found = [
        {
            (kind, *map(details.get, SAME_IN_ALL)): details
            for kind, details in holding(*each)
        }
        for each in failing
    ]
    chance = ["size", "one factor"] if len(failing) == 1 else []
    if all(a.size < 2 for a, *_ in failing):
        chance.append("factor")  # any two numbers have one
    for key, details in found[0].items():
        if key[0] not in chance and all(key in other for other in found):
            return SENTENCES[key[0]].format(name="{name}", **details)
    return words.compared(a, e, "{name}").sentence


def _of_values(a, e, args):
    """Yield each relation between arrays of one shape, with its details."""
    largest, off = np.abs(e).max(), a - e
    bad = ~np.isfinite(a) & np.isfinite(e)
    if bad.any():
        at = _first(bad)
        kind = "nan" if np.isnan(a[at]) else "infinite"
        yield kind, {"at": words.entry(at), "value": words.number(a[at])}
    if a.ndim and (np.abs(a) <= words.ROUNDING * largest).all():
        yield "zeros", {}
    for name, arg in args.items():
        if isinstance(arg, np.ndarray) and close(a, arg):
            yield "an argument", {"argument": name}
    if close(-a, e):
        yield "sign", {}
    if e.dtype.kind == "f" and a.any() and close(a, np.trunc(e)):
        yield "cut off" if a.ndim else "one cut off", {}
    if a.size > 1 and close(off, np.full(off.shape, off.mean())):
        yield "offset", {"off": words.number(off.flat[0])}
    if _is_transpose(a, e):
        yield "transpose", {}
    for axis in range(a.ndim):
        if close(np.flip(a, axis), e):
            yield "flip", {"axis": axis}
    if a.size > 1 and close(np.sort(a, axis=None), np.sort(e, axis=None)):
        yield "order", {}
    if close(np.abs(a), np.abs(e)):
        yield "signs", {"at": list(_first(a * e < 0))}
    lost = np.abs(off).max() / largest
    if lost < FEW_DIGITS:
        yield "digits", {"digits": -math.floor(math.log10(lost)) - 1}
    yield from _factors(a, e, args)
    yield from _of_rows(a, e)
    yield from _of_each_line(a, e, off)


def _factors(a, e, args):
    """Yield one factor for all entries, and which size it may be."""
    if not e.ndim and e.dtype.kind == "i":
        return  # a code such as 0, 1, 2 has no multiples
    at = np.unravel_index(np.abs(e).argmax(), e.shape)
    ratio = e[at] and a[at] / e[at]
    if not ratio or not close(a, ratio * e):
        return
    said = words.apart(ratio, 1.0)[0]
    shapes = {n: v.shape for n, v in args.items() if hasattr(v, "shape")}
    for name, shape in shapes.items():
        sizes = {
            f"the length of {name}'s last axis": math.prod(shape[-1:]),
            f"the number of rows of {name}": math.prod(shape[:-1]),
            f"the number of entries of {name}": math.prod(shape),
        }
        for (what, n), form in product(sizes.items(), POWERS):
            if n > 1 and abs(ratio / float(n) ** POWERS[form] - 1) < SAME:
                yield "size", {"ratio": said, "size": form.format(what)}
    yield "factor", {"ratio": said}
    yield "one factor", {"always": said}


def _of_rows(a, e):
    """Yield what holds of some rows or columns, where the rest is right."""
    for axis, what in enumerate(("row", "column") if a.ndim == 2 else ()):
        zero = ~a.any(axis=1 - axis) & e.any(axis=1 - axis)
        filled = np.where(np.expand_dims(zero, 1 - axis), e, a)
        if zero.any() and close(filled, e):
            lines = np.flatnonzero(zero)
            are = "is" if len(lines) == 1 else "are"
            yield "unfilled", {"those": _numbered(what, lines), "are": are}
    largest = np.abs(e).max()
    pairs = [*zip(a, e)] if a.ndim > 1 else []
    wrong = [
        i
        for i, pair in enumerate(pairs)
        if not close(*(np.append(line, largest) for line in pair))
    ]
    if 0 < len(wrong) < len(a):
        at, *both = words.worst(a, e)
        came, expected = words.apart(*both)
        yield "rows", {
            "n": len(a), "those": _numbered("row", wrong),
            "s": "s" if len(wrong) == 1 else "", "at": [int(i) for i in at],
            "came": came, "expected": expected,
        }  # fmt: skip


def _of_each_line(a, e, off):
    """Yield one number or one factor in which each row or column is off."""
    ratio = a / np.where(e == 0, np.nan, e)
    down = "column" if a.ndim == 2 else "line along axis 0"
    for axis, line in ((-1, "row"), (0, down)):
        if not a.ndim or a.shape[axis] < 2:
            continue
        if close(off, _spread(off, axis)):
            each = np.moveaxis(off, axis, 0)[0]
            wrong = np.abs(each) > words.ROUNDING * np.abs(e).max()
            at = _first(wrong) if wrong.any() else (0,) * each.ndim
            yield "offsets", {
                "along": axis, "line": line,
                "off": words.number(each[at]),
                "first": _named_line(line, axis, at),
            }  # fmt: skip
        if np.isfinite(ratio).all() and close(ratio, _spread(ratio, axis)):
            factors = np.moveaxis(ratio, axis, 0)[0]
            far = np.abs(factors - 1).argmax()
            said = words.apart(factors.flat[far] + 0.0, 1.0)[0]
            at = np.unravel_index(far, factors.shape)
            yield "factors", {
                "along": axis, "line": line, "ratio": said,
                "first": _named_line(line, axis, at),
            }  # fmt: skip


def _named_line(line, axis, at):
    """Say which row or column; of many axes, as an index of the whole."""
    at = [*map(str, at)]
    if len(at) > 1:  # [:, 1, 0]
        at = [f"[{', '.join([':', *at] if axis == 0 else at)}]"]
    return " ".join([line.split(" ")[0], *(at or "0")])


def _of_shapes(a, e, args):
    """Yield each relation between arrays of unequal shapes."""
    shapes = {"came": words.shape(a), "shape": words.shape(e)}
    if _is_transpose(a, e):
        yield "transpose", {}
    if a.size == e.size and close(a.reshape(e.shape), e):
        yield "axis", shapes
    leading = tuple(range(a.ndim - e.ndim))
    over = {f"axis {k}": k for k in range(a.ndim)}
    if e.ndim == 1 < a.ndim:
        over = {"all axes but the last": leading} | over
        del over["axis 0"]
    for axes, k in over.items():
        for what in (np.sum, np.mean):
            if close(what(a, axis=k), e):
                yield "sum", {"what": what.__name__, "axes": axes}
    with contextlib.suppress(ValueError):
        if close(np.broadcast_to(a, e.shape), e):
            yield "spread", shapes
    if a.ndim > 1 and a.shape == e.shape[::-1]:
        yield "turned", shapes
    yield "shape", shapes


def _is_transpose(a, e):
    return a.ndim > 1 and close(np.swapaxes(a, -1, -2), e)


def _spread(values, axis):
    return np.broadcast_to(values.mean(axis=axis, keepdims=True), values.shape)


def _numbered(what, which):
    if len(which) > 1:
        what += "s"
    return f"{what} {words.joined(map(str, which))}"


def _first(where):
    return tuple(int(i) for i in np.argwhere(where)[0])
