"""What a wrong answer has to do with the right one, found by testing."""

import math

import numpy as np

from answer_check.judging import words
from answer_check.judging.answers import close, is_zero

FEW_DIGITS = 1e-2  # relative to the largest expected entry
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
    for key, said in found[0].items():
        if all(key in other for other in found):
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
        said = f"{{name}} is one number, {one}, over and over: is a mean, a "
        said += "sum or the like taken of everything at once?"
        yield ("level",), said
    for name, arg in args.items():
        if isinstance(arg, np.ndarray) and close(a, arg):
            yield ("an argument", name), f"{{name}} is {name}, unchanged."
    if close(-a, e):
        yield ("sign",), "{name} has the wrong sign: times −1 it is right."
    if _is_transpose(a, e):
        yield ("transpose",), TRANSPOSED
    if a.size > 1 and close(np.sort(a, axis=None), np.sort(e, axis=None)):
        said = "{name} has the right numbers in the wrong places."
        if close(a.ravel("F"), e.ravel()) or close(a.ravel(), e.ravel("F")):
            said += " Yours are in the order of rows where that of columns "
            said += "belongs, or the reverse: `reshape` is no transpose."
        yield ("order",), said
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


def _of_shapes(a, e, args):
    """Yield each relation between arrays of unequal shapes."""
    came, shape = words.shape(a), words.shape(e)
    if _is_transpose(a, e):
        yield ("transpose",), TRANSPOSED
    said = f"shape {came} where {shape} is expected."
    if a.size == e.size and close(a.reshape(e.shape), e):
        yield ("axis",), f"The numbers are right, but {{name}} has {said}"
    if a.size == e.size and close(np.sort(a, None), np.sort(e, None)):
        places = "{name} has the right numbers, but in other places and in"
        yield ("order",), f"{places} {said}"
    said = f"{{name}} has shape {came}; expected is {shape}"
    for name, arg in args.items():
        if np.shape(arg) == e.shape != ():
            yield ("like", name), f"{said}, that of `{name}`."
    yield ("shape",), f"{said}."


def _is_transpose(a, e):
    return a.ndim > 1 and close(np.swapaxes(a, -1, -2), e)
