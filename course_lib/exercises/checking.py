"""``check(my_function)``: the one line a learner runs."""

import textwrap
from weakref import WeakValueDictionary

from course_lib.exercises import progress
from course_lib.exercises.exercise import find
from course_lib.exercises.judging.judge import NOT_YET, judge
from course_lib.exercises.judging.run import SECONDS
from course_lib.exercises.standalone import standalone_source

WIDTH = 79
PRINTED_LINES = 8
NAMED_OTHERWISE = 'Or name the exercise: check(my_function, "average").'
WITH_BRACKETS = (
    "Give check the function itself, without brackets: check(layer_norm), not "
    "check(layer_norm(x, …))."
)
NOT_YOURS = (
    f"{NOT_YET} This is the course's own function. Write yours in the cell "
    "above."
)
# The last card shown of each exercise: a check tells it how things stand.
shown = WeakValueDictionary()


def check(function, name=None, *, seconds=SECONDS):
    """Print what is right or wrong with an exercise's answer.

    Parameters
    ----------
    function : callable
        Yours. Its name says which exercise it answers.
    name : str, optional
        The exercise's name, if your function is called otherwise.
    seconds : float
        How long it may take before it is stopped.
    """
    text, printed = _answer_to(function, name, seconds)
    for paragraph in text.split("\n"):
        print(textwrap.fill(paragraph, WIDTH))
    if printed.strip():
        lines = printed.rstrip("\n").split("\n")
        more = len(lines) - PRINTED_LINES
        if more > 0:
            lines[PRINTED_LINES:] = [f"… and {more} more lines"]
        print("It printed:")
        print(textwrap.indent("\n".join(lines), "    "))


def grade(function, name=None):
    """Raise AssertionError with the text of a check unless it is right.

    For graders; arguments as in `check`.
    """
    verdict = judge(function, _exercise(function, name))
    if not verdict.passed:
        raise AssertionError(verdict.text)


def _exercise(function, name):
    return find(name or getattr(function, "__name__", "?"))


def _answer_to(function, name, seconds):
    """Return what to say, and what the function printed."""
    if not callable(function):
        return WITH_BRACKETS, ""
    try:
        exercise = _exercise(function, name)
    except LookupError as error:
        return f"{error.args[0]} {NAMED_OTHERWISE}", ""
    code = getattr(function, "__code__", None)
    if any(code is own for own in exercise.codes):  # a copy's may be equal
        return NOT_YOURS, ""
    verdict = judge(function, exercise, seconds=seconds)
    text, name = verdict.text, exercise.name
    if verdict.passed:
        text += progress.remember(name, standalone_source(function, name))
    elif verdict.state == NOT_YET:
        progress.remember_wrong(name, verdict.mistakes)
    if card := shown.get(name):
        card.say_state(verdict)
    return text, verdict.printed
