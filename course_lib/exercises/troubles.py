"""One sentence for each way in which a call can end without an answer."""

import difflib
import inspect
import re

import numpy as np

from course_lib.exercises.compare import kind
from course_lib.exercises.sandbox import (
    AskedForInput,
    CalledTheCourse,
    TimeIsUp,
)
from course_lib.exercises.wording import joined, shape


def signature_problem(function, exercise):
    """Say what is wrong with the arguments, or return an empty string."""
    try:
        inspect.signature(function).bind(*exercise.parameters)
    except TypeError:
        wanted = ", ".join(exercise.parameters)
        count = len(exercise.parameters)
        return (
            f"{exercise.name} is called with {count} "
            f"argument{'s' * (count != 1)}: {exercise.name}({wanted}). "
            f"Yours is {exercise.name}{inspect.signature(function)}."
        )
    except ValueError:  # built-in functions have no signature to read
        pass
    return ""


def sentence(outcome, function, exercise, case, seconds):
    """Say what went wrong in a call that raised or never ended."""
    trouble = outcome.trouble
    where = _where(outcome)
    if issubclass(trouble, TimeIsUp):
        text = (
            f"It was still running after {seconds:g} s{_at(outcome)}, so it "
            "was stopped. Is there a loop that never ends?"
        )
        if outcome.stuck:
            text = (
                f"It did not end within {seconds:g} s{_at(outcome)}, and it "
                "cannot be stopped from here. It goes on in the background; "
                "restart the kernel to end it."
            )
        return text
    if issubclass(trouble, CalledTheCourse):
        return (
            f"It calls the course's own {outcome.message}. Write the "
            "arithmetic yourself, with NumPy."
        )
    if issubclass(trouble, AskedForInput):
        return (
            f"{where} asks for input. Everything it needs comes in through "
            "its arguments."
        )
    if issubclass(trouble, SystemExit):
        return f"{where} exits, which would end the notebook. Use return."
    if issubclass(trouble, MemoryError):
        return f"{where} asks for more memory than there is."
    if issubclass(trouble, RecursionError):
        return f"{where} calls itself without an end."
    if issubclass(trouble, UnboundLocalError):
        return f"{where} uses a name before it has a value. {outcome.message}"
    if issubclass(trouble, NameError):
        return f"{where} uses {_missing_name(outcome, function)}"
    if outcome.called:
        return f"{where} {_calls(outcome, exercise.parameters, case)}"
    if issubclass(trouble, ValueError) and "read-only" in outcome.message:
        return (
            f"{where} writes into its input. Work on a copy, so that the "
            "caller's array stays as it was."
        )
    if issubclass(trouble, ValueError) and _about_shapes(outcome.message):
        return (
            f"{where} mixes shapes that do not fit: "
            f"{_without_signature(outcome.message).strip().rstrip('.')}."
        )
    if issubclass(trouble, TypeError) and "Cannot cast ufunc" in (
        outcome.message
    ):
        return (
            f"{where} puts numbers with a fraction into an array of integers. "
            "Make it an array of floats first, with `.astype(float)`."
        )
    said = _in_own_words(outcome.message, exercise.parameters, case)
    said = f": {said.rstrip('.')}" if said else ""
    return f"{where} raised {trouble.__name__}{said}."


def _where(outcome):
    if outcome.line is None:
        return "Your function"
    code = f" (`{outcome.code}`)" if outcome.code else ""
    return f"Line {outcome.line}{code}"


def _at(outcome):
    return f" in l{_where(outcome)[1:]}" if outcome.line else ""


def _missing_name(outcome, function):
    quoted = outcome.message.split("'")
    name = quoted[1] if len(quoted) > 1 else "a name"
    known = [
        *getattr(getattr(function, "__code__", None), "co_varnames", ()),
        *getattr(function, "__globals__", ()),
    ]
    close = difflib.get_close_matches(name, known, n=1)
    if name == "np":
        close = ["import numpy as np"]
    hint = f" Did you mean `{close[0]}`?" if close else ""
    return f"`{name}`, which is not defined.{hint}"


def _calls(outcome, parameters, case):
    """Tell what a function among the arguments was called with."""
    i, passed = outcome.called
    name = parameters[i]
    arrays = [
        (parameter, arg)
        for parameter, arg in zip(parameters, case.args)
        if isinstance(arg, np.ndarray)
    ]
    said = f"calls {name} with {joined(map(_kind_and_shape, passed))}"
    for parameter, arg in arrays[:1]:
        if getattr(passed[0], "shape", None) != arg.shape:
            return (
                f"{said}, which {name} cannot take; {parameter} has shape "
                f"{shape(arg)}."
            )
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


def _without_signature(message):
    """Shorten what NumPy says of a matrix product."""
    found = re.search(r"size (\d+) is different from (\d+)", message)
    if "matmul" in message and found:
        right, left = found.groups()
        return f"in @, rows of {left} entries meet columns of {right}"
    return message


def _about_shapes(message):
    words = ("broadcast", "mismatch", "not aligned", "shape")
    of_einsum = "subscript" in message
    return not of_einsum and any(word in message for word in words)
