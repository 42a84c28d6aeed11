"""Numbers, arrays and cases in words."""

from numbers import Number

import numpy as np

from course_lib.exercises.judging.verdict import Compared

SHOWN_AT_MOST = 150  # characters of arguments in a sentence
ROUNDING = 1e-12  # of the largest expected entry, and it is called 0


def joined(words, last="and"):
    """Join words: ``a, b and c``."""
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def number(value, digits=4):
    """Write a number with a few digits, or with exactly so many if more."""
    if np.asarray(value).dtype.kind in "bi":
        return str(value)
    keep_zeros = "#" if digits > 4 else ""
    return f"{value:{keep_zeros}.{digits}g}"


def apart(a, b):
    """Write two numbers with as many digits as it takes to tell them apart."""
    for digits in range(4, 18):
        if number(a, digits) != number(b, digits):
            break
    return number(a, digits), number(b, digits)


def array(value):
    """Write an array as nested lists with short numbers."""
    if np.ndim(value) == 0:
        return number(value)
    return "[" + ", ".join(map(array, value)) + "]"


def shape(value):
    """Write a shape as NumPy does, with a word for a single number."""
    s = np.shape(value)
    return str(tuple(map(int, s))) if s else "() (a single number)"


def sentence(text, names=()):
    """Begin with a capital, but leave a name such as dx as it is."""
    return text if text.split(" ")[0] in names else text[:1].upper() + text[1:]


def case(parameters, a_case):
    """Say what a function was called with: numbers if few, shapes if many."""
    pairs = zip(parameters, a_case.args)
    args = [(name, arg) for name, arg in pairs if not callable(arg)]
    full = joined(f"{name} = {_argument(arg)}" for name, arg in args)
    blurred = a_case.rough or any(_reads_as_one(arg) for _, arg in args)
    if len(full) <= SHOWN_AT_MOST and not blurred:
        return full
    shapes = joined(
        f"{name} of shape {shape(arg)}"
        if isinstance(arg, np.ndarray)
        else f"{name} = {_argument(arg)}"
        for name, arg in args
    )
    return f"{a_case.note}, {shapes}" if a_case.note else shapes


def _argument(arg):
    numbers = isinstance(arg, (np.ndarray, float))
    return array(arg) if numbers else repr(arg)


def _reads_as_one(arg):
    """Whether unequal entries look equal in a few digits."""
    if not isinstance(arg, np.ndarray) or arg.dtype.kind != "f":
        return False
    return len(set(arg.flat)) > 1 and len(set(map(number, arg.flat))) == 1


def compared(answer, expected, name):
    """Compare the shapes, or the entries that are furthest apart."""
    if answer.shape != expected.shape:
        return Compared(name, shape(answer), shape(expected))
    at, a, e = worst(answer, expected)
    if abs(a) <= ROUNDING * np.abs(expected).max():
        a = 0.0
    return Compared(f"{entry(at)}{name}", *apart(a, e))


def worst(answer, expected):
    """Find the entry that is furthest off: its place, it, what is right."""
    off = np.abs(np.asarray(answer, float) - expected)
    at = np.unravel_index(np.nan_to_num(off, nan=np.inf).argmax(), off.shape)
    return at, answer[at], expected[at]


def entry(at):
    """Write a place: ``entry [0, 1] of``, and nothing for a number alone."""
    return f"entry {[int(i) for i in at]} of " if at else ""


def kind(value):
    """Name the type of a value in words."""
    name = type(value).__name__
    if isinstance(value, (bool, np.bool_)):
        return "True or False"
    if isinstance(value, complex):
        return "a complex number"
    if isinstance(value, Number):
        return "a single number"
    if type(value) is tuple:
        return f"a tuple of {len(value)}"
    words = {
        "NoneType": "None",
        "str": "text",
        "ndarray": "an array",
        "generator": "a generator (yield where return is meant?)",
    }
    article = "an" if name[:1].lower() in "aeiou" else "a"
    return words.get(name, f"{article} {name}")
