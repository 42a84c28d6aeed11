"""Judges an answer: right, not yet and why, or not started yet."""

import contextlib
import inspect
import os
import warnings
from functools import cached_property, partial
from unittest.mock import patch

import numpy as np

from answer_check.judging import other_checks, outputs, words
from answer_check.judging.answers import SAME_FOR_ALL, ZERO, simple
from answer_check.judging.calls_made import calls
from answer_check.judging.case import Case
from answer_check.judging.errors import raised
from answer_check.judging.mistakes import named, plain
from answer_check.judging.one_change import place
from answer_check.judging.properties import broken, unmoved
from answer_check.judging.run import SECONDS, alone, restore, run
from answer_check.judging.source import uncommented
from answer_check.judging.verdict import (
    NOT_STARTED,
    NOT_YET,
    RIGHT,
    Verdict,
)
from answer_check.judging.vocabulary import vocabulary

ENDS = MemoryError, RecursionError
SHOWN = ValueError, IndexError  # errors that an example makes clear
NUMBERS = "No", "One", "Two", "Three", "Four", "Five"
COUNTED = "First", "Second", "Third", "Fourth", "Fifth"
TO_START = (
    "Replace `raise NotImplementedError` with your own lines, then run your "
    "function's cell and its check again."
)


def judge(function, exercise, *, seconds=SECONDS):
    """Return the Verdict on a function; ``seconds`` limits all its calls."""
    silence = warnings.catch_warnings(action="ignore")
    with alone(), silence, np.errstate(all="ignore"), _surroundings():
        questions = Judge(function, exercise, seconds).verdicts()
        return next(filter(None, questions))


def _surroundings():
    """Return a context that puts back folder, environment, print options."""
    stack = contextlib.ExitStack()
    stack.enter_context(np.printoptions())
    stack.enter_context(patch.dict(os.environ))
    with contextlib.suppress(OSError):  # a folder that is deleted
        stack.enter_context(contextlib.chdir("."))
    return stack


class Judge:
    """Runs the cases, and asks one question after the other."""

    def __init__(self, function, exercise, seconds):
        self.function, self.exercise = function, exercise
        self.seconds = self.left = seconds
        self._replaced = set(restore())
        self.names = exercise.outputs or (words.YOURS,)
        self.attempts, self.failed = [], []
        self.besides = []  # what is wrong where an input is changed, too

    def verdicts(self):
        """Ask one question after the other.

        Yield a Verdict where the question has an answer, else None. The first
        Verdict is the one that counts.
        """
        yield other_checks.untouched(self)
        for case in self.exercise.standard:
            self.attempts.append(self.attempt(case))
            yield self._ended(self.attempts[-1])
        self.failed = [a for a in self.attempts if a.failed]
        if not self.failed:
            yield from other_checks.of_right_numbers(self)
            yield _right(self)
        yield self._named()
        yield from other_checks.beside_the_numbers(self)
        shown = other_checks.worth_showing(self.failed)
        where = other_checks.only_some(self)
        if where == other_checks.FRACTIONS_LOST:
            example = self.example(shown[0])
            yield self.say(where, about=shown[0], example=example)
        yield self._described_with_a_reason(shown, where)

    def _described_with_a_reason(self, shown, where):
        """Describe wrong answers: a rule that they break, and the place."""
        if self.exercise.why_not:
            return self.described(shown, where)
        never, rule = other_checks.unused(self), ""
        first = shown[0]
        if first.parts is not None:
            still = unmoved(self, first)
            rule = self._found_by(calls, first) or not never and still
            if not rule:
                rule, first = broken(self, shown)
            rule = rule or ("" if never else still)
            shown = [first, *(a for a in shown if a is not first)]
        groups = plain(self)
        at = self._found_by(place, self.words, groups[0] if groups else [])
        return self.described(shown, f"{never} {where}".strip(), rule, at)

    def _found_by(self, search, *given):
        """Return what a search says that runs the learner's code, or ""."""
        return (
            run(partial(search, self, *given), (), seconds=SECONDS).value or ""
        )

    @cached_property
    def words(self):
        """The words of the learner's code, or None."""
        return vocabulary(self.function)

    def attempt(self, case, read_only=False, function=None):
        """Call the learner's function on a case, and compare the answer.

        Return the Attempt. Another function can be called in its place.
        """
        attempt = run(
            function or self.function, case.args, read_only=read_only,
            judged=lambda attempt: attempt.compare(case, self.exercise),
            seconds=max(self.left, 0.1),
        )  # fmt: skip
        self.left -= attempt.seconds
        self._replaced.update(attempt.replaced)
        if attempt.error:
            attempt.compare(case, self.exercise)
            attempt.complaint = raised(
                attempt, self.function, self.exercise, self.seconds
            )
            attempt.trouble, attempt.error = type(attempt.error), None
        return attempt

    @cached_property
    def kept(self):
        """The lines of the starter that stand in the learner's code still."""
        exercise, text = self.exercise, ""
        with contextlib.suppress(OSError, TypeError):
            text = inspect.getsource(self.function)
        lines = (
            {*map(uncommented, each.splitlines())}
            for each in (text, exercise.handed, exercise.source.body)
        )
        return set.intersection(*lines)

    @cached_property
    def again(self):
        """A second attempt at the first case."""
        return self.attempt(self.exercise.standard[0])

    @cached_property
    def fresh(self):
        """Attempts at other numbers."""
        return [*map(self.attempt, self.exercise.unseen_cases(self.function))]

    def say(self, *said, about, named=(), state=NOT_YET, example=()):
        """Make a verdict of sentences, some of which may be empty."""
        remarks = ()
        if self._replaced:
            names = words.joined(sorted(self._replaced))
            remarks = (f"Replaced, and now put back: {names}.",)
        said = tuple(filter(None, said))
        return Verdict(
            state, said, example, remarks, tuple(named), about.printed
        )

    def _ended(self, attempt):
        """Return a Verdict if no other call makes sense, else None.

        So it is if the answer is not begun, went on for too long, or would end
        the notebook.
        """
        trouble = attempt.trouble or ValueError
        if issubclass(trouble, NotImplementedError):
            return self.say(TO_START, about=attempt, state=NOT_STARTED)
        if issubclass(trouble, ENDS) or not issubclass(trouble, Exception):
            return self.say(attempt.complaint, about=attempt)
        return None

    def _named(self):
        """Return a Verdict that names the mistakes that were found, or None.

        None too if the answer changes its input, which is told first.
        """
        first, simply, right, beside = self.failed[0], "", "", ""
        if self.exercise.why_not:
            said = first.complaint
            found = [m for m in self.exercise.listed if m.said == said]
            right = self._same_for_all()
        else:
            found, beside = named(self, self.words)
            simply = simple(self.attempts)
            if first.parts is not None:
                right = outputs.right(self.failed, self.names).strip()
        changed = [a.case for a in self.attempts if a.changed]
        if changed and not any(
            run(m.function, changed[0].args).changed for m in found
        ):
            self.besides = [m.said for m in found]
            return None
        said = [m.said for m in found]
        if said[1:]:
            said = [f"{nth}: {each}" for nth, each in zip(COUNTED, said)]
            said[0] = f"{NUMBERS[len(said)]} things. {said[0]}"
        if simply and said:
            simply += " One way there:"
            said[0] = f"{said[0][0].lower()}{said[0][1:]}"
        if (
            not said
            and simply != SAME_FOR_ALL
            and (simply != ZERO or first.misshapen)
        ):  # how they differ says more
            return None
        with_numbers = (a for a in self.failed if a.parts is not None)
        about = next(with_numbers, first)
        example = () if self.exercise.why_not else self.example(about)
        return self.say(
            simply, *said, beside, right,
            about=about, named=found, example=example,
        )  # fmt: skip

    def described(self, failed, where="", rule="", at=""):
        """Return a Verdict on failing attempts that no mistake explains.

        It says where they fail, a rule that they break or how they differ
        from what is expected, and at which place one change mends them.
        """
        first, parameters = failed[0], self.exercise.parameters
        said, example = first.complaint, ()
        if first.parts is not None:
            said = said or outputs.describe(
                failed, self.failed or failed, self.names, parameters,
                rule, bool(at),
            )  # fmt: skip
        of_shapes = issubclass(first.trouble or object, SHOWN)
        numbers = first.parts is not None or of_shapes
        if numbers or self.failed != self.attempts:
            example = self.example(first)
        said = words.sentence(said.strip(), (*self.names, self.exercise.name))
        also = self._same_for_all() if self.exercise.why_not else ""
        return self.say(where, said, at, also, about=first, example=example)

    def _same_for_all(self):
        """Ask about an answer that is always the same; one may even do."""
        same = simple(self.attempts) == SAME_FOR_ALL
        said = "Your answer is the same in every case; does one do for all?"
        return said if same else ""

    def example(self, attempt):
        """Return a case and what came of it as the rows of a table."""
        names = () if self.exercise.why_not else self.names
        return words.example(self.exercise.parameters, attempt, names)


def _right(judge):
    cases, style = [a.case for a in judge.attempts], judge.exercise.style
    if style and judge.words is not None and style(judge.words):
        return judge.say(style(judge.words), about=judge.attempts[0])
    if not judge.exercise.why_not:
        notes = words.joined(dict.fromkeys(c.note for c in cases if c.note))
        among = f", among them {notes}" if notes else ""
        said = f"It agrees with the reference on {len(cases)} cases{among}."
        remark = other_checks.remark(judge)
        return judge.say(said, remark, about=judge.attempts[0], state=RIGHT)
    last = judge.exercise.last_case([a.answer for a in judge.attempts])
    attempt = last and judge.attempt(Case(*last))
    if attempt and attempt.failed:
        return judge.described([attempt])
    first = judge.attempts[0]
    said = judge.exercise.when_right(first.answer)
    return judge.say(said, about=first, state=RIGHT)
