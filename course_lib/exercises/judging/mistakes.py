"""Finds the mistakes that an answer comes from, where one reading fits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from weakref import WeakKeyDictionary

from numpy import ndarray

from course_lib.exercises.exercise import Mistake
from course_lib.exercises.judging.answers import alike_off, close, parts_of
from course_lib.exercises.judging.outputs import is_another_order, places
from course_lib.exercises.judging.run import copied
from course_lib.exercises.judging.slips import WHY, slips

MOST = 250  # slips that are tried, for speed


@dataclass
class Explanation:
    """A wrong function: the mistakes in it, and what it answers."""

    mistakes: tuple
    function: Callable
    kept: WeakKeyDictionary = field(default_factory=WeakKeyDictionary)

    def answer(self, case):
        """Parts of its answer to a case, or the type it raised."""
        if case not in self.kept:
            self.kept[case] = answer(self.function, case)
        return self.kept[case]

    def agrees(self, attempts, parts=None):
        """Whether the learner's answers are these."""
        return all(
            _agree(attempt, self.answer(attempt.case), parts)
            for attempt in attempts
        )

    def shows(self, attempts, parts=None):
        """Whether its answers are wrong, in one of these parts."""
        return any(
            _is_wrong(attempt, self.answer(attempt.case), parts)
            for attempt in attempts
        )


def _is_wrong(attempt, theirs, parts):
    return not isinstance(theirs, type) and not all(
        close(theirs[k], attempt.expected[k])
        for k in parts or range(len(theirs))
    )


def _agree(attempt, theirs, parts):
    if isinstance(theirs, type):
        return attempt.outcome.trouble is theirs
    if attempt.parts is None or len(theirs) != len(attempt.parts):
        return False
    return all(
        alike_off(attempt.parts[k], theirs[k], attempt.expected[k])
        if attempt.case.rough
        else close(attempt.parts[k], theirs[k])
        for k in parts or range(len(theirs))
    )


def answer(function, case):
    """Parts of an answer of ours, or the type of the exception raised."""
    try:
        return parts_of(function(*copied(case.args)))
    except Exception as error:
        return type(error)


def named(exercise, attempts, fresh, simple):
    """Name the mistakes that explain all of the learner's answers.

    One that is listed; or one for each output that is wrong; or two made
    together; or else a slip of the reference that nobody listed. Where two
    readings fit, none is given.

    Parameters
    ----------
    exercise : Exercise
    attempts : sequence of Attempt
        All cases; some are wrong.
    fresh : callable
        Gives attempts at other numbers, which a slip has to explain too.
    simple : bool
        Whether the answers say nothing of their origin, all zeros for
        instance; then only one listed mistake is thought of.

    Returns
    -------
    dict of Mistake to tuple of int
        The outputs that alone show the mistake; empty where all do that it
        spoils.
    """
    listed = _listed(exercise)
    found = _explain(attempts, listed)
    if found:
        return _if_one(found)
    if simple or is_another_order(places([a for a in attempts if a.failed])):
        return {}
    return (
        _by_part(attempts, lambda k: _explain(attempts, listed, [k]))
        or _if_one(_explain(attempts, _pairs(exercise)))
        or _unlisted(exercise, attempts, fresh)
    )


def _explain(attempts, explanations, parts=None):
    return [e for e in explanations
            if e.agrees(attempts, parts)
            and e.shows(attempts, parts)]  # fmt: skip


def _if_one(found):
    """Name what one explanation says, if there is one and it has words."""
    one = len(found) == 1 and found[0].mistakes[0].message
    return dict.fromkeys(found[0].mistakes, ()) if one else {}


def _unlisted(exercise, attempts, fresh):
    """Name a slip, which must hold on fresh numbers too."""
    if _plainer(exercise, attempts):
        return {}

    def explain(parts=None):
        found = _explain(attempts, _slips(exercise), parts)
        if found:
            others = fresh()
            found = [e for e in found if e.agrees(others, parts)]
        return _told_once(found)

    found = explain()
    if found:
        return _if_one(found)
    return _by_part(attempts, lambda k: (
        _explain(attempts, _listed(exercise), [k]) or explain([k])
    ))  # fmt: skip


def _told_once(found):
    """Bring explanations down to one, if two sentences say them all.

    All give the learner's answers, so they are one function.
    """
    by_words = {e.mistakes[0].message: e for e in reversed(found)}
    if len(by_words) == 2 and all(by_words):
        second, first = (e.mistakes[0] for e in by_words.values())
        also = second.message[:1].lower() + second.message[1:]
        said = f"{first.message} Or, which comes to the same, {also} {WHY}"
        return [
            Explanation(
                (Mistake(said, function=first.function),), first.function
            )
        ]
    return list(by_words.values())


def _plainer(exercise, attempts):
    """Whether wrong answers are another output, or an argument as it came."""
    failed = [a for a in attempts if a.failed]
    if any(k != output for k, output in enumerate(places(failed))):
        return True
    return any(a.parts for a in failed) and any(
        all(a.parts and any(close(a.parts[k], arg) for arg in a.case.args
                            if isinstance(arg, ndarray)) for a in failed)
        for k in failed[0].failed_parts
    )  # fmt: skip


def _by_part(attempts, explain):
    """Name a mistake for each output, if each has exactly one."""
    several = len(attempts[0].expected) > 1
    if not several or any(a.parts is None for a in attempts):
        return {}
    wrong = sorted({k for a in attempts for k in a.failed_parts})
    right = set(range(len(attempts[0].expected))) - set(wrong)
    parts = {}
    for k in wrong:
        found = explain(k)
        if len(found) != 1 or not found[0].mistakes[0].message:
            return {}
        parts.setdefault(found[0].mistakes[0], (found[0], []))[1].append(k)
    return {
        mistake: tuple(k) if right and found.shows(attempts, right) else ()
        for mistake, (found, k) in parts.items()
        if len(parts) <= 2
    }


@cache
def _listed(exercise):
    return [Explanation((m,), exercise.wrong(m)) for m in exercise.mistakes]


@cache
def _pairs(exercise):
    return [Explanation((a, b), both) for a, b, both in exercise.pairs()]


@cache
def _slips(exercise):
    first = islice(slips(exercise), MOST)
    return [Explanation((slip,), slip.function) for slip in first]
