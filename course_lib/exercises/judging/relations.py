"""What a wrong answer has to do with the right one, found by testing.

A relation is a function ``(answer, expected, case, parameters) -> sentence
or None``. It is told only if it holds on every case that fails.
"""

import math

import numpy as np

from course_lib.exercises.judging.answers import close
from course_lib.exercises.judging.words import (
    ROUNDING,
    apart,
    entry,
    joined,
    number,
    one_entry,
    shape,
    worst,
)

SAME = 1e-6  # a factor that may be a size
FEW_DIGITS = 1e-5  # relative to the largest expected entry


def describe(failing):
    """Say in one sentence how wrong answers differ from the right ones.

    Parameters
    ----------
    failing : sequence of (answer, expected, case, parameters)
        The cases that fail, smallest first; arrays. Either all answers have
        the shape that is expected, or none has.

    Returns
    -------
    str
        With ``{name}`` where the answer is to be named, in the singular.
    """
    failing = [(np.add(a, 0), *rest) for a, *rest in failing]  # True is 1
    answer, expected, *_ = failing[0]
    if np.shape(answer) != np.shape(expected):
        return _first_that_holds(_OF_SHAPES, failing)
    return (
        _first_that_holds(_OF_THE_WHOLE, failing)
        or _factor(failing)
        or _first_that_holds(_OF_PARTS, failing)
        or one_entry(answer, expected)
    )


def _first_that_holds(relations, failing):
    for relation in relations:
        found = [relation(*each) for each in failing]
        if all(found):
            return found[0]


# Relations between arrays of unequal shape


def _transposed_shape(answer, expected, case, parameters):
    if answer.ndim == expected.ndim == 2 and close(answer.T, expected):
        return "{name} is the transpose of what is expected."


def _extra_axis(answer, expected, case, parameters):
    if answer.size == expected.size and close(
        answer.reshape(expected.shape), expected
    ):
        return (
            f"The numbers are right, but {{name}} has shape {shape(answer)} "
            f"where {shape(expected)} is expected."
        )


def _not_summed(answer, expected, case, parameters):
    for axis in range(answer.ndim):
        for what in (np.sum, np.mean):
            if close(what(answer, axis=axis), expected):
                return (
                    f"The {what.__name__} of {{name}} over axis {axis} is "
                    "what is expected."
                )
    leading = tuple(range(answer.ndim - expected.ndim))
    if leading and close(answer.sum(axis=leading), expected):
        return (
            f"The sum of {{name}} over the axes {joined(map(str, leading))} "
            "is what is expected."
        )


def _broadcasts(answer, expected, case, parameters):
    try:
        spread = np.broadcast_to(answer, expected.shape)
    except ValueError:
        return None
    if close(spread, expected):
        return (
            f"The numbers are right, but {{name}} has shape {shape(answer)} "
            f"and must be spread out to {shape(expected)}."
        )


def _shape(answer, expected, case, parameters):
    if np.shape(answer) == np.shape(expected):
        return None
    turned = answer.shape == expected.shape[::-1] and answer.ndim > 1
    return (
        f"{{name}} has shape {shape(answer)}; expected is {shape(expected)}."
        + (" That is turned round." if turned else "")
    )


# Relations between arrays of equal shape


def _not_finite(answer, expected, case, parameters):
    bad = ~np.isfinite(answer) & np.isfinite(expected)
    if bad.any():
        at = _first(bad)
        what = number(answer[at])
        return (
            f"{entry(at)}{{name}} is {what}, not a number: is something "
            "divided by 0, 0 multiplied by ln 0, or a root or logarithm taken "
            "of a negative number?"
            if what == "nan"
            else f"{entry(at)}{{name}} is {what}: is something divided "
            "by 0, or too large for exp?"
        )


def _zeros(answer, expected, case, parameters):
    small = ROUNDING * np.abs(expected).max()
    if answer.ndim and (np.abs(answer) <= small).all():
        return "{name} is all zeros."


def _an_input(answer, expected, case, parameters):
    for parameter, arg in zip(parameters, case.args):
        if isinstance(arg, np.ndarray) and close(answer, arg):
            return f"{{name}} is {parameter}, unchanged."


def _sign(answer, expected, case, parameters):
    if close(-answer, expected):
        return "{name} has the wrong sign: times −1 it is right."


def _factor(failing):
    """Tell one factor for all entries, and which size it is, if one."""
    ratios = [_constant(answer, expected) for answer, expected, *_ in failing]
    if None in ratios:
        return None
    sizes = [
        _sizes_named(ratio, case, parameters)
        for ratio, (_, _, case, parameters) in zip(ratios, failing)
    ]
    always = [words for words in sizes[0] if all(words in s for s in sizes)]
    numbers_only = all(answer.size < 2 for answer, *_ in failing)
    if numbers_only and (len(failing) < 2 or not (
        always or np.ptp(ratios) < 1e-6 * abs(ratios[0])
    )):  # fmt: skip
        return None
    factor, _ = apart(ratios[0], 1.0)
    said = f"{{name}} is {factor} times what is expected"
    if always and len(failing) > 1:
        said += f": the factor is {always[0]}"
    return f"{said}."


def _offset(answer, expected, case, parameters):
    off = answer - expected
    if off.size > 1 and close(off, np.full(off.shape, off.mean())):
        return f"{{name}} is off by the constant {number(off.flat[0])}."


def _transposed(answer, expected, case, parameters):
    square = answer.ndim > 1 and answer.shape[-1] == answer.shape[-2]
    if square and close(np.swapaxes(answer, -1, -2), expected):
        return "{name} is the transpose of what is expected."


def _flipped(answer, expected, case, parameters):
    for axis in range(answer.ndim):
        if close(np.flip(answer, axis), expected):
            return (
                f"{{name}} has the right numbers, reversed along axis {axis}."
            )


def _reordered(answer, expected, case, parameters):
    if answer.size > 1 and close(
        np.sort(answer, axis=None), np.sort(expected, axis=None)
    ):
        return "{name} has the right numbers in the wrong places."


def _along_an_axis(answer, expected, case, parameters):
    """Off by one number, or by one factor, in each row or each column."""
    down = "column" if answer.ndim == 2 else "line along axis 0"
    for axis, what in ((-1, "row"), (0, down)):
        if not answer.ndim or answer.shape[axis] < 2:
            continue
        off = answer - expected
        if close(off, _spread(off, axis)):
            return (
                f"Each {what} of {{name}} is off by a constant of its own: "
                f"{number(off.flat[0])} in the first."
            )
        if (expected != 0).all():
            ratio = answer / expected
            if close(ratio, _spread(ratio, axis)):
                factors = np.moveaxis(ratio, axis, 0)[0]
                at = np.unravel_index(
                    np.abs(factors - 1).argmax(), factors.shape
                )
                factor, _ = apart(factors[at] + 0.0, 1.0)
                return (
                    f"Each {what} of {{name}} is a multiple of what is "
                    f"expected: {factor} times in {what.split(' ')[0]} "
                    f"{_line(at, axis)}."
                )


def _absolute(answer, expected, case, parameters):
    if close(np.abs(answer), np.abs(expected)):
        at = _first(answer * expected < 0)
        return (
            "{name} has the right sizes, but some signs are wrong, first "
            f"in entry {list(at)}."
        )


def _integers(answer, expected, case, parameters):
    cut = expected.dtype.kind == "f" and close(answer, np.trunc(expected))
    if cut and answer.any():
        return "{name} is what is expected, cut off to " + (
            "whole numbers: is an array of integers filled?"
            if answer.ndim
            else "a whole number: does an `int(…)` or a `//` do that?"
        )


def _lost_digits(answer, expected, case, parameters):
    off = np.abs(answer - expected).max() / np.abs(expected).max()
    if off < FEW_DIGITS:
        digits = -math.floor(math.log10(off)) - 1
        return (
            f"{{name}} agrees in about {digits} digits only: "
            "is a small number added somewhere, or are digits lost by "
            "rounding, in float32 or between two huge numbers?"
        )


def _zero_lines(answer, expected, case, parameters):
    """Rows or columns that were never filled, where the rest is right."""
    for axis, what in enumerate(("row", "column") * (answer.ndim == 2)):
        zero = ~answer.any(axis=1 - axis) & expected.any(axis=1 - axis)
        filled = np.where(np.expand_dims(zero, 1 - axis), expected, answer)
        if zero.any() and close(filled, expected):
            which = np.flatnonzero(zero)
            return (
                f"{_numbered(what, which)} of {{name}} "
                f"{'is' if len(which) == 1 else 'are'} all zeros; the rest "
                "is right."
            )


def _some_rows(answer, expected, case, parameters):
    if answer.ndim < 2 or len(answer) < 2:
        return None
    wrong = [i for i in range(len(answer)) if not _row(answer, expected, i)]
    if 0 < len(wrong) < len(answer):
        at, a, e = worst(answer, expected)
        a, e = apart(a, e)
        return (
            f"Of the {len(answer)} rows of {{name}}, only "
            f"{_numbered('row', wrong)} differ{'s' * (len(wrong) == 1)}: "
            f"entry {[int(i) for i in at]} is {a}, expected is {e}."
        )


def _row(answer, expected, i):
    scale = np.abs(expected).max()
    return close(
        np.append(answer[i].ravel(), scale),
        np.append(expected[i].ravel(), scale),
    )


_OF_SHAPES = (_transposed_shape, _extra_axis, _not_summed, _broadcasts, _shape)
_OF_THE_WHOLE = (
    _not_finite, _zeros, _an_input, _sign, _integers, _offset, _transposed,
    _flipped, _reordered, _absolute, _lost_digits,
)  # fmt: skip
_OF_PARTS = (_zero_lines, _some_rows, _along_an_axis)


def _constant(answer, expected):
    """Return the factor between two arrays, or None."""
    if not expected.any():
        return None
    at = np.unravel_index(np.abs(expected).argmax(), expected.shape)
    ratio = answer[at] / expected[at]
    return ratio if ratio and close(answer, ratio * expected) else None


def _sizes_named(ratio, case, parameters):
    """Name the sizes of the arguments that a factor may be."""
    words = []
    for name, arg in zip(parameters, case.args):
        if not isinstance(arg, np.ndarray) or not arg.ndim:
            continue
        n, rows = arg.shape[-1], arg.size // arg.shape[-1]
        sizes = {
            f"the length of {name}'s last axis": n,
            f"the number of rows of {name}": rows,
            f"the number of entries of {name}": arg.size,
        }
        for what, size in sizes.items():
            for power, said in (
                (1, what), (-1, f"1 / {what}"), (2, f"{what}, squared")
            ):  # fmt: skip
                if size > 1 and abs(ratio / float(size) ** power - 1) < SAME:
                    words.append(said)
    return words


def _spread(values, axis):
    return np.broadcast_to(values.mean(axis=axis, keepdims=True), values.shape)


def _first(where):
    return tuple(int(i) for i in np.argwhere(where)[0])


def _numbered(what, which):
    return f"{what}{'s' * (len(which) > 1)} {joined(map(str, which))}"


def _line(at, axis):
    """Write which row, column or line along axis 0: ``1``, ``[:, 1, 0]``."""
    where = [str(i) for i in at]
    if len(where) < 2:
        return where[0] if where else "0"
    return f"[{', '.join([':', *where] if axis == 0 else where)}]"
