"""Judges an answer: right, not yet and why, or not started yet."""

import contextlib
import warnings
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from course_lib.exercises.judging import faults, outputs, words
from course_lib.exercises.judging.answers import (
    Attempt,
    as_parts,
    ours,
    simple,
)
from course_lib.exercises.judging.errors import raised
from course_lib.exercises.judging.mistakes import named
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
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        questions = Judge(function, exercise, seconds).verdicts()
        return next(filter(None, questions))


class Judge:
    """Runs the cases, and asks one question after the other."""

    def __init__(self, function, exercise, seconds):
        self.function, self.exercise = function, exercise
        self.seconds = self._left = seconds
        self._replaced = set(restore_numpy())
        self.names = exercise.outputs or ("your answer",)

    def verdicts(self):
        """Ask one question after the other; yield what is said, or None."""
        attempts = []
        for case in self.exercise.standard:
            attempts.append(self.attempt(case))
            yield self._ended(attempts[-1])
        failed = [a for a in attempts if a.failed]
        if not failed:
            yield from faults.of_right_numbers(self, attempts)
            yield self._right(attempts)
        yield self._named(attempts, failed)
        yield from faults.beside_the_numbers(self, attempts)
        plain = "" if self.exercise.verdict else simple(attempts)
        if plain.startswith("The answer is the same"):
            evidence = self._evidence(failed[0])
            yield self.say(plain, about=failed[0], evidence=evidence)
        where = faults.only_some(attempts, failed)
        yield self.described(faults.worth_showing(failed), where)

    def attempt(self, case, read_only=False, watch=None):
        """Call the learner's function on a case, beside the reference."""
        outcome = run(
            self.function, case.args, read_only=read_only, watch=watch,
            seconds=max(self._left, 0.1),
        )  # fmt: skip
        self._left -= outcome.seconds
        self._replaced.update(outcome.replaced)
        attempt = Attempt(case, outcome, ours(self.exercise.reference, case))
        if outcome.trouble is None:
            attempt.parts, attempt.complaint = as_parts(
                outcome.value, attempt.expected
            )
        attempt.failed = bool(attempt.failed_parts)
        if self.exercise.verdict and attempt.parts is not None:
            attempt.problem = self._problem(attempt)
            attempt.failed = bool(attempt.problem)
        return attempt

    def _problem(self, attempt):
        """Say what the exercise's own verdict is."""
        if not attempt.finite:
            return "Your answer has entries that are not finite numbers."
        return self.exercise.verdict(attempt.answer, *attempt.case.args) or ""

    @cached_property
    def fresh(self):
        """Attempts at other numbers."""
        return [*map(self.attempt, self.exercise.unseen_cases(self.function))]

    def say(self, *said, about, named=(), state=NOT_YET, evidence=""):
        """Make a verdict of sentences, some of which may be empty."""
        text = " ".join([state, *filter(None, said)])
        if evidence:
            text = f"{text}\n{evidence}"
        if self._replaced:
            names = words.joined(f"np.{n}" for n in sorted(self._replaced))
            text += f" Replaced in NumPy, and now put back: {names}."
        return Verdict(state, text, tuple(named), about.outcome.printed)

    def raised(self, attempt):
        return raised(
            attempt.outcome, self.function, self.exercise, attempt.case,
            self.seconds,
        )  # fmt: skip

    def _ended(self, attempt):
        """Say why there is no use in another call, if there is none."""
        trouble = attempt.outcome.trouble or ValueError
        if issubclass(trouble, NotImplementedError):
            said = (
                "Replace `raise NotImplementedError` by your own lines, then "
                "run both cells again."
            )
            return self.say(said, about=attempt, state=NOT_STARTED)
        if issubclass(trouble, Exception) and not issubclass(trouble, ENDS):
            return None
        return self.say(self.raised(attempt), about=attempt)

    def _named(self, attempts, failed):
        """Name the mistakes; a changed input is told first."""
        first, plain = failed[0], ""
        if self.exercise.verdict:
            found = self._of_this_verdict(first)
        else:
            found = named(self.exercise, attempts, lambda: self.fresh)
            plain = simple(attempts)
        changed = [a.case for a in attempts if a.outcome.changed]
        if not found or (changed and not any(
            run(m.function, changed[0].args).changed for m in found
        )):  # fmt: skip
            return None
        said = [
            outputs.only_in(m.said, self.names, parts) if parts else m.said
            for m, parts in found.items()
        ]
        if plain:
            said[0] = f"{plain} One way there: {said[0]}"
        elif len(said) == 2:
            said.insert(0, "Two mistakes at once.")
        evidence = "" if self.exercise.verdict else self._evidence(first)
        return self.say(*said, about=first, named=found, evidence=evidence)

    def _of_this_verdict(self, attempt):
        """Find the mistake of which the exercise's verdict says the same."""
        said = attempt.problem
        if attempt.parts is None and not attempt.outcome.trouble:
            with contextlib.suppress(Exception):  # it may be of any kind
                said = self.exercise.verdict(
                    attempt.answer, *attempt.case.args
                )
        return {m: () for m in self.exercise.mistakes if m.said == said}

    def described(self, failed, where=""):
        """Tell of failing cases, after a sentence of where they fail."""
        first, case = failed[0], self.with_case(failed[0])
        if first.problem:
            return self.say(where, first.problem, case, about=first)
        if first.parts is None:
            said, case = first.complaint or self.raised(first), ""
        else:
            parameters = self.exercise.parameters
            said = outputs.describe(failed, self.names, parameters)
        said = words.sentence(said, (*self.names, self.exercise.name))
        return self.say(where, said, case, about=first)

    def with_case(self, attempt):
        said = words.case(self.exercise.parameters, attempt.case)
        return f"That is with {said}." if said else ""

    def _right(self, attempts):
        cases = [a.case for a in attempts]
        if self.exercise.verdict:
            answers, together = (
                [a.answer for a in attempts],
                self.exercise.together,
            )
            problem = together and together(answers, cases)
            if problem:
                return self.say(problem, about=attempts[0])
            said = ["Your answer holds."]
        else:
            said = f"It agrees with the reference on {len(attempts)} cases"
            notes = [case.note for case in cases if case.note]
            if notes:
                said += f", among them {words.joined(notes)}"
            said = [f"{said}.", faults.remark(self, attempts)]
        return self.say(*said, about=attempts[0], state=RIGHT)

    def _evidence(self, attempt):
        """Say what came and what was expected on the smallest case."""
        given = words.case(self.exercise.parameters, attempt.case)
        said = attempt.complaint
        if attempt.parts is not None:
            k = attempt.failed_parts[0]
            said = words.one_part(
                attempt.parts[k], attempt.expected[k], self.names[k]
            )
        said = said or self.raised(attempt)
        if given:
            return f"With {given}: {said}"
        return words.sentence(said, self.names)
