"""An answer beside the right one: its parts, and whether they agree."""

import contextlib
import copy
from dataclasses import dataclass

import numpy as np

from answer_check.judging.words import ROUNDING, joined, kind, shape

RTOL, RTOL_FLOAT32 = 1e-8, 1e-3
LIKE_SIZE = 300
MORE = 100_000  # entries than expected, which are not looked at
NOT_FINITE = "Your answer has entries that are not finite numbers."


def close(answer, expected, rtol=None):
    """Whether two arrays agree, relative to the largest expected entry.

    NaN agrees with NaN and an infinity with itself; the dtype is no matter.
    """
    answer, expected = np.asarray(answer), np.asarray(expected)
    if answer.shape != expected.shape:
        return False
    of_dtype = RTOL_FLOAT32 if expected.dtype == np.float32 else RTOL
    rtol = rtol or of_dtype
    wide = expected.astype(complex if expected.dtype.kind == "c" else float)
    with np.errstate(all="ignore"):
        off = np.abs(answer - wide)
        if off.size and off.max() <= rtol * np.abs(wide).max() < np.inf:
            return True  # nearly every agreement ends here
        finite = np.isfinite(wide)
        scale = np.abs(wide[finite]).max(initial=0) or 1.0
        equal = (answer == wide) | (np.isnan(answer) & np.isnan(wide))
        return bool((equal | ((off <= scale * rtol) & finite)).all())


def alike(answer, other, expected, rough):
    """Whether two answers agree, where both of them may be wrong.

    In a ``rough`` case the wrong digits are rounding noise. There two answers
    agree if both are right, or if both are wrong by errors of like size.
    """
    if expected.dtype == np.float32 and other.dtype.kind == "f":
        other = other.astype(np.float32)  # it has no more digits
    if not rough:
        same = answer.shape == other.shape == expected.shape
        return close(answer, other) or bool(
            same and expected.dtype.kind == "f"
            and np.abs(1 * answer - other).max()
            <= ROUNDING * np.abs(expected).max()
        )  # fmt: skip
    right = close(answer, expected), close(other, expected)
    if any(right) or not answer.shape == other.shape == expected.shape:
        return right[0] == right[1] and answer.shape == other.shape
    a, b = (np.abs(each - expected).max() for each in (answer, other))
    if not (np.isfinite(a) and np.isfinite(b)):
        return bool(np.isfinite(a) == np.isfinite(b))
    return bool(a < LIKE_SIZE * b and b < LIKE_SIZE * a)


@dataclass(eq=False)
class Attempt:
    """A call on a case, what came of it, and what is wrong with that.

    ``error`` was raised, if any was, and ``error_text`` is what it says; once
    ``complaint`` tells it, ``trouble`` is its type, and the error with its
    frames is let go. ``parts`` is None
    where there are no numbers to look at, and ``complaint`` says why.
    An exercise's `why_not` complains as well. ``failed`` are the outputs that
    are wrong. ``seconds`` are what counts of the time; ``called`` holds the
    code of all functions that were called.
    """

    value: object = None
    error: BaseException | None = None
    error_text: str = ""
    trouble: type | None = None
    printed: str = ""
    changed: tuple = ()
    called: set = frozenset()
    seconds: float = 0.0
    case: object = None
    expected: list = ()
    parts: list | None = None
    complaint: str = ""
    failed: list = ()

    def compare(self, case, exercise):
        """Compare the answer with the reference's, or ask `why_not`.

        Fill in ``expected``, ``parts``, ``complaint`` and ``failed``.
        """
        self.case, self.expected = case, ours(exercise.reference, case)
        self.failed, self.parts = [*range(len(self.expected))], None
        if self.error is not None:
            return
        self.parts, self.complaint = as_parts(
            self.value, self.expected, exercise.outputs
        )
        if exercise.why_not:
            self._ask(exercise)
        elif self.parts is not None:
            agree = map(close, self.parts, self.expected)
            self.failed = [k for k, agrees in enumerate(agree) if not agrees]
        if self.parts is None and self.value is not None:
            self.value = type(self.value)  # it may take much room

    def _ask(self, exercise):
        """Take as complaint what the exercise's `why_not` says.

        Of one array where several are expected, it counts only if it is a
        listed mistake.
        """
        if self.finite:
            complaint = exercise.why_not(self.answer, *self.case.args)
            self.complaint = complaint or ""
            self.failed = [0] if complaint else []
        elif self.parts is not None:
            self.complaint = NOT_FINITE
        elif len(self.expected) > 1 and isinstance(self.value, np.ndarray):
            with contextlib.suppress(Exception):
                complaint = exercise.why_not(self.value, *self.case.args)
                if complaint in [mistake.text for mistake in exercise.listed]:
                    self.complaint = complaint

    @property
    def answer(self):
        """The answer in the form in which `why_not` receives it."""
        return self.parts[0] if len(self.parts) == 1 else tuple(self.parts)

    @property
    def misshapen(self):
        """The outputs of another shape."""
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
        if self.parts and other.parts:
            return all(map(close, self.parts, other.parts))
        a, b = (
            getattr(each.trouble, "__name__", each.complaint)
            for each in (self, other)
        )  # a class that the answer defines is another in each call
        return a == b


def ours(function, case):
    """Return what a function of the course answers to a case, as arrays.

    There is one array for each output. If the function raises, return the
    type of the exception.
    """
    if function not in case.known:
        try:
            value = function(*copy.deepcopy(case.args))
            several = value if isinstance(value, tuple) else (value,)
            case.known[function] = [np.asarray(v) for v in several]
        except Exception as error:
            case.known[function] = type(error)
    return case.known[function]


def as_parts(value, expected, names=()):
    """Split the learner's answer into arrays, one for each output.

    Return the arrays and an empty text. If the answer is of another kind,
    such as text or too few outputs, return None and a sentence about that.
    """
    n = len(expected)
    if n == 1:
        value = (value,)
    elif isinstance(value, np.ndarray) and all(
        value.shape == (n, *e.shape) for e in expected
    ):
        value = tuple(value)
    if not isinstance(value, (tuple, list)) or len(value) != n:
        of = f", {joined(names)}" if names else ""
        return None, (
            f"{n} answers are expected{of}, as a tuple; what came is "
            f"{kind(value)}."
        )
    parts = [*map(_numbers, value, expected)]
    for i, (v, part, e) in enumerate(zip(value, parts, expected), 1):
        complaint = _complaint(v, part, e)
        if complaint:
            which = f"Answer {i} of {n}: " if n > 1 else ""
            return None, which + complaint
    return parts, ""


def _complaint(value, part, expected):
    """Say what is no array of numbers, or far too large to be looked at."""
    wanted = "A NumPy array" if expected.ndim else "A number"
    if part is None:
        came = kind(value)
        if callable(value):
            came = "a function, not its answer: call it, with brackets"
        if isinstance(value, tuple) and len(value) > 1:
            came += ": return the answer alone"
    elif part.size > expected.size + MORE:
        came = f"far larger, of shape {shape(part)}"
    elif part.dtype.kind not in "biuf" + "c" * (expected.dtype.kind == "c"):
        came = f"an array of dtype {part.dtype}"
    else:
        return ""
    return f"{wanted} is expected; what came is {came}."


def _numbers(value, expected):
    """Return an array of what can be taken for numbers, or None."""
    if isinstance(value, np.ndarray) and value.size > expected.size + MORE:
        return value  # too large to be copied
    listed, several = isinstance(value, (list, tuple)), (np.ndarray, list)
    if isinstance(value, tuple) and any(isinstance(v, several) for v in value):
        return None
    known = any(hasattr(value, n) for n in ("__float__", "__array__"))
    if not listed and not known:
        return None
    try:
        part = np.array(value, subok=False)  # later calls may change it
    except (TypeError, ValueError, ArithmeticError):
        return None
    plain = part.dtype.kind in "biufc" and expected.ndim
    as_token = part.ndim == expected.ndim or isinstance(value, list)
    return part if not listed or plain and as_token else None


def is_zero(part, args):
    """Whether an output is 0 but for rounding, beside what it is made of."""
    if part.dtype.kind not in "biuf":
        return False
    sizes = [np.abs(arg).max() for arg in args
             if isinstance(arg, np.ndarray) and arg.any()]  # fmt: skip
    return bool((np.abs(part) <= ROUNDING * min(sizes, default=0)).all())
