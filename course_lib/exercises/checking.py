"""``check(my_function)``: the one line a learner runs."""

import textwrap

from course_lib.exercises import progress
from course_lib.exercises.exercise import find
from course_lib.exercises.judging.judge import NOT_YET, judge
from course_lib.exercises.judging.run import SECONDS
from course_lib.exercises.standalone import standalone_source

WIDTH = 79
PRINTED_LINES = 8
NAMED_OTHERWISE = 'Or name the exercise: check(my_function, "average").'
_cards = {}  # name of an exercise: its card, if one is shown


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
    paragraphs = text.split("\n")
    print("\n".join(textwrap.fill(p, WIDTH) for p in paragraphs))
    if printed.strip():
        lines = printed.rstrip("\n").split("\n")
        more = len(lines) - PRINTED_LINES
        lines[PRINTED_LINES:] = [f"… and {more} more lines"] * (more > 0)
        print(textwrap.indent("\n".join(["It printed:", *lines]), "    ")[4:])


def grade(function, name=None):
    """Raise AssertionError with the text of a check unless it is right.

    For graders; arguments as in `check`.
    """
    exercise = find(name or getattr(function, "__name__", "?"))
    verdict = judge(function, exercise)
    if not verdict.passed:
        raise AssertionError(verdict.text)


def listen(name, card):
    """Tell a card of each check of its exercise: ``card.say_state``."""
    _cards[name] = card


def forget(name, card):
    """Tell a card no more."""
    if _cards.get(name) is card:
        del _cards[name]


def _answer_to(function, name, seconds):
    if not callable(function):
        return (
            "Give check the function itself, without brackets: "
            "check(layer_norm), not check(layer_norm(x, …)).", ""
        )  # fmt: skip
    try:
        exercise = find(name or getattr(function, "__name__", "?"))
    except LookupError as error:
        return f"{error.args[0]} {NAMED_OTHERWISE}", ""
    if getattr(function, "__code__", None) in exercise.codes:
        return (
            f"{NOT_YET} This is the course's own function. Write yours in "
            "the cell above.", ""
        )  # fmt: skip
    verdict = judge(function, exercise, seconds=seconds)
    text = verdict.text
    if verdict.passed:
        source = standalone_source(function, exercise.name)
        text += progress.remember(exercise.name, source)
    elif verdict.state == NOT_YET:
        progress.remember_wrong(exercise.name, verdict.mistakes)
    if exercise.name in _cards:
        _cards[exercise.name].say_state(verdict)
    return text, verdict.printed
