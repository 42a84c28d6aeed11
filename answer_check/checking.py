"""``check(my_function)``: the one line a learner runs."""

import inspect
import sys
from dataclasses import replace
from numbers import Real
from weakref import WeakValueDictionary

from answer_check import progress
from answer_check.exercise import find, names
from answer_check.judging.judge import judge
from answer_check.judging.run import SECONDS, alone
from answer_check.judging.source import written
from answer_check.judging.verdict import NOT_YET, Verdict
from answer_check.question import Question
from answer_check.source_to_keep import NotKept, standalone_source
from answer_check.verdict_html import Shown
from answer_check.waiting import waiting

NAMED_OTHERWISE = 'Or name the exercise: check(my_function, "average").'
WITH_BRACKETS = (
    "Give check the function itself, without brackets: check(layer_norm), not "
    "check(layer_norm(x, …))."
)
NOT_YOURS = "This is the course's own function. Write yours in the cell above."
NO_TIME = "Give seconds as a number above 0: check(my_function, seconds=20)."
A_CLASS = (
    "This is a class, and calling it makes an object. The check calls a "
    "function: define one with `def`."
)
# The last card shown of each exercise: a check tells it how things stand.
shown = WeakValueDictionary()


def check(function, name=None, *, seconds=SECONDS):
    """Show what is right or wrong with an exercise's answer.

    Parameters
    ----------
    function : callable
        Yours. Its name says which exercise it answers. Of a question, your
        answer: a number or a text.
    name : str or Exercise, optional
        The exercise, or its name, if your function is called otherwise.
    seconds : float
        How long it may take before it is stopped.
    """
    page = sys._getframe(1).f_globals
    with waiting() as line:
        verdict, exercise = _judged(function, name, seconds, page)
    if verdict.passed:
        not_kept = filter(None, _remember(function, exercise))
        verdict = replace(verdict, remarks=(*verdict.remarks, *not_kept))
    elif verdict.state == NOT_YET:
        messages = [mistake.message for mistake in verdict.mistakes]
        progress.note("wrong", exercise.name, mistakes=messages)
    card = exercise and verdict.state and shown.get(exercise.name)
    if card:
        card.say_state(verdict)
    line.replace_by(Shown(verdict))


def grade(function, name=None):
    """Raise AssertionError with the text of a check unless it is right.

    For graders; arguments as in `check`, and the same judgement.
    """
    page = sys._getframe(1).f_globals
    verdict, _ = _judged(function, name, SECONDS, page)
    if not verdict.passed:
        raise AssertionError(verdict.text)


def _name(function, known):
    """Return the name of the exercise that a function answers.

    It is the function's own name, or that of a variable among the ``known``
    ones of the page: a lambda, an object or what a decorator made has no
    other. If neither is an exercise, the function's own name is returned.
    """
    own = getattr(function, "__name__", type(function).__name__)
    if own in names():
        return own
    inner = written(function)
    known = {**getattr(inner, "__globals__", {}), **known}
    given = (name for name, what in known.items() if what is function)
    within = getattr(inner, "__name__", own)
    return next((n for n in (*given, within) if n in names()), own)


def _judged(function, name, seconds, known):
    """Find the exercise that a function answers, and judge the function.

    Return a Verdict and the Exercise. If check was called in a wrong way, as
    with a name that no exercise has, the exercise is None, and the verdict
    has no state and says what is wrong with the call.
    """
    try:
        exercise = find(name or _name(function, known))
    except LookupError as error:
        if not callable(function):
            return Verdict("", (WITH_BRACKETS,)), None
        return Verdict("", (error.args[0], NAMED_OTHERWISE)), None
    if isinstance(exercise, Question):
        return exercise.verdict(function), exercise
    if not isinstance(seconds, Real) or not seconds > 0:
        return Verdict("", (NO_TIME,)), exercise
    if not callable(function):
        return Verdict("", (WITH_BRACKETS,)), exercise
    code = getattr(written(function), "__code__", None)
    if any(code is own for own in exercise.codes):  # a copy is the learner's
        return Verdict(NOT_YET, (NOT_YOURS,)), exercise
    if inspect.isclass(function):
        return Verdict(NOT_YET, (A_CLASS,)), exercise
    return judge(function, exercise, seconds=seconds), exercise


def _remember(function, exercise):
    """Write into the journal that an exercise is done, with its answer.

    Yield a sentence for each thing that cannot be kept, or an empty text.
    """
    source = None
    try:
        if not isinstance(exercise, Question):
            with alone():
                source = standalone_source(function, exercise.name)
    except NotKept as error:
        if progress.path():
            yield f"Later lessons use our solution and not your code: {error}"
    yield progress.remember(exercise.name, source)
