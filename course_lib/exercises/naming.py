"""Finds the listed mistake that an answer comes from, if exactly one does."""

from course_lib.exercises.attempts import parts_of
from course_lib.exercises.compare import alike_off, close
from course_lib.exercises.outputs import is_another_order, places
from course_lib.exercises.sandbox import copied


def named(exercise, attempts):
    """Name the mistakes that explain all of the learner's answers.

    One mistake; or two made together; or, with several outputs, one for
    each output that is wrong. Where two explanations fit, none is given.

    Parameters
    ----------
    exercise : Exercise
    attempts : sequence of Attempt
        All cases; some are wrong.

    Returns
    -------
    dict of Mistake to tuple of int
        The outputs that alone show the mistake; empty where all do that it
        spoils.
    """
    if exercise.verdict:
        return _recognised(exercise, next(a for a in attempts if a.failed))
    patterns = {
        m: _Pattern(exercise.wrong(m), attempts) for m in exercise.mistakes
    }
    found = [m for m, pattern in patterns.items() if pattern.explains()]
    if found:
        return {found[0]: ()} if len(found) == 1 else {}
    if is_another_order(places([a for a in attempts if a.failed])):
        return {}
    return _by_part(attempts, patterns) or _in_pairs(exercise, attempts)


def _in_pairs(exercise, attempts):
    found = [
        (a, b)
        for a, b, together in exercise.pairs()
        if _Pattern(together, attempts).explains()
    ]
    return dict.fromkeys(found[0], ()) if len(found) == 1 else {}


def _by_part(attempts, patterns):
    """Name a mistake for each output, if each has exactly one."""
    several = len(attempts[0].expected) > 1
    if not several or any(a.parts is None for a in attempts):
        return {}
    wrong = sorted({k for a in attempts for k in a.failed_parts})
    right = set(range(len(attempts[0].expected))) - set(wrong)
    mistakes = {}
    for k in wrong:
        found = [m for m, p in patterns.items() if p.explains([k])]
        if len(found) != 1:
            return {}
        mistakes.setdefault(found[0], []).append(k)
    return {
        m: () if patterns[m].leaves_right(right) else tuple(parts)
        for m, parts in mistakes.items()
        if len(mistakes) <= 2
    }


def _recognised(exercise, attempt):
    if attempt.outcome.trouble or not attempt.has_numbers:
        return {}
    args = attempt.answer, *attempt.case.args
    found = [m for m in exercise.mistakes if recognises(m, *args)]
    return {found[0]: ()} if len(found) == 1 else {}


class _Pattern:
    """What a known mistake answers, case by case, beside the learner's."""

    def __init__(self, function, attempts):
        self._function, self._attempts = function, attempts
        self._answers = {}

    def explains(self, parts=None):
        """Whether the learner's answers are this mistake's, and wrong."""
        shows = False
        for i, attempt in enumerate(self._attempts):
            if i not in self._answers:
                self._answers[i] = answer(self._function, attempt.case)
            theirs = self._answers[i]
            if not _agree(attempt, theirs, parts):
                return False
            shows = shows or _is_wrong(attempt, theirs, parts)
        return shows

    def leaves_right(self, parts):
        """Whether the mistake does not show in these parts."""
        return not any(
            _is_wrong(attempt, self._answers[i], [k])
            for i, attempt in enumerate(self._attempts)
            for k in parts
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
    chosen = parts or range(len(theirs))
    if attempt.case.rough:
        return all(
            alike_off(attempt.parts[k], theirs[k], attempt.expected[k])
            for k in chosen
        )
    return all(close(attempt.parts[k], theirs[k]) for k in chosen)


def recognises(mistake, answer, *args):
    """Whether a mistake's own property holds; an exception says no."""
    try:
        return bool(mistake.when(answer, *args))
    except Exception:
        return False


def answer(function, case):
    """Parts of an answer of ours, or the type of the exception raised."""
    try:
        return parts_of(function(*copied(case.args)))
    except Exception as error:
        return type(error)
