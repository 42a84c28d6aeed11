"""Rules that every right answer keeps, for answers without a named mistake."""

import copy
import itertools
import re
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from answer_check.judging.answers import ours
from answer_check.judging.run import run
from answer_check.judging.words import apart

BROKEN = 1e-5  # of the largest number around: far above what rounding does


@dataclass(frozen=True)
class Property:
    """What a lesson taught about every right answer.

    Parameters
    ----------
    rule : str
        It completes "Your answer breaks a rule of lesson 06: …", without the
        full stop: ``"over every token, dx sums to 0"``.
    formula : str
        The lesson, and two expressions that are equal if the rule holds:
        ``"06: dx.sum(-1) == 0"``, with `` if …`` behind them where the rule
        is for some arguments only. They know the arguments by their names,
        the outputs by theirs (``answer`` if there is one), and ``f``:
        ``f(dy=2 * dy)`` is the learner's answer to other arguments, and
        ``f(dy=2 * dy).dx`` one of several outputs.
    """

    rule: str
    formula: str

    @property
    def lesson(self):
        """Two digits: where the rule is taught."""
        return self.formula[:2]

    def holds(self, function, case, exercise, seconds=1.0):
        """Return whether a function keeps the rule on a case's arguments.

        If not, the two expressions, their values where they differ most, and
        that place are returned in place of False. None: the rule says nothing
        here, or the function raised, or went on for too long.
        """
        given = dict(zip(exercise.parameters, case.args))
        largest = [
            np.abs(part).max(initial=0)
            for part in ours(exercise.reference, case)
        ]
        outputs = exercise.outputs or ["answer"]
        equal, _, condition = self.formula[4:].partition(" if ")

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
            both = [eval(side, names | call()) for side in equal.split(" == ")]
            return np.broadcast_arrays(1 * both[0], both[1])  # True is 1

        both = run(sides, (), seconds=seconds).value
        if both is None or not both[0].size:
            return None
        left, right = both
        off = np.abs(left - right)
        if off.max() <= BROKEN * max(*largest, np.abs(right).max()):
            return True
        at = np.unravel_index(off.argmax(), off.shape)
        shown = re.sub(r"\banswer\b", "yours", equal)  # as in the example
        return shown.split(" == "), apart(left[at], right[at]), at


def broken(judge, failed, unused=()):
    """Say which rule a learner's wrong answers break, and where it shows.

    ``failed`` are the attempts that are told about; one of them, in which
    the rule is broken, is returned as well. The text is empty where there is
    no such rule. None is told of arguments that the code leaves ``unused``.
    """
    exercise = judge.exercise
    plain = [a for a in failed if a.finite and a.case.floats]
    plain = [a for a in plain if not (a.case.rough or a.misshapen)][:3]
    if not plain:
        return "", failed[0]
    for rule in itertools.starmap(Property, exercise.properties.items()):
        if any(re.search(rf"\b{a}\b", rule.formula) for a in unused):
            continue  # what is left out may be all that breaks it
        for attempt in plain:
            found = rule.holds(judge.function, attempt.case, exercise)
            if found not in (True, None):
                return (
                    f"Your answer breaks a rule of lesson {rule.lesson}: "
                    f"{rule.rule}. {_shown(exercise, *found)}"
                ), attempt
    return "", plain[0]


def _shown(exercise, sides, values, at):
    """Say which two expressions must be equal, and what they are."""
    left, right = (
        re.sub(r"\bf\(", f"{exercise.name}(", side) for side in sides
    )
    where = f" at {[*map(int, at)]}" if at else ""
    must = right if right.isdigit() else f"`{right}`, which is {values[1]}"
    return (
        f"In the example `{left}` is {values[0]}{where}. It must be equal "
        f"to {must}."
    )
