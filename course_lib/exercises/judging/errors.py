"""One sentence for each way in which a call can end without an answer."""

import contextlib
import difflib
import inspect
import linecache
import re
import sysconfig
from pathlib import Path

import numpy as np

from course_lib.exercises.judging.words import joined, kind, shape

LATE = 0.5  # seconds after which a stop was not prompt
_COURSE = str(Path(__file__).parents[2])
_LIBRARIES = tuple(
    {sysconfig.get_path(p) for p in ("stdlib", "purelib", "platlib")}
)


class Stopped(BaseException):
    """Raised inside code that runs too long, on every further line."""


class AskedForInput(BaseException):
    """The code waits for somebody at the keyboard."""


def describe(error, outcome, given):
    """Note in an outcome what was raised, and where in the own code."""
    outcome.trouble = type(error)
    with contextlib.suppress(Exception):
        outcome.message = str(error)[:200]
    steps, step = [], error.__traceback__
    while step is not None:
        steps.append((step.tb_frame, step.tb_lineno))
        step = step.tb_next
    own = [i for i, (f, _) in enumerate(steps) if is_own(f.f_code)]
    if own:
        frame, line = steps[own[-1]]
        locate(outcome, frame.f_code.co_filename, line)
        for beyond, _ in steps[own[-1] + 1 :][:1]:
            outcome.called = _called(beyond, given)


def _called(frame, given):
    """Find the argument that was called, and what it was passed."""
    code = frame.f_code
    for i, argument in enumerate(given):
        if getattr(argument, "__code__", None) is code:
            names = code.co_varnames[: code.co_argcount]
            return i, tuple(frame.f_locals[name] for name in names)
    return None


def locate(outcome, filename, line):
    """Note the line of the caller's own code."""
    outcome.line = line
    outcome.code = linecache.getline(filename, line).strip()


def is_own(code):
    """Whether code is the learner's: no library's, not the course's."""
    return not code.co_filename.startswith((*_LIBRARIES, "<frozen", _COURSE))


def raised(outcome, function, exercise, case, seconds):
    """Say what went wrong in a call that raised or was stopped."""
    trouble, said = outcome.trouble, outcome.message
    where = _where(outcome)
    if issubclass(trouble, Stopped):
        return _stopped(outcome, seconds)
    if outcome.called:
        return f"{where} {_calls(outcome, exercise.parameters, case)}"
    if trouble is TypeError and _other_arguments(function, exercise):
        return _other_arguments(function, exercise)
    for kinds, words, does in _SENTENCES:
        if issubclass(trouble, kinds) and re.search(words, said):
            return f"{where} {does(said, function)}"
    said = _in_own_words(said, exercise.parameters, case).rstrip(".")
    return f"{where} raised {trouble.__name__}{': ' * bool(said)}{said}."


def _stopped(outcome, seconds):
    more = f"`check(…, seconds={4 * seconds:g})` gives it more time."
    if not outcome.line or outcome.seconds > seconds + LATE:
        at = f" in l{_where(outcome)[1:]}" if outcome.line else ""
        return (
            f"It took {outcome.seconds:.2g} s where {seconds:g} s are given"
            f"{', and ended' * bool(at)}{at}: a single call was waited for. "
            f"{more}"
        )
    return (
        f"It was still running after {seconds:g} s in l{_where(outcome)[1:]}, "
        "so it was stopped. Is there a loop that never ends, or does that "
        f"line take so long? {more}"
    )


def _other_arguments(function, exercise):
    """Say how a function must be called, if it cannot be called so."""
    name, wanted = exercise.name, exercise.parameters
    try:
        signature = inspect.signature(function)
        signature.bind(*wanted)
    except ValueError:  # built-in functions have no signature to read
        return ""
    except TypeError:
        count = f"{len(wanted)} argument{'s' * (len(wanted) != 1)}"
        return (
            f"{name} is called with {count}: {name}({', '.join(wanted)}). "
            f"Yours is {name}{signature}."
        )
    return ""


def _where(outcome):
    if outcome.line is None:
        return "Your function"
    code = f" (`{outcome.code}`)" if outcome.code else ""
    return f"Line {outcome.line}{code}"


def _missing_name(said, function):
    quoted = said.split("'")
    name = quoted[1] if len(quoted) > 1 else "a name"
    known = [
        *getattr(getattr(function, "__code__", None), "co_varnames", ()),
        *getattr(function, "__globals__", ()),
    ]
    near = difflib.get_close_matches(name, known, n=1)
    if name == "np":
        near = ["import numpy as np"]
    hint = f" Did you mean `{near[0]}`?" if near else ""
    return f"uses `{name}`, which is not defined.{hint}"


def _shapes(said, function):
    """Shorten what NumPy says of a matrix product."""
    found = re.search(r"size (\d+) is different from (\d+)", said)
    if "matmul" in said and found:
        right, left = found.groups()
        said = f"in @, rows of {left} entries meet columns of {right}"
    return f"mixes shapes that do not fit: {said.strip().rstrip('.')}."


def _says(text):
    return lambda said, function: text


_SENTENCES = (  # types, words in the message, what the line does
    (AskedForInput, "", _says(
        "asks for input. Everything it needs comes in through its arguments."
    )),
    (SystemExit, "", _says(
        "exits, which would end the notebook. Use return."
    )),
    (MemoryError, "", _says("asks for more memory than there is.")),
    (RecursionError, "", _says("calls itself without an end.")),
    (UnboundLocalError, "", lambda said, _: (
        f"uses a name before it has a value. {said}"
    )),
    (NameError, "", _missing_name),
    (ValueError, "read-only", _says(
        "writes into its input. Work on a copy, so that the caller's array "
        "stays as it was."
    )),
    (ValueError, "^(?!.*subscript).*(broadcast|mismatch|not aligned|shape)",
     _shapes),
    (TypeError, "Cannot cast ufunc", _says(
        "puts numbers with a fraction into an array of integers. Make it an "
        "array of floats first, with `.astype(float)`."
    )),
)  # fmt: skip


def _calls(outcome, parameters, case):
    """Tell what a function among the arguments was called with."""
    i, passed = outcome.called
    name = parameters[i]
    said = f"calls {name} with {joined(map(_kind_and_shape, passed))}"
    for parameter, arg in zip(parameters, case.args):
        if isinstance(arg, np.ndarray):
            if getattr(passed[0], "shape", None) != arg.shape:
                return (
                    f"{said}, which {name} cannot take; {parameter} has "
                    f"shape {shape(arg)}."
                )
            break
    return f"{said}, and there it raised {outcome.trouble.__name__}."


def _kind_and_shape(value):
    of = f" of shape {shape(value)}" if isinstance(value, np.ndarray) else ""
    return kind(value) + of


def _in_own_words(message, parameters, case):
    """Call the functions among the arguments as the learner does."""
    for parameter, arg in zip(parameters, case.args):
        if callable(arg):
            theirs = f"{getattr(arg, '__qualname__', '?')}()"
            message = message.replace(theirs, f"{parameter}()")
    return message
