"""Whether two answers agree. Functions are bound here, out of reach."""

from numpy import (
    abs,
    asarray,
    bool_,
    errstate,
    float32,
    floating,
    isfinite,
    isnan,
    issubdtype,
    ndarray,
    number,
)

RTOL, RTOL_FLOAT32 = 1e-7, 1e-3
LIKE_SIZE = 300
NUMBER = (bool, int, float, number, bool_)


def close(answer, expected):
    """Whether two arrays agree, relative to the largest expected entry.

    NaN agrees with NaN and an infinity with itself; the dtype is no matter.
    """
    answer, expected = asarray(answer), asarray(expected)
    if answer.shape != expected.shape:
        return False
    if answer.dtype.kind in "OUS" or expected.dtype.kind in "OUS":
        return bool((answer == expected).all())
    if issubdtype(answer.dtype, floating) and answer.dtype.itemsize < 8:
        answer = answer.astype(float)
    single = expected.dtype == float32
    wide = expected.astype(complex if expected.dtype.kind == "c" else float)
    finite = isfinite(wide)
    scale = abs(wide[finite]).max(initial=0) or 1.0
    with errstate(all="ignore"):
        near = abs(answer - wide) <= scale * (RTOL_FLOAT32 if single else RTOL)
        equal = (answer == wide) | (isnan(answer) & isnan(wide))
    return bool((equal | (near & finite)).all())


def alike_off(answer, other, expected):
    """Whether two answers are both right, or off by errors of like size.

    For answers whose wrong digits are rounding noise.
    """
    right = close(answer, expected)
    if right or close(other, expected):
        return right and close(other, expected)
    if answer.shape != other.shape or answer.shape != expected.shape:
        return answer.shape == other.shape
    a, b = (abs(each - expected).max() for each in (answer, other))
    if not (isfinite(a) and isfinite(b)):
        return bool(isfinite(a) == isfinite(b))
    return bool(a < LIKE_SIZE * b and b < LIKE_SIZE * a)


def as_parts(value, like):
    """Take an answer apart into arrays.

    Parameters
    ----------
    value
        What the learner's function returned.
    like
        What the reference returned.

    Returns
    -------
    parts : list of ndarray, or None
    complaint : str
        What is wrong with the kind of the answer; empty if nothing is.
    """
    if not isinstance(like, tuple):
        part, complaint = _as_array(value, like)
        return (None if complaint else [part]), complaint
    if type(value) is ndarray and all(
        isinstance(e, ndarray) and value.shape == (len(like), *e.shape)
        for e in like
    ):
        value = tuple(value)
    if type(value) not in (tuple, list):
        return None, (
            f"{len(like)} answers are expected, as a tuple; "
            f"what came is {kind(value)}."
        )
    if len(value) != len(like):
        return None, (
            f"{len(like)} answers are expected; what came is a tuple "
            f"of {len(value)}."
        )
    parts = []
    for i, (v, e) in enumerate(zip(value, like)):
        part, complaint = _as_array(v, e)
        if complaint:
            return None, f"Answer {i + 1} of {len(like)}: {complaint}"
        parts.append(part)
    return parts, ""


def _as_array(value, like):
    wanted = "a NumPy array" if isinstance(like, ndarray) else "a number"
    if isinstance(like, NUMBER + (ndarray,)):
        if issubclass(type(value), NUMBER) or (
            isinstance(like, ndarray) and _is_list(value)
        ):
            value = asarray(value)
        if type(value) is not ndarray:
            return None, f"{wanted} is expected; what came is {kind(value)}."
        allowed = "biuf" + ("c" if asarray(like).dtype.kind == "c" else "")
        if value.dtype.kind not in allowed:
            return None, (
                f"{wanted} of real numbers is expected; what came is an "
                f"array of dtype {value.dtype}."
                if wanted.endswith("array")
                else f"{wanted} is expected; what came has dtype "
                f"{value.dtype}."
            )
        return value, ""
    if isinstance(like, list) and type(value) in (list, tuple, ndarray):
        try:
            return asarray(value, float), ""
        except (TypeError, ValueError):
            return None, "a list of numbers is expected."
    if type(value) is not type(like):
        return None, f"{kind(like)} is expected; what came is {kind(value)}."
    return asarray(value), ""


def _is_list(value):
    """Whether a list, perhaps of lists, is a regular one of numbers."""
    try:
        return type(value) is list and asarray(value).dtype.kind in "biuf"
    except ValueError:
        return False


def row(value):
    """Take a flat tuple of numbers for a list; leave all else as it is."""
    flat = type(value) is tuple and all(isinstance(v, NUMBER) for v in value)
    return list(value) if flat else value


def kind(value):
    """Name the type of a value in words."""
    name = type(value).__name__
    if isinstance(value, NUMBER) and not isinstance(value, (bool, bool_)):
        return "a single number"
    words = {
        "NoneType": "None",
        "int": "a single number",
        "float": "a single number",
        "bool": "True or False",
        "str": "text",
        "list": "a list",
        "tuple": f"a tuple of {len(value)}" if name == "tuple" else "",
        "ndarray": "an array",
        "generator": "a generator (yield where return is meant?)",
        "function": "a function",
    }
    article = "an" if name[:1].lower() in "aeiou" else "a"
    return words.get(name) or f"{article} {name}"
