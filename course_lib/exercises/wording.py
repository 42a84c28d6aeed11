"""Numbers, arrays and cases in words."""

import numpy as np

SHOWN_AT_MOST = 150  # characters of arguments in a sentence


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
    return f"{value:{'#' * (digits > 4)}.{digits}g}"


def apart(a, b):
    """Write two numbers with as many digits as it takes to tell them apart."""
    for digits in range(4, 18):
        if number(a, digits) != number(b, digits):
            break
    return number(a, digits), number(b, digits)


def array(value, digits=4):
    """Write an array as nested lists with short numbers."""
    value = np.asarray(value)
    if value.ndim == 0:
        return number(value[()], digits)
    return "[" + ", ".join(array(v, digits) for v in value) + "]"


def shape(value):
    """Write a shape as NumPy does, with a word for a single number."""
    s = np.shape(value)
    return str(tuple(map(int, s))) if s else "() (a single number)"


def case(parameters, a_case):
    """Say what a function was called with: numbers if few, shapes if many."""
    pairs = zip(parameters, a_case.args)
    args = [(name, arg) for name, arg in pairs if not callable(arg)]
    if not args:
        return ""
    full = joined(f"{name} = {_argument(arg)}" for name, arg in args)
    blurred = any(_reads_as_one(arg) for _, arg in args)
    if len(full) <= SHOWN_AT_MOST and not (a_case.rough or blurred):
        return full
    shapes = [
        f"{name} of shape {shape(arg)}"
        if isinstance(arg, np.ndarray)
        else f"{name} = {_argument(arg)}"
        for name, arg in args
    ]
    return ", ".join([*filter(None, [a_case.note]), joined(shapes)])


def _argument(arg):
    if isinstance(arg, np.ndarray):
        return array(arg)
    if isinstance(arg, float):
        return number(arg)
    return repr(arg)


def _reads_as_one(arg):
    """Whether unequal entries look equal in a few digits."""
    if not isinstance(arg, np.ndarray) or arg.dtype.kind != "f":
        return False
    return (
        arg.size > 1
        and np.ptp(arg) > 0
        and len(set(map(number, arg.flat))) == 1
    )
