"""What a wrong answer has to do with the right one, found by testing."""

import math
from itertools import product

import numpy as np

from course_lib.exercises.judging import words
from course_lib.exercises.judging.answers import RTOL, close, is_zero

FEW_DIGITS = 1e-5  # relative to the largest expected entry
SENTENCES = {
    "nan": "{at}{name} is nan, not a number: is something divided by 0, 0 "
    "multiplied by ln 0, or a root or logarithm taken of a negative number?",
    "infinite": "{at}{name} is {value}: is something divided by 0, or too "
    "large for exp?",
    "zeros": "{name} is all zeros.",
    "an argument": "{name} is {argument}, unchanged.",
    "sign": "{name} has the wrong sign: times −1 it is right.",
    "transpose": "{name} is the transpose of what is expected.",
    "level": "{name} is one number, {value}, over and over.",
    "order": "{name} has the right numbers in the wrong places.",
    "digits": "{name} agrees in about {digits} digits only: is it a "
    "difference over a small step, is a small number added somewhere, or are "
    "digits lost by rounding, in float32 or between two huge numbers?",
    "factor": "{name} is {ratio} times what is expected.",
    "one factor": "{name} is {always} times what is expected.",
    "lengths": "{name} is {always} times what is expected.",
    "rows": "Of the {n} rows of {name}, only {those} differ{s}.",
    "factors": "Each {line} of {name} is a multiple of what is expected.",
    "axis": "The numbers are right, but {name} has shape {came} where {shape} "
    "is expected.",
    "made less": "{name} is the {along} over axis {axis} of what is expected: "
    "shape {came} came, and {shape} is expected.",
    "shape like": "{name} has shape {came}; expected is {shape}, that of "
    "`{argument}`.",
    "shape": "{name} has shape {came}; expected is {shape}.",
}

SAME_IN_ALL = "argument", "always", "along", "axis", "digits"
REDUCED = {"sum": np.sum, "mean": np.mean}
FORMS = {"{}": 1.0, "1/{}": -1.0, "√{}": 0.5, "1/√{}": -0.5}
# Relations that leave little to say.
WHOLE = (
    "nan", "infinite", "zeros", "an argument", "sign", "transpose", "order",
    "digits",
)  # fmt: skip


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
    chance = ["one factor", "lengths"] if len(failing) == 1 else []
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
    if a.size > 1 and close(a, np.full(a.shape, a.flat[0])):
        yield "level", {"value": words.number(a.flat[0])}
    for name, arg in args.items():
        if isinstance(arg, np.ndarray) and close(a, arg):
            yield "an argument", {"argument": name}
    if close(-a, e):
        yield "sign", {}
    if _is_transpose(a, e):
        yield "transpose", {}
    if a.size > 1 and close(np.sort(a, axis=None), np.sort(e, axis=None)):
        yield "order", {}
    lost = np.abs(off).max() / largest
    if lost < FEW_DIGITS:
        yield "digits", {"digits": -math.floor(math.log10(lost)) - 1}
    at = np.unravel_index(np.abs(e).argmax(), e.shape)
    ratio = e[at] and a[at] / e[at]
    is_code = not e.ndim and e.dtype.kind == "i"  # such as 0, 1, 2
    if ratio and not is_code and close(a, ratio * e):
        said = words.apart(ratio, 1.0)[0]
        yield "one factor", {"always": said}
        for length in _lengths(args, ratio):
            yield "lengths", {"always": length}
        yield "factor", {"ratio": said}
    pairs = [*zip(a, e)] if a.ndim > 1 else []
    wrong = [
        i for i, pair in enumerate(pairs)
        if not close(*(np.append(line, largest) for line in pair))
    ]  # fmt: skip
    if 0 < len(wrong) < len(pairs):
        those = ("rows " if wrong[1:] else "row ") + words.joined(
            map(str, wrong)
        )
        s = "" if wrong[1:] else "s"
        yield "rows", {"n": len(a), "those": those, "s": s}
    ratios = a / np.where(e == 0, np.nan, e)
    down = "column" if a.ndim == 2 else "line along axis 0"
    for axis, line in ((-1, "row"), (0, down)):
        if a.ndim and a.shape[axis] > 1 and np.isfinite(ratios).all():
            mean = ratios.mean(axis=axis, keepdims=True)
            if close(ratios, np.broadcast_to(mean, ratios.shape)):
                yield "factors", {"along": axis, "line": line}


def _of_shapes(a, e, args):
    """Yield each relation between arrays of unequal shapes."""
    shapes = {"came": words.shape(a), "shape": words.shape(e)}
    if _is_transpose(a, e):
        yield "transpose", {}
    if a.size == e.size and close(a.reshape(e.shape), e):
        yield "axis", shapes
    for axis, (along, f) in product(range(e.ndim), REDUCED.items()):
        if close(a.ravel(), f(e, axis).ravel()):
            yield "made less", {**shapes, "along": along, "axis": axis}
    for name, arg in args.items():
        if np.shape(arg) == e.shape != ():
            yield "shape like", {**shapes, "argument": name}
    yield "shape", shapes


def _lengths(args, ratio):
    """Yield the lengths, and forms of them, that a ratio is, in words."""
    for name, arg in args.items():
        for axis, n in enumerate(np.shape(arg), -np.ndim(arg)):
            for form, power in FORMS.items():
                for less in (0, 1):
                    length = f"`{name}.shape[{axis}]`" + less * " − 1"
                    if n > less + 1 and close(ratio, (n - less) ** power):
                        yield form.format(f"({length})" if less else length)


def _is_transpose(a, e):
    return a.ndim > 1 and close(np.swapaxes(a, -1, -2), e)


def _first(where):
    return tuple(int(i) for i in np.argwhere(where)[0])
