"""An answer beside the right one: its parts, and whether they agree."""

import copy
from dataclasses import dataclass, field
from numbers import Number

import numpy as np

RTOL, RTOL_FLOAT32 = 1e-7, 1e-3
LIKE_SIZE = 300


def close(answer, expected):
    """Whether two arrays agree, relative to the largest expected entry.

    NaN agrees with NaN and an infinity with itself; the dtype is no matter.
    """
    answer, expected = np.asarray(answer), np.asarray(expected)
    if answer.shape != expected.shape:
        return False
    if answer.dtype.kind in "OUS" or expected.dtype.kind in "OUS":
        return bool((answer == expected).all())
    if answer.dtype.kind == "f" and answer.dtype.itemsize < 8:
        answer = answer.astype(float)
    rtol = RTOL_FLOAT32 if expected.dtype == np.float32 else RTOL
    wide = expected.astype(complex if expected.dtype.kind == "c" else float)
    with np.errstate(all="ignore"):
        off = np.abs(answer - wide)
        if off.size and off.max() <= rtol * np.abs(wide).max() < np.inf:
            return True  # nearly every agreement ends here
        finite = np.isfinite(wide)
        scale = np.abs(wide[finite]).max(initial=0) or 1.0
        equal = (answer == wide) | (np.isnan(answer) & np.isnan(wide))
        return bool((equal | ((off <= scale * rtol) & finite)).all())


def alike_off(answer, other, expected):
    """Whether two answers are both right, or off by errors of like size.

    For answers whose wrong digits are rounding noise.
    """
    right = close(answer, expected), close(other, expected)
    if any(right):
        return all(right)
    if answer.shape != other.shape or answer.shape != expected.shape:
        return answer.shape == other.shape
    a, b = (np.abs(each - expected).max() for each in (answer, other))
    if not (np.isfinite(a) and np.isfinite(b)):
        return bool(np.isfinite(a) == np.isfinite(b))
    return bool(a < LIKE_SIZE * b and b < LIKE_SIZE * a)


@dataclass
class Attempt:
    """A case, what came of the call, and the parts of the right answer.

    ``parts`` is None where the answer is of another kind, and ``complaint``
    says so. ``problem`` is what an exercise's own verdict says.
    """

    case: object
    outcome: object
    expected: list = field(default_factory=list)
    parts: list | None = None
    complaint: str = ""
    problem: str = ""
    failed: bool = False

    @property
    def answer(self):
        """The answer as a `verdict` and a `when` are given it."""
        value = self.outcome.value
        if self.parts is None:
            return value
        if len(self.parts) > 1:
            return tuple(self.parts)
        arrays = isinstance(value, (list, tuple, np.ndarray))
        return self.parts[0] if arrays else value

    @property
    def returned_nothing(self):
        """Whether the call came to its end and returned None."""
        return self.outcome.trouble is None and self.outcome.value is None

    @property
    def failed_parts(self):
        if self.parts is None:
            return list(range(len(self.expected)))
        pairs = enumerate(zip(self.parts, self.expected))
        return [k for k, (a, e) in pairs if not close(a, e)]

    @property
    def misshapen(self):
        pairs = enumerate(zip(self.parts, self.expected))
        return [k for k, (a, e) in pairs if a.shape != e.shape]

    @property
    def finite(self):
        """Whether the answer is numbers, none of them infinite or NaN."""
        return self.parts is not None and all(
            p.dtype.kind not in "fc" or np.isfinite(p).all()
            for p in self.parts
        )

    def ends_like(self, other):
        """Whether another call with the same arguments ended like this one."""
        if self.parts is None or other.parts is None:
            return (self.complaint, self.outcome.trouble) == (
                other.complaint,
                other.outcome.trouble,
            )
        return all(map(close, self.parts, other.parts))


def right(exercise, case):
    """Return the reference's answer to a case, computed once."""
    if not hasattr(case, "right"):
        case.right = exercise.reference(*copy.deepcopy(case.args))
    return case.right


def parts_of(value):
    """Take an answer of ours apart into arrays."""
    several = value if isinstance(value, tuple) else (value,)
    return [np.asarray(v) for v in several]


def as_parts(value, like):
    """Take the learner's answer apart as the reference's is.

    Returns
    -------
    parts : list of ndarray, or None
    complaint : str
        What is wrong with the kind of the answer; empty if nothing is.
    """
    if not isinstance(like, tuple):
        part, complaint = _as_array(value, like)
        return (None if complaint else [part]), complaint
    count = f"{len(like)} answers are expected"
    if isinstance(value, np.ndarray) and all(
        value.shape == (len(like), *np.shape(e)) for e in like
    ):
        value = tuple(value)
    if not isinstance(value, (tuple, list)):
        return None, f"{count}, as a tuple; what came is {kind(value)}."
    if len(value) != len(like):
        return None, f"{count}; what came is a tuple of {len(value)}."
    parts = []
    for i, (v, e) in enumerate(zip(value, like)):
        part, complaint = _as_array(v, e)
        if complaint:
            return None, f"Answer {i + 1} of {len(like)}: {complaint}"
        parts.append(part)
    return parts, ""


def _as_array(value, like):
    if not isinstance(like, (Number, np.bool_, np.ndarray, list)):
        if type(value) is type(like):
            return np.asarray(value), ""
        return None, f"{kind(like)} is expected; what came is {kind(value)}."
    single = not isinstance(like, (np.ndarray, list))
    wanted = "a number" if single else "a NumPy array"
    came = f"{wanted} is expected; what came is {kind(value)}."
    if single and isinstance(value, (list, tuple)):
        return None, came
    part = _numbers(value)
    if part is None or (
        isinstance(value, tuple) and part.ndim != np.ndim(like)
    ):
        return None, came
    if part.dtype.kind == "c" and np.asarray(like).dtype.kind == "c":
        return part, ""
    if part.dtype.kind not in "biuf":
        real = " of real numbers" * (not single)
        return None, (
            f"{wanted}{real} is expected; what came "
            f"{'has' if single else 'is an array of'} dtype {part.dtype}."
        )
    return part, ""


def _numbers(value):
    """Return an array of what can be taken for numbers, or None."""
    arraylike = isinstance(value, (np.ndarray, np.generic, list, tuple))
    if not (arraylike or _is_number(value) or hasattr(value, "__array__")):
        return None
    if isinstance(value, tuple) and any(
        isinstance(each, (np.ndarray, list)) for each in value
    ):
        return None  # several answers
    try:
        part = np.array(value, subok=False)  # later calls may change it
        if part.dtype.kind == "O" and all(map(_is_number, part.flat)):
            part = part.astype(float)  # Fraction, Decimal, SymPy's numbers
    except (TypeError, ValueError, ArithmeticError):  # ragged
        return None
    listed = (
        isinstance(value, (list, tuple)) and part.dtype.kind not in "biufc"
    )
    return None if listed else part


def _is_number(value):
    return hasattr(value, "__float__") and not isinstance(value, np.ndarray)


def simple(attempts):
    """Say what explains answers without any mistake: all of them are 0."""
    if any(a.parts is None for a in attempts):
        return ""
    parts = [part for a in attempts for part in a.parts]
    if not any(part.any() for part in parts):
        return "Your answer is 0 everywhere."
    if all(np.isnan(part).all() for part in parts):
        return "Your answer is nan everywhere."
    first, *others = attempts
    if others and first.finite and all(map(first.ends_like, others)):
        return (
            "The answer is the same for every input: compute it from the "
            "arguments."
        )
    return ""


def kind(value):
    """Name the type of a value in words."""
    name = type(value).__name__
    if isinstance(value, (bool, np.bool_)):
        return "True or False"
    if isinstance(value, Number):
        return "a single number"
    words = {
        "NoneType": "None",
        "str": "text",
        "tuple": f"a tuple of {len(value)}" if name == "tuple" else "",
        "ndarray": "an array",
        "generator": "a generator (yield where return is meant?)",
    }
    article = "an" if name[:1].lower() in "aeiou" else "a"
    return words.get(name) or f"{article} {name}"
