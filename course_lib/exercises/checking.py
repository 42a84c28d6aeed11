"""``check(my_function)``: the one line a learner runs."""

from dataclasses import replace
from numbers import Real
from weakref import WeakValueDictionary

from IPython.display import display

from course_lib.exercises import progress
from course_lib.exercises.exercise import find
from course_lib.exercises.judging.judge import judge
from course_lib.exercises.judging.run import SECONDS, Busy, alone
from course_lib.exercises.judging.verdict import NOT_YET, Verdict
from course_lib.exercises.showing import Shown
from course_lib.exercises.standalone import NotKept, standalone_source

LONGEST = 24 * 60 * 60
NAMED_OTHERWISE = 'Or name the exercise: check(my_function, "average").'
WITH_BRACKETS = (
    "Give check the function itself, without brackets: check(layer_norm), not "
    "check(layer_norm(x, …))."
)
NOT_YOURS = "This is the course's own function. Write yours in the cell above."
NO_TIME = (
    "Give seconds as a number above 0 and of a day at most: "
    "check(my_function, seconds=20)."
)
# The last card shown of each exercise: a check tells it how things stand.
shown = WeakValueDictionary()


def check(function, name=None, *, seconds=SECONDS):
    """Show what is right or wrong with an exercise's answer.

    Parameters
    ----------
    function : callable
        Yours. Its name says which exercise it answers.
    name : str, optional
        The exercise's name, if your function is called otherwise.
    seconds : float
        How long it may take before it is stopped.
    """
    display(Shown(_verdict_on(function, name, seconds)))


def grade(function, name=None):
    """Raise AssertionError with the text of a check unless it is right.

    For graders; arguments as in `check`.
    """
    verdict = judge(function, _exercise(function, name))
    if not verdict.passed:
        raise AssertionError(verdict.text)


def _exercise(function, name):
    return find(name or getattr(function, "__name__", "?"))


def _verdict_on(function, name, seconds):
    """Judge a function; remember the verdict, and tell it to the card."""
    if not callable(function):
        return Verdict("", (WITH_BRACKETS,))
    if not isinstance(seconds, Real) or not 0 < seconds <= LONGEST:
        return Verdict("", (NO_TIME,))
    try:
        exercise = _exercise(function, name)
    except LookupError as error:
        return Verdict("", (error.args[0], NAMED_OTHERWISE))
    code = getattr(function, "__code__", None)
    if any(code is own for own in exercise.codes):  # a copy's may be equal
        return Verdict(NOT_YET, (NOT_YOURS,))
    try:
        verdict = judge(function, exercise, seconds=seconds)
        if verdict.passed:
            told = filter(None, _remember(function, exercise.name))
            verdict = replace(verdict, remarks=(*verdict.remarks, *told))
    except Busy as error:
        return Verdict("", error.args)
    if verdict.state == NOT_YET:
        progress.remember_wrong(exercise.name, verdict.mistakes)
    if card := shown.get(exercise.name):
        card.say_state(verdict)
    return verdict


def _remember(function, name):
    """Note an exercise as done; yield what of it cannot be kept."""
    source = None
    try:
        with alone():
            source = standalone_source(function, name)
    except NotKept as error:
        if progress.path():
            yield f"Its code is not kept for later lessons: {error}"
    yield progress.remember(name, source)
