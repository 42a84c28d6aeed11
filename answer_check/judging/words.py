"""Numbers, arrays and cases in words."""

from numbers import Number
from textwrap import shorten

import numpy as np

from answer_check.judging.verdict import MARK

STORED = "read-only"  # in notes of cases
YOURS = "your answer"  # the name of an output that has none
SHOWN_AT_MOST = 16  # numbers of an argument in an example
LONGEST = 90  # characters of an error
ROUNDING = 1e-12  # of the largest expected entry, and it is called 0


def joined(words):
    """Join words: ``a, b and c``."""
    *others, last = ["", *words]
    return " and ".join(filter(None, [", ".join(others[1:]), last]))


def number(value, digits=4):
    """Write a number with a few digits, or with exactly so many if more."""
    if np.asarray(value).dtype.kind in "bi":
        return str(value)
    keep_zeros = "#" if digits > 4 else ""
    return f"{value + 0.0:{keep_zeros}.{digits}g}".removesuffix(".")


def apart(a, b):
    """Write two numbers with as many digits as it takes to tell them apart."""
    for digits in range(4, 18):
        if number(a, digits) != number(b, digits):
            break
    return number(a, digits), number(b, digits)


def shape(value):
    """Write a shape as NumPy does, with a word for a single number."""
    s = np.shape(value)
    return str(tuple(map(int, s))) if s else "() (a single number)"


def sentence(text, names=()):
    """Begin with a capital, but leave a name such as dx as it is."""
    first = text.split(" ")[0].rstrip(",")
    return text if first in names else text[:1].upper() + text[1:]


def example(parameters, attempt, names):
    """Lay out a case, what came and what is expected as rows of a table.

    The first element introduces the table; every other one is a row: its
    label, then numbers. Where an output is large, the line of it is shown in
    which one entry is furthest off, and that entry is marked. Without names
    of outputs only the case is laid out.
    """
    pairs = zip(parameters, attempt.case.args)
    rows = [
        row
        for name, arg in pairs
        if not callable(arg)
        for row in _rows(name, arg, attempt.case.rough)
    ]
    rows += _what_came(attempt, names) if names else []
    note = attempt.case.note and f" for {attempt.case.note}"
    if attempt.parts and STORED in note:
        note = ""  # of numbers that are wrong, it would sound like the reason
    return (f"Here is an example{note}:", *rows) if rows else ()


def _what_came(attempt, names):
    """Return the rows for what came, and for what is expected."""
    if issubclass(attempt.trouble or BaseException, Exception):
        said = shorten(attempt.error_text, LONGEST, placeholder=" …")
        return [("yours", f"{attempt.trouble.__name__}: {said}")] * bool(said)
    if not attempt.parts or not attempt.failed:
        return []
    k = [*attempt.misshapen, *attempt.failed][0]
    came, right = attempt.parts[k], attempt.expected[k]
    if not attempt.misshapen:
        return _beside(came, right, names[k])
    of = f" {names[k]}" if names[k] != YOURS else ""
    return [(f"yours{of}", f"shape {shape(came)}"),
            (f"expected{of}", f"shape {shape(right)}")]  # fmt: skip


def _rows(name, value, rough):
    """Return the rows that show an argument: all its numbers if few."""
    if not isinstance(value, np.ndarray):
        is_float = isinstance(value, float)
        return [(name, number(value) if is_float else repr(value))]
    short = [*map(number, value.flat)] if value.size <= SHOWN_AT_MOST else []
    blurred = len({*short}) < len({*value.flat}) == value.size > 1
    if not short or value.ndim > 2 or rough or blurred:
        return [(name, f"shape {shape(value)}")]
    lines = np.atleast_2d(np.reshape(short, value.shape)).tolist()
    return [(name if i == 0 else "", *each) for i, each in enumerate(lines)]


def _beside(came, right, name):
    """Return the rows for what came and what is expected.

    Of large outputs it is the line with the number that is furthest off; of
    a long line, what is next to that.
    """
    off = np.nan_to_num(np.abs(np.asarray(came, float) - right), nan=np.inf)
    at, rows = np.unravel_index(off.argmax(), off.shape), []
    for label, values, text in zip(
        ("yours", "expected"), (came, right), apart(came[at], right[at])
    ):
        line = [*map(number, np.atleast_1d(values[at[:-1]]))]
        k = at[-1] if at else 0
        line[k] = f"{MARK}{text}"
        if len(line) > SHOWN_AT_MOST:
            line = ["…", *line[max(k - 2, 0) : k + 3], "…"]
        which = f", row {[*map(int, at[:-1])]}" if at[1:] else ""
        of = f" {name}" if name != YOURS else ""
        rows.append((f"{label}{of}{which}", *line))
    return rows


def kind(value):
    """Say in words what a value is."""
    name = type(value).__name__
    if isinstance(value, (tuple, list)):
        return f"a {name} of {len(value)}"
    if isinstance(value, np.ndarray):
        return f"an array of shape {shape(value)}"
    if isinstance(value, Number):
        return "a single number"
    article = "an" if name[:1].lower() in "aeiou" else "a"
    words = {
        "NoneType": "None",
        "str": "text",
        "generator": "a generator (yield where return is meant?)",
    }
    return words.get(name, f"{article} {name}")
