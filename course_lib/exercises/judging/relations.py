"""What a wrong answer has to do with the right one, found by testing."""

import math
from itertools import product

import numpy as np

from course_lib.exercises.judging import words
from course_lib.exercises.judging.answers import close, is_zero

FEW_DIGITS = 1e-2  # relative to the largest expected entry
REDUCED = {"sum": np.sum, "mean": np.mean}
FORMS = {"{}": 1.0, "1/{}": -1.0, "√{}": 0.5, "1/√{}": -0.5}
# Relations that leave little to say.
WHOLE = (
    "nan", "infinite", "zeros", "an argument", "sign", "transpose", "order",
    "digits",
)  # fmt: skip
TRANSPOSED = "{name} is the transpose of what is expected."


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
    found = [dict(holding(*each)) for each in failing]
    chance = ["one factor", "lengths"] if len(failing) == 1 else []
    if all(a.size < 2 for a, *_ in failing):
        chance.append("factor")  # any two numbers have one
    for key, said in found[0].items():
        if key[0] not in chance and all(key in other for other in found):
            return said, key[0] in WHOLE
    return "", False


def _of_values(a, e, args):
    """Yield each relation between arrays of one shape, and what is said.

    A relation is its kind, and what has to be the same in every case.
    """
    largest, off = np.abs(e).max(), a - e
    bad = ~np.isfinite(a) & np.isfinite(e)
    if bad.any():
        at = tuple(np.argwhere(bad)[0])
        of = words.entry(at)
        if np.isnan(a[at]):
            said = (
                f"{of}{{name}} is nan, not a number: is something divided by "
                "0, 0 multiplied by ln 0, or a root or logarithm taken of a "
                "negative number?"
            )
            yield ("nan",), said
        said = (
            f"{of}{{name}} is {words.number(a[at])}: is something divided by "
            "0, or too large for exp?"
        )
        yield ("infinite",), said
    if a.ndim and is_zero(a, args.values()):
        yield ("zeros",), "{name} is all zeros."
    if a.size > 1 and close(a, np.full(a.shape, a.flat[0])):
        one = words.number(a.flat[0])
        yield ("level",), f"{{name}} is one number, {one}, over and over."
    for name, arg in args.items():
        if isinstance(arg, np.ndarray) and close(a, arg):
            yield ("an argument", name), f"{{name}} is {name}, unchanged."
    if close(-a, e):
        said = "{name} has the wrong sign: times −1 it is right."
        yield ("sign",), said
    if _is_transpose(a, e):
        yield ("transpose",), TRANSPOSED
    if a.size > 1 and close(np.sort(a, axis=None), np.sort(e, axis=None)):
        yield ("order",), "{name} has the right numbers in the wrong places."
    lost = np.abs(off).max() / largest
    if lost < FEW_DIGITS:
        digits = -math.floor(math.log10(lost)) - 1
        said = (
            f"{{name}} agrees in about {digits} digits only: is it a "
            "difference over a small step, is a small number added somewhere, "
            "or are digits lost by rounding, in float32 or between two huge "
            "numbers?"
        )
        yield ("digits",), said
    at = np.unravel_index(np.abs(e).argmax(), e.shape)
    ratio = e[at] and a[at] / e[at]
    is_code = not e.ndim and e.dtype.kind == "i"  # such as 0, 1, 2
    if ratio and not is_code and close(a, ratio * e):
        times = "{{name}} is {} times what is expected."
        one = words.apart(ratio, 1.0)[0]
        yield ("one factor", one), times.format(one)
        for length in _lengths(args, ratio):
            yield ("lengths", length), times.format(length)
        yield ("factor",), times.format(one)
    pairs = [*zip(a, e)] if a.ndim > 1 else []
    wrong = [
        i for i, pair in enumerate(pairs)
        if not close(*(np.append(line, largest) for line in pair))
    ]  # fmt: skip
    if 0 < len(wrong) < len(pairs):
        those = words.joined(map(str, wrong))
        those = f"rows {those} differ" if wrong[1:] else f"row {those} differs"
        yield ("rows",), f"Of the {len(a)} rows of {{name}}, only {those}."
    ratios = a / np.where(e == 0, np.nan, e)
    down = "column" if a.ndim == 2 else "line along axis 0"
    for axis, line in ((-1, "row"), (0, down)):
        if a.ndim and a.shape[axis] > 1 and np.isfinite(ratios).all():
            mean = ratios.mean(axis=axis, keepdims=True)
            if close(ratios, np.broadcast_to(mean, ratios.shape)):
                said = f"Each {line} of {{name}} is a multiple of what is"
                yield ("factors", axis), f"{said} expected."


def _of_shapes(a, e, args):
    """Yield each relation between arrays of unequal shapes."""
    came, shape = words.shape(a), words.shape(e)
    if _is_transpose(a, e):
        yield ("transpose",), TRANSPOSED
    if a.size == e.size and close(a.reshape(e.shape), e):
        said = (
            f"The numbers are right, but {{name}} has shape {came} where "
            f"{shape} is expected."
        )
        yield ("axis",), said
    for axis, (kind, f) in product(range(e.ndim), REDUCED.items()):
        if close(a.ravel(), f(e, axis).ravel()):
            said = (
                f"{{name}} is the {kind} over axis {axis} of what is "
                f"expected: shape {came} came, and {shape} is expected."
            )
            yield ("reduced", kind, axis), said
    said = f"{{name}} has shape {came}; expected is {shape}"
    for name, arg in args.items():
        if np.shape(arg) == e.shape != ():
            yield ("like", name), f"{said}, that of `{name}`."
    yield ("shape",), f"{said}."


def _lengths(args, ratio):
    """Yield the lengths, and forms of them, that a ratio is, in words."""
    for name, arg in args.items():
        for axis, n in enumerate(np.shape(arg), -np.ndim(arg)):
            for (form, power), less in product(FORMS.items(), (0, 1)):
                if n > less + 1 and close(ratio, (n - less) ** power):
                    length = f"`{name}.shape[{axis}]`"
                    yield form.format(f"({length} − 1)" if less else length)


def _is_transpose(a, e):
    return a.ndim > 1 and close(np.swapaxes(a, -1, -2), e)
