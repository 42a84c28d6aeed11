"""Rules that every right answer keeps, for answers without a named mistake."""

import copy
import itertools
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from course_lib.exercises.judging.answers import close, ours
from course_lib.exercises.judging.case import Case
from course_lib.exercises.judging.run import run
from course_lib.exercises.judging.words import apart

BROKEN = 1e-5  # of the largest number around: far above what rounding does


@dataclass(frozen=True)
class Property:
    """What a lesson taught about every right answer.

    Parameters
    ----------
    rule : str
        It completes "Your answer breaks a rule of lesson 06: …", without the
        full stop: ``"over every token, dx sums to 0"``.
    said : str
        The lesson, and two expressions that are equal if the rule holds:
        ``"06: dx.sum(-1) == 0"``, with `` if …`` behind them where the rule
        is for some arguments only. They know the arguments by their names,
        the outputs by theirs (``answer`` if there is one), and ``f``:
        ``f(dy=2 * dy)`` is the learner's answer to other arguments, and
        ``f(dy=2 * dy).dx`` one of several outputs.
    """

    rule: str
    said: str

    @property
    def lesson(self):
        """Two digits: where the rule is taught."""
        return self.said[:2]

    def holds(self, function, case, exercise, seconds=1.0):
        """Return whether a function keeps the rule on a case's arguments.

        If not, what there is and what should be, where they differ most, is
        returned in place of False. None: the rule says nothing here, or the
        function raised, or went on for too long.
        """
        given, largest = dict(zip(exercise.parameters, case.args)), [0.0]
        outputs = exercise.outputs or ["answer"]
        equal, _, condition = self.said[4:].partition(" if ")

        def call(**changed):
            came = function(*copy.deepcopy([*(given | changed).values()]))
            parts = map(np.asarray, came if exercise.outputs else [came])
            found = dict(zip(outputs, parts))
            largest.extend(np.abs(part).max() for part in found.values())
            return found

        def f(**changed):
            found = SimpleNamespace(**call(**changed))
            return found if exercise.outputs else found.answer

        def sides():
            names = {**given, "np": np, "f": f}
            if condition and not eval(condition, names):
                return None
            return [eval(side, names | call()) for side in equal.split(" == ")]

        both = run(sides, (), seconds=seconds).value
        if both is None:
            return None
        left, right = np.broadcast_arrays(*both)
        off = np.abs(left - right)
        if off.max() <= BROKEN * max(*largest, np.abs(right).max()):
            return True
        at = np.unravel_index(off.argmax(), off.shape)
        return apart(left[at], right[at])


def broken(judge, failed):
    """Say which rule a learner's wrong answers break.

    ``failed`` are the attempts that are told about. The text is empty where
    there is no rule that they break; a rule that is told is broken on each
    of them that it speaks of, and on one at least.
    """
    exercise = judge.exercise
    plain = [a for a in failed if not (a.case.rough or a.misshapen)]
    plain = [a for a in plain if a.finite][:3]
    said = _right_without(judge, plain[:1])
    if said:
        return said
    for rule in itertools.starmap(Property, exercise.properties.items()):
        for found in (
            rule.holds(judge.function, a.case, exercise) for a in plain
        ):
            if found not in (True, None):
                came, right = found
                return (
                    f"Your answer breaks a rule of lesson {rule.lesson}: "
                    f"{rule.rule}. For it to hold, {came} would have to be "
                    f"{right}."
                )
    return ""


def _right_without(judge, attempts):
    """Say which argument does no harm while it is 0 or 1.

    All others must show in the answer all the same. The first is not tried:
    it is what all is made of.
    """
    reference = judge.exercise.reference
    wrong = {k for a in attempts for k in a.failed}

    def shows(case, i):
        cases = [case, *(_put(case, i, v) for v in _others(case.args[i]))]
        answers = [ours(reference, each) for each in cases]
        return [_alike(answers[0], each) for each in answers]

    for given in [a.case for a in attempts if not _is_a_choice(a)]:
        every = range(len(given.args))
        for i, value in itertools.product(every[1:], (0.0, 1.0)):
            if not isinstance(given.args[i], float | np.ndarray):
                continue
            first, *cases = (
                _put(case, i, case.args[i] * 0 + value)
                for case in (given, *(a.case for a in judge.attempts))
            )
            others = (k for k in every if k != i)
            right = ours(reference, first)
            if not isinstance(right, type) and not any(
                np.any(right[k]) for k in wrong
            ):
                continue  # 0, whatever is done with the others
            if all(shows(first, k) == shows(given, k) for k in others) and (
                not any(judge.attempt(case).failed for case in cases)
            ):
                name = judge.exercise.parameters[i]
                return (
                    f"With `{name}` = {value:g} your answer is right. Look at "
                    f"what you do with `{name}`."
                )
    return ""


def _alike(a, b):
    """Whether two answers are close, or raise the same."""
    if isinstance(a, type) or isinstance(b, type):
        return a is b
    return all(map(close, a, b))


def _is_a_choice(attempt):
    """Whether what is wrong has few values, so that chance makes it right."""
    return any(attempt.expected[k].dtype.kind in "bi" for k in attempt.failed)


def _put(case, i, value):
    """Return a case with another value for argument i."""
    return Case(*case.args[:i], value, *case.args[i + 1 :])


def _others(value):
    """List other values for an argument."""
    if isinstance(value, np.ndarray):
        scale = np.linspace(0.5, 1.5, value.size).reshape(value.shape)
        return [(value * each).astype(value.dtype)
                for each in (2 * scale, -3 * scale)]  # fmt: skip
    return [3 * value] if isinstance(value, float) else []
