"""Relations that hold of some rows or columns of an answer."""

import numpy as np

from course_lib.exercises.judging.answers import close
from course_lib.exercises.judging.words import apart, joined, number, worst


def _zero_lines(answer, expected):
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


def _some_rows(answer, expected):
    if answer.ndim < 2 or len(answer) < 2:
        return None
    scale = np.abs(expected).max()
    wrong = [
        i for i, (a, e) in enumerate(zip(answer, expected))
        if not close(np.append(a, scale), np.append(e, scale))
    ]  # fmt: skip
    if 0 < len(wrong) < len(answer):
        at, *both = worst(answer, expected)
        a, e = apart(*both)
        return (
            f"Of the {len(answer)} rows of {{name}}, only "
            f"{_numbered('row', wrong)} differ{'s' * (len(wrong) == 1)}: "
            f"entry {[int(i) for i in at]} is {a}, expected is {e}."
        )


def _along_an_axis(answer, expected):
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
        ratio = answer / np.where(expected == 0, np.nan, expected)
        if np.isfinite(ratio).all() and close(ratio, _spread(ratio, axis)):
            factors = np.moveaxis(ratio, axis, 0)[0]
            far = np.abs(factors - 1).argmax()
            at = [*map(str, np.unravel_index(far, factors.shape))]
            if len(at) > 1:  # as an index of the whole: [:, 1, 0]
                at = [f"[{', '.join([':', *at] if axis == 0 else at)}]"]
            return (
                f"Each {what} of {{name}} is a multiple of what is expected: "
                f"{apart(factors.flat[far] + 0.0, 1.0)[0]} times in "
                f"{what.split(' ')[0]} {(at or ['0'])[0]}."
            )


def _spread(values, axis):
    return np.broadcast_to(values.mean(axis=axis, keepdims=True), values.shape)


def _numbered(what, which):
    return f"{what}{'s' * (len(which) > 1)} {joined(map(str, which))}"


OF_PARTS = _zero_lines, _some_rows, _along_an_axis
