"""Judges an answer: right, not yet and why, or not started yet."""

import warnings
from functools import cached_property

import numpy as np

from course_lib.exercises.judging import faults, outputs, words
from course_lib.exercises.judging.answers import SAME_FOR_ALL, simple
from course_lib.exercises.judging.errors import raised
from course_lib.exercises.judging.mistakes import named
from course_lib.exercises.judging.run import SECONDS, alone, restore, run
from course_lib.exercises.judging.verdict import (
    NOT_STARTED,
    NOT_YET,
    RIGHT,
    Verdict,
)
from course_lib.exercises.judging.vocabulary import vocabulary

ENDS = MemoryError, RecursionError
TO_START = (
    "Replace `raise NotImplementedError` with your own lines, then run your "
    "function's cell and its check again."
)


def judge(function, exercise, *, seconds=SECONDS):
    """Return the Verdict on a function; ``seconds`` limits all its calls."""
    silence = warnings.catch_warnings(action="ignore")
    with alone(), silence, np.errstate(all="ignore"):
        questions = Judge(function, exercise, seconds).verdicts()
        return next(filter(None, questions))


class Judge:
    """Runs the cases, and asks one question after the other."""

    def __init__(self, function, exercise, seconds):
        self.function, self.exercise = function, exercise
        self.seconds = self._left = seconds
        self._replaced = set(restore())
        self.names = exercise.outputs or ("your answer",)
        self.attempts, self.failed = [], []

    def verdicts(self):
        """Ask one question after the other; yield what is said, or None."""
        for case in self.exercise.standard:
            self.attempts.append(self.attempt(case))
            yield self._ended(self.attempts[-1])
        self.failed = [a for a in self.attempts if a.failed]
        if not self.failed:
            yield from faults.of_right_numbers(self)
            yield _right(self)
        yield self._named()
        yield from faults.beside_the_numbers(self)
        shown = faults.worth_showing(self.failed)
        yield self.described(shown, faults.only_some(self))

    def attempt(self, case, read_only=False, function=None):
        """Call the learner's function on a case, beside the reference."""
        attempt = run(
            function or self.function, case.args, read_only=read_only,
            judged=lambda attempt: attempt.compare(case, self.exercise),
            seconds=max(self._left, 0.1),
        )  # fmt: skip
        self._left -= attempt.seconds
        self._replaced.update(attempt.replaced)
        if attempt.error:
            attempt.compare(case, self.exercise)
            attempt.complaint = raised(
                attempt, self.function, self.exercise, self.seconds
            )
            attempt.trouble, attempt.error = type(attempt.error), None
        return attempt

    @cached_property
    def fresh(self):
        """Attempts at other numbers."""
        return [*map(self.attempt, self.exercise.unseen_cases(self.function))]

    def say(self, *said, about, named=(), state=NOT_YET, evidence=""):
        """Make a verdict of sentences, some of which may be empty."""
        said, remarks, pairs = tuple(filter(None, said)), (), ()
        if self._replaced:
            names = words.joined(sorted(self._replaced))
            remarks = (f"Replaced, and now put back: {names}.",)
        told = " ".join([*said, evidence])
        if about.parts and ", expected is " in told:
            parts = zip(about.parts, about.expected, self.names)
            pairs = (words.compared(*part) for part in parts)
        pairs = tuple(pair for pair in pairs if pair.sentence[1:] in told)
        return Verdict(
            state, said, evidence, remarks, pairs, tuple(named), about.printed
        )

    def _ended(self, attempt):
        """Say why there is no use in another call, if there is none."""
        trouble = attempt.trouble or ValueError
        if issubclass(trouble, NotImplementedError):
            return self.say(TO_START, about=attempt, state=NOT_STARTED)
        if issubclass(trouble, ENDS) or not issubclass(trouble, Exception):
            return self.say(attempt.complaint, about=attempt)
        return None

    def _named(self):
        """Name the mistakes; a changed input is told first."""
        first, plain, evidence = self.failed[0], "", ""
        if self.exercise.why_not:
            said = first.complaint
            found = {m: () for m in self.exercise.listed if m.said == said}
        else:
            found = named(
                self.exercise, self.attempts, lambda: self.fresh,
                vocabulary(self.function),
            )  # fmt: skip
            plain = simple(self.attempts)
            evidence = self._evidence(first)
        changed = [a.case for a in self.attempts if a.changed]
        if changed and not any(
            run(m.function, changed[0].args).changed for m in found
        ):
            return None
        said = [
            outputs.only_in(m.said, self.names, parts) if parts else m.said
            for m, parts in found.items()
        ]
        if plain and said:
            plain += " One way there:"
            said[0] = f"{said[0][0].lower()}{said[0][1:]}"
        elif len(said) == 2:
            plain = "Two mistakes at once."
        if not said and plain != SAME_FOR_ALL:
            return None
        return self.say(
            plain, *said, about=first, named=found, evidence=evidence
        )

    def described(self, failed, where=""):
        """Tell of failing cases, after a sentence of where they fail."""
        first, parameters = failed[0], self.exercise.parameters
        said, case = first.complaint, ""
        if first.parts is not None:
            said = said or outputs.describe(failed, self.names, parameters)
            case = self.with_case(first)
        said = words.sentence(said, (*self.names, self.exercise.name))
        return self.say(where, said, case, about=first)

    def with_case(self, attempt):
        case = words.case(self.exercise.parameters, attempt.case)
        return case and f"That is with {case}."

    def _evidence(self, attempt):
        """Say what came and what was expected on the smallest case."""
        given = words.case(self.exercise.parameters, attempt.case)
        said = attempt.complaint
        if attempt.parts is not None:
            k = attempt.failed[0]
            parts = attempt.parts[k], attempt.expected[k], self.names[k]
            said = words.compared(*parts).sentence
            said += outputs.right(self.failed, self.names)
        if given:
            return f"With {given}: {said}"
        return words.sentence(said, self.names)


def _right(judge):
    cases, style = [a.case for a in judge.attempts], judge.exercise.style
    own = vocabulary(judge.function)
    if style and own is not None and style(own):
        return judge.say(style(own), about=judge.attempts[0])
    if not judge.exercise.why_not:
        notes = words.joined(case.note for case in cases if case.note)
        among = f", among them {notes}" if notes else ""
        said = f"It agrees with the reference on {len(cases)} cases{among}."
        remark = faults.remark(judge)
        return judge.say(said, remark, about=judge.attempts[0], state=RIGHT)
    together, problem = judge.exercise.together, ""
    if together:
        problem = together([a.answer for a in judge.attempts], cases)
    return judge.say(
        problem or judge.exercise.when_right(judge.attempts[0].answer),
        about=judge.attempts[0],
        state=NOT_YET if problem else RIGHT,
    )  # fmt: skip
