"""What a wrong answer has to do with the right one, found by testing."""

import math
from itertools import product

import numpy as np

from course_lib.exercises.judging import words
from course_lib.exercises.judging.answers import RTOL, close, is_zero

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
    "an entry": "{name} is one of the entries of {argument}, as it came.",
    "sign": "{name} has the wrong sign: times −1 it is right.",
    "cut off": "{name} is what is expected, cut off to whole numbers: is an "
    "array of integers filled?",
    "one cut off": "{name} is what is expected, cut off to a whole number: "
    "does an `int(…)` or a `//` do that?",
    "offset": "{name} is off by the constant {off}.",
    "transpose": "{name} is the transpose of what is expected.",
    "order": "{name} has the right numbers in the wrong places.",
    "rounded": "{name} is rounded to {digits} digits behind the point: return "
    "all of them.",
    "digits": "{name} agrees in about {digits} digits only: is a small "
    "number added somewhere, or are digits lost by rounding, in float32 or "
    "between two huge numbers?",
    "size": "{name} is {ratio} times what is expected: the factor is {size}.",
    "factor": "{name} is {ratio} times what is expected.",
    "one factor": "{name} is {always} times what is expected.",
    "unfilled": "{those} of {name} {are} all zeros; the rest is right.",
    "rows": "Of the {n} rows of {name}, only {those} differ{s}.",
    "offsets": "Each {line} of {name} is off by a constant of its own.",
    "factors": "Each {line} of {name} is a multiple of what is expected.",
    "axis": "The numbers are right, but {name} has shape {came} where {shape} "
    "is expected.",
    "sum": "The {what} of {name} over {axes} is what is expected.",
    "shape": "{name} has shape {came}; expected is {shape}.",
}


SAME_IN_ALL = "argument", "size", "always", "along", "digits"
# Relations that leave little to say.
WHOLE = {"nan", "infinite", "zeros", "an argument", "sign", "cut off",
         "one cut off", "transpose", "order", "rounded", "size"}  # fmt: skip


def describe(failing):
    """Say how wrong answers differ from the right ones, and if that is all.

    It is the first relation below that holds for every answer. ``failing``
    has (answer, expected, arguments by name), the smallest case first, all
    answers of the shape that is expected or none. ``{name}`` stands where
    the answer is to be named, in the singular. The text is empty if there is
    no such relation.
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
    chance = ["size", "one factor", "an entry"] if len(failing) == 1 else []
    if all(a.size < 2 for a, *_ in failing):
        chance.append("factor")  # any two numbers have one
    for key, details in found[0].items():
        if key[0] not in chance and all(key in other for other in found):
            said = SENTENCES[key[0]].format(name="{name}", **details)
            return said, key[0] in WHOLE
    return "", False


def only_numbers(failing):
    """Say where answers are wrong that no relation joins to the right one."""
    a, e, _ = failing[0]
    if a.size > 1:
        off = np.abs(a - e) > RTOL * np.abs(e).max()
        right = off.size - off.sum()
        those = f"{right or 'none'} of its {off.size} entries"
        verb = "is" if right < 2 else "are"
        return f"{{name}} is not what is expected: {those} {verb} right."
    if e.dtype.kind in "biu":
        return f"{{name}} is {a}, expected is {e}."
    larger = {bool(a > e) for a, e, _ in failing if a.size == 1}
    if len(larger) > 1:
        return "{name} is sometimes too large and sometimes too small."
    always = " each time" if len(failing) > 1 else ""
    return f"{{name}} is too {'large' if True in larger else 'small'}{always}."


def _of_values(a, e, args):
    """Yield each relation between arrays of one shape, with its details."""
    largest, off = np.abs(e).max(), a - e
    bad = ~np.isfinite(a) & np.isfinite(e)
    if bad.any():
        at = _first(bad)
        kind = "nan" if np.isnan(a[at]) else "infinite"
        yield kind, {"at": words.entry(at), "value": words.number(a[at])}
    if a.ndim and is_zero(a, args.values()):
        yield "zeros", {}
    for name, arg in args.items():
        if isinstance(arg, np.ndarray) and close(a, arg):
            yield "an argument", {"argument": name}
        if isinstance(arg, np.ndarray) and not a.ndim and (arg == a).any():
            yield "an entry", {"argument": name}
    if close(-a, e):
        yield "sign", {}
    if e.dtype.kind == "f" and a.any() and close(a, np.trunc(e)):
        yield "cut off" if a.ndim else "one cut off", {}
    if a.size > 1 and close(off, np.full(off.shape, off.mean())):
        yield "offset", {"off": words.number(off.flat[0])}
    if _is_transpose(a, e):
        yield "transpose", {}
    if a.size > 1 and close(np.sort(a, axis=None), np.sort(e, axis=None)):
        yield "order", {}
    for digits in range(1, 7) if e.dtype.kind == "f" else ():
        if a.any() and close(a, np.round(e, digits)):
            yield "rounded", {"digits": digits}
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
        s = "s" if len(wrong) == 1 else ""
        yield "rows", {"n": len(a), "those": _numbered("row", wrong), "s": s}


def _of_each_line(a, e, off):
    """Yield that each row or column is off by one number, or one factor."""
    ratio = a / np.where(e == 0, np.nan, e)
    down = "column" if a.ndim == 2 else "line along axis 0"
    for axis, line in ((-1, "row"), (0, down)):
        if a.ndim and a.shape[axis] > 1:
            if close(off, _spread(off, axis)):
                yield "offsets", {"along": axis, "line": line}
            if np.isfinite(ratio).all() and close(ratio, _spread(ratio, axis)):
                yield "factors", {"along": axis, "line": line}


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
