"""What a wrong answer has to do with the right one, found by testing.

A relation is a function ``(answer, expected) -> sentence or None``. It is
told only if it holds on every case that fails.
"""

import math

import numpy as np

from course_lib.exercises.judging.answers import close
from course_lib.exercises.judging.relations_of_parts import OF_PARTS
from course_lib.exercises.judging.relations_of_shapes import (
    OF_SHAPES,
    transposed,
)
from course_lib.exercises.judging.words import (
    ROUNDING,
    apart,
    entry,
    number,
    one_entry,
)

SAME = 1e-6  # between a factor and the size that it may be
FEW_DIGITS = 1e-5  # relative to the largest expected entry


def describe(failing):
    """Say in one sentence how wrong answers differ from the right ones.

    ``failing`` has (answer, expected, case, parameters), the smallest case
    first, all answers of the shape that is expected or none. ``{name}``
    stands where the answer is to be named, in the singular.
    """
    failing = [(np.add(a, 0), *rest) for a, *rest in failing]  # True is 1
    answer, expected, *_ = failing[0]
    if np.shape(answer) != np.shape(expected):
        return _first_that_holds(OF_SHAPES, failing)
    return (
        _first_that_holds(_OF_THE_WHOLE, failing)
        or _an_input(failing)
        or _first_that_holds(_OF_ENTRIES, failing)
        or _factor(failing)
        or _first_that_holds(OF_PARTS, failing)
        or one_entry(answer, expected)
    )


def _first_that_holds(relations, failing):
    for relation in relations:
        found = [
            relation(answer, expected) for answer, expected, *_ in failing
        ]
        if all(found):
            return found[0]
    return None


def _told(sentence, holds):
    """Make a relation of a sentence and of a test."""
    return lambda answer, expected: holds(answer, expected) and sentence


def _not_finite(answer, expected):
    bad = ~np.isfinite(answer) & np.isfinite(expected)
    if bad.any():
        at = _first(bad)
        what = number(answer[at])
        why = (
            "is something divided by 0, 0 multiplied by ln 0, or a root or "
            "logarithm taken of a negative number?"
            if what == "nan"
            else "is something divided by 0, or too large for exp?"
        )
        number_ = ", not a number" * (what == "nan")
        return f"{entry(at)}{{name}} is {what}{number_}: {why}"


def _zeros(answer, expected):
    small = ROUNDING * np.abs(expected).max()
    return answer.ndim and (np.abs(answer) <= small).all()


def _an_input(failing):
    for i, parameter in enumerate(failing[0][3]):
        if all(
            isinstance(case.args[i], np.ndarray) and close(a, case.args[i])
            for a, _, case, _ in failing
        ):
            return f"{{name}} is {parameter}, unchanged."


def _integers(answer, expected):
    cut = expected.dtype.kind == "f" and close(answer, np.trunc(expected))
    if cut and answer.any():
        return "{name} is what is expected, cut off to " + (
            "whole numbers: is an array of integers filled?"
            if answer.ndim
            else "a whole number: does an `int(…)` or a `//` do that?"
        )


def _offset(answer, expected):
    off = answer - expected
    if off.size > 1 and close(off, np.full(off.shape, off.mean())):
        return f"{{name}} is off by the constant {number(off.flat[0])}."


def _flipped(answer, expected):
    for axis in range(answer.ndim):
        if close(np.flip(answer, axis), expected):
            return (
                f"{{name}} has the right numbers, reversed along axis {axis}."
            )


def _reordered(answer, expected):
    return answer.size > 1 and close(
        np.sort(answer, axis=None), np.sort(expected, axis=None)
    )


def _absolute(answer, expected):
    if close(np.abs(answer), np.abs(expected)):
        return (
            "{name} has the right sizes, but some signs are wrong, first "
            f"in entry {list(_first(answer * expected < 0))}."
        )


def _lost_digits(answer, expected):
    off = np.abs(answer - expected).max() / np.abs(expected).max()
    if off < FEW_DIGITS:
        return (
            f"{{name}} agrees in about {-math.floor(math.log10(off)) - 1} "
            "digits only: is a small number added somewhere, or are digits "
            "lost by rounding, in float32 or between two huge numbers?"
        )


def _factor(failing):
    """Tell one factor for all entries, and which size it is, if one."""
    ratios = [_constant(answer, expected) for answer, expected, *_ in failing]
    if None in ratios:
        return None
    sizes = [_sizes_named(r, *each[2:]) for r, each in zip(ratios, failing)]
    always = [words for words in sizes[0] if all(words in s for s in sizes)]
    one = np.ptp(ratios) < SAME * abs(ratios[0])
    if all(answer.size < 2 for answer, *_ in failing) and (
        len(failing) < 2 or not (always or one)
    ):
        return None
    said = f"{{name}} is {apart(ratios[0], 1.0)[0]} times what is expected"
    if always and len(failing) > 1:
        said += f": the factor is {always[0]}"
    return f"{said}."


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
        if isinstance(arg, np.ndarray) and arg.ndim:
            n = arg.shape[-1]
            for size, what in (
                (n, f"the length of {name}'s last axis"),
                (arg.size // n, f"the number of rows of {name}"),
                (arg.size, f"the number of entries of {name}"),
            ):
                for power, said in (
                    (1, what), (-1, f"1 / {what}"), (2, f"{what}, squared")
                ):  # fmt: skip
                    off = abs(ratio / float(size) ** power - 1)
                    if size > 1 and off < SAME:
                        words.append(said)
    return words


_OF_THE_WHOLE = _not_finite, _told("{name} is all zeros.", _zeros)
_OF_ENTRIES = (
    _told(
        "{name} has the wrong sign: times −1 it is right.",
        lambda answer, expected: close(-answer, expected),
    ),
    _integers, _offset, transposed, _flipped,
    _told("{name} has the right numbers in the wrong places.", _reordered),
    _absolute, _lost_digits,
)  # fmt: skip


def _first(where):
    return tuple(int(i) for i in np.argwhere(where)[0])
