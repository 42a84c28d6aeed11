"""What a wrong answer has to do with the right one, found by testing."""

import math

import numpy as np

from answer_check.judging import words
from answer_check.judging.answers import close, is_zero

FEW_DIGITS = 1e-2  # relative to the largest expected entry
AXIS, SHAPE = "axis", "shape"  # relations that leave more to say


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
    for kind, message in found[0].items():
        if all(kind in other for other in found):
            return message, kind not in (AXIS, SHAPE)
    return "", False


def _of_values(a, e, args):
    """Yield the kind of each relation between arrays of one shape, in words.

    One kind of relation has to hold in every case.
    """
    largest, off = np.abs(e).max(), np.abs(a - e)
    bad = ~np.isfinite(a) & np.isfinite(e)
    if bad.any():
        at = tuple(np.argwhere(bad)[0])
        came = "nan, not a number" if np.isnan(a[at]) else words.number(a[at])
        message = (
            f"{words.entry(at)}{{name}} is {came}: is something divided by "
        )
        message += "0, too large for exp, or a root or logarithm taken of a "
        yield "not finite", f"{message}negative number?"
    if a.ndim and is_zero(a, args.values()):
        yield "zeros", "{name} is all zeros."
    for name, arg in args.items():
        if isinstance(arg, np.ndarray) and close(a, arg):
            yield f"is {name}", f"{{name}} is {name}, unchanged."
    if close(-a, e):
        yield "sign", "{name} has the wrong sign: times −1 it is right."
    yield from _of_transposed(a, e)
    if off.max() < FEW_DIGITS * largest:
        digits = -math.floor(math.log10(off.max() / largest)) - 1
        message = f"{{name}} agrees in about {digits} digits only: is it a "
        message += "difference over a small step, is a small number added "
        message += "somewhere, or are digits lost by rounding, in float32 or "
        yield "digits", f"{message}between two huge numbers?"


def _of_shapes(a, e, args):
    """Yield the kind of each relation between arrays of unequal shapes."""
    came, shape = words.shape(a), words.shape(e)
    yield from _of_transposed(a, e)
    if a.size == e.size and close(a.reshape(e.shape), e):
        message = (
            f"The numbers are right, but {{name}} has shape {came} where "
        )
        yield AXIS, f"{message}{shape} is expected."
    yield SHAPE, f"{{name}} has shape {came}; expected is {shape}."


def _of_transposed(a, e):
    if a.ndim > 1 and close(np.swapaxes(a, -1, -2), e):
        yield "transpose", "{name} is the transpose of what is expected."
