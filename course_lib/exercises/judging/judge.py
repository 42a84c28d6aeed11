"""Judges an answer: right, not yet and why, or not started yet."""

import contextlib
import warnings
from dataclasses import dataclass

import numpy as np

from course_lib.exercises.judging import faults, mistakes, outputs, words
from course_lib.exercises.judging.answers import (
    Attempt,
    as_parts,
    parts_of,
    right,
    simple,
)
from course_lib.exercises.judging.errors import raised
from course_lib.exercises.judging.run import SECONDS, restore_numpy, run

NOT_STARTED, NOT_YET, RIGHT = "Not started yet.", "Not yet.", "Right."
ENDS = NotImplementedError, MemoryError, RecursionError


@dataclass(frozen=True)
class Verdict:
    """What is said about an answer.

    ``text`` begins with ``state``; ``mistakes`` are those that are named;
    ``printed`` is what the function printed on the case it is about.
    """

    state: str
    text: str
    mistakes: tuple = ()
    printed: str = ""

    @property
    def passed(self):
        return self.state == RIGHT


def judge(function, exercise, *, seconds=SECONDS):
    """Return the Verdict on a function; ``seconds`` limits all its calls."""
    kind = Holds if exercise.verdict else Agrees
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return kind(function, exercise, seconds).verdict()


class _Judge:
    """Runs the cases, and asks one question after the other."""

    def __init__(self, function, exercise, seconds):
        self.function, self.exercise = function, exercise
        self.seconds = self._left = seconds
        self._replaced = set(restore_numpy())
        self.names = exercise.outputs or ("your answer",)

    def verdict(self):
        attempts = []
        for case in self.exercise.standard:
            attempts.append(self.attempt(case))
            trouble = attempts[-1].outcome.trouble or ValueError
            if not issubclass(trouble, Exception) or issubclass(trouble, ENDS):
                return self._ended(attempts[-1])
        failed = [a for a in attempts if a.failed]
        if not failed:
            return faults.unseen(self, attempts) or self.right(attempts)
        return (
            self._named(attempts, failed[0])
            or faults.before_numbers(self, attempts, failed)
            or self.by_numbers(attempts, failed)
        )

    def attempt(self, case, read_only=False, watch=None):
        """Call the learner's function on a case, beside the reference."""
        outcome = run(
            self.function, case.args, read_only=read_only, watch=watch,
            seconds=max(self._left, 0.1),
        )  # fmt: skip
        self._left -= outcome.seconds
        self._replaced.update(outcome.replaced)
        expected = right(self.exercise, case)
        attempt = Attempt(case, outcome, parts_of(expected))
        if outcome.trouble is None:
            attempt.parts, attempt.complaint = as_parts(
                outcome.value, expected
            )
        attempt.failed = self.fails(attempt)
        return attempt

    def say(self, sentences, attempt, named=(), state=NOT_YET, evidence=""):
        """Make a verdict of sentences, some of which may be empty."""
        text = " ".join([state, *filter(None, sentences)])
        if evidence:
            text = f"{text}\n{evidence}"
        if self._replaced:
            names = words.joined(f"np.{n}" for n in sorted(self._replaced))
            text += f" Replaced in NumPy, and now put back: {names}."
        return Verdict(state, text, tuple(named), attempt.outcome.printed)

    def raised(self, attempt):
        return raised(
            attempt.outcome, self.function, self.exercise, attempt.case,
            self.seconds,
        )  # fmt: skip

    def with_case(self, attempt):
        said = words.case(self.exercise.parameters, attempt.case)
        return f"That is with {said}." if said else ""

    def _ended(self, attempt):
        if not issubclass(attempt.outcome.trouble, NotImplementedError):
            return self.say([self.raised(attempt)], attempt)
        said = (
            "Replace `raise NotImplementedError` by your own lines, then run "
            "both cells again."
        )
        return self.say([said], attempt, state=NOT_STARTED)

    def _named(self, attempts, first):
        found = self.mistakes(attempts)
        changed = [a for a in attempts if a.outcome.changed]
        if not found or (changed and not any(
            run(self.exercise.wrong(m), changed[0].case.args).changed
            for m in found
        )):  # fmt: skip
            return None  # a changed input is told first
        said = [
            outputs.only_in(m.said, self.names, parts) if parts else m.said
            for m, parts in found.items()
        ]
        plain = "" if self.exercise.verdict else simple(attempts)
        if plain:
            said = [f"{plain} One way there: {said[0]}"]
        elif len(said) == 2:
            said = ["Two mistakes at once.", *said]
        return self.say(said, first, found, evidence=self.evidence(first))


class Agrees(_Judge):
    """Compares with the reference."""

    def fails(self, attempt):
        return bool(attempt.failed_parts)

    def mistakes(self, attempts):
        return mistakes.named(
            self.exercise, attempts, self._fresh, bool(simple(attempts))
        )

    def _fresh(self):
        cases = self.exercise.unseen_cases(self.function)
        return [self.attempt(case) for case in cases]

    def by_numbers(self, attempts, failed):
        plain, first = simple(attempts), failed[0]
        if plain.startswith("The answer is the same"):
            return self.say([plain], first, evidence=self.evidence(first))
        shown = faults.worth_showing(failed)
        return self.described(faults.only_some(attempts, failed), shown)

    def described(self, where, failed):
        """Tell of failing cases, after a sentence of where they fail."""
        first = failed[0]
        if first.parts is None:
            said, case = first.complaint or self.raised(first), ""
        else:
            parameters = self.exercise.parameters
            said = outputs.describe(failed, self.names, parameters)
            case = self.with_case(first)
        names = *self.names, self.exercise.name
        return self.say([where, words.sentence(said, names), case], first)

    def evidence(self, attempt):
        """Say what came and what was expected on the smallest case."""
        given = words.case(self.exercise.parameters, attempt.case)
        if attempt.parts is None:
            said = attempt.complaint or self.raised(attempt)
        else:
            k = attempt.failed_parts[0]
            said = words.one_part(
                attempt.parts[k], attempt.expected[k], self.names[k]
            )
        if given:
            return f"With {given}: {said}"
        return words.sentence(said, self.names)

    def right(self, attempts):
        notes = [a.case.note for a in attempts if a.case.note]
        text = f"It agrees with the reference on {len(attempts)} cases"
        if notes:
            text += f", among them {words.joined(notes)}"
        remark = faults.remark(self, attempts)
        return self.say([f"{text}.", remark], attempts[0], state=RIGHT)


class Holds(_Judge):
    """Asks the exercise's own verdict, where no answer is the only one."""

    def fails(self, attempt):
        if attempt.parts is None:
            return True
        attempt.problem = (
            self._verdict(attempt)
            if attempt.finite
            else "Your answer has entries that are not finite numbers."
        )
        return bool(attempt.problem)

    def mistakes(self, attempts):
        first = next(a for a in attempts if a.failed)
        said = first.problem
        if first.parts is None and not first.outcome.trouble:
            with contextlib.suppress(Exception):  # it may be of any kind
                said = self._verdict(first)
        return {m: () for m in self.exercise.mistakes if m.said == said}

    def _verdict(self, attempt):
        return self.exercise.verdict(attempt.answer, *attempt.case.args) or ""

    def by_numbers(self, attempts, failed):
        return self.described("", failed)

    def described(self, where, failed):
        """Say what the exercise's verdict says of the first case."""
        first = failed[0]
        if first.problem:
            said = [first.problem, self.with_case(first)]
        else:
            said = [words.sentence(first.complaint or self.raised(first))]
        return self.say([where, *said], first)

    def evidence(self, attempt):
        return ""

    def right(self, attempts):
        together, cases = self.exercise.together, [a.case for a in attempts]
        problem = together and together([a.answer for a in attempts], cases)
        if problem:
            return self.say([problem], attempts[0])
        return self.say(["Your answer holds."], attempts[0], state=RIGHT)
