"""Judges an answer: right, not yet and why, or not started yet."""

import contextlib
import inspect
import warnings
from functools import cached_property, partial

import numpy as np

from answer_check.judging import other_checks, outputs, words
from answer_check.judging.case import Case
from answer_check.judging.errors import raised
from answer_check.judging.mistakes import named
from answer_check.judging.one_change import place
from answer_check.judging.properties import broken
from answer_check.judging.run import SECONDS, alone, run
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
    with alone(), silence, np.errstate(all="ignore"):
        questions = Judge(function, exercise, seconds).verdicts()
        return next(filter(None, questions))


class Judge:
    """Runs the cases, and asks one question after the other."""

    def __init__(self, function, exercise, seconds):
        self.function, self.exercise = function, exercise
        self.seconds = self.left = seconds
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
        yield self._described_with_a_reason()

    def _described_with_a_reason(self):
        """Describe wrong answers: a rule that they break, and the place."""
        shown = other_checks.worth_showing(self.failed)
        where = other_checks.only_some(self)
        if where.endswith(other_checks.CUT_OFF) and shown[0].parts:
            example = self.example(shown[0])
            return self.say(where, about=shown[0], example=example)
        if self.exercise.why_not:
            return self.described(shown, where)
        unused = other_checks.never_used(self)
        rule, first = broken(self, shown, unused)
        shown = [first, *(a for a in shown if a is not first)]
        # Whatever is tried, it runs within the limits of an answer.
        search = partial(place, self)
        at = run(search, ()).value or ""
        where = f"{other_checks.unused(self)} {where}".strip()
        return self.described(shown, where, rule, at)

    @cached_property
    def words(self):
        """The words of the learner's code, or None."""
        return vocabulary(self.function)

    def attempt(self, case, read_only=False):
        """Call the learner's function on a case; return the Attempt."""
        attempt = run(
            self.function, case.args, read_only=read_only,
            judged=lambda attempt: attempt.compare(case, self.exercise),
            seconds=max(self.left, 0.1),
        )  # fmt: skip
        self.left -= attempt.seconds
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

    def say(self, *sentences, about, named=(), state=NOT_YET, example=()):
        """Make a verdict of sentences, some of which may be empty."""
        return Verdict(
            state, tuple(filter(None, sentences)), example,
            mistakes=tuple(named), printed=about.printed,
        )  # fmt: skip

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
        found, beside = self._mistakes()
        if self._changes_more(found):
            self.besides = [m.text for m in found]
            return None
        if not found:
            return None
        texts = _numbered([m.text for m in found])
        with_numbers = (a for a in self.failed if a.parts is not None)
        about, right, example = next(with_numbers, self.failed[0]), "", ()
        if not self.exercise.why_not:
            right = outputs.right(self.failed, self.names).strip()
            example = self.example(about)
        return self.say(
            *texts, beside, right,
            about=about, named=found, example=example,
        )  # fmt: skip

    def _changes_more(self, found):
        """Whether an input is changed, and no mistake found does so."""
        case = next((a.case for a in self.attempts if a.changed), None)
        return case and not any(
            run(m.function, case.args).changed for m in found
        )

    def _mistakes(self):
        """Return the mistakes that are found, and what is wrong beside."""
        if not self.exercise.why_not:
            return named(self)
        complaint = self.failed[0].complaint
        return [m for m in self.exercise.listed if m.text == complaint], ""

    def described(self, failed, where="", rule="", at=""):
        """Return a Verdict on failing attempts that no mistake explains.

        It says where they fail, a rule that they break or how they differ
        from what is expected, and at which place one change mends them.
        """
        first = failed[0]
        message, example = first.complaint, ()
        if first.parts is not None:
            message = message or outputs.describe(
                failed, self.failed or failed, self.names, rule,
                bool(at or where),
            )  # fmt: skip
        of_shapes = issubclass(first.trouble or object, SHOWN)
        numbers = first.parts is not None or of_shapes
        if numbers or self.failed != self.attempts:
            example = self.example(first)
        message = words.sentence(
            message.strip(), (*self.names, self.exercise.name)
        )
        return self.say(where, message, at, about=first, example=example)

    def example(self, attempt):
        """Return a case and what came of it as the rows of a table."""
        names = () if self.exercise.why_not else self.names
        return words.example(self.exercise.parameters, attempt, names)


def _numbered(texts):
    """Return texts about several things with their number before each."""
    if len(texts) < 2:
        return texts
    first, *others = map("{}: {}".format, COUNTED, texts)
    return [f"{NUMBERS[len(texts)]} things. {first}", *others]


def _right(judge):
    cases, style = [a.case for a in judge.attempts], judge.exercise.style
    if style and judge.words is not None and style(judge.words):
        return judge.say(style(judge.words), about=judge.attempts[0])
    if not judge.exercise.why_not:
        notes = words.joined(dict.fromkeys(c.note for c in cases if c.note))
        among = f", among them {notes}" if notes else ""
        message = f"It agrees with the reference on {len(cases)} cases{among}."
        remark = other_checks.remark(judge)
        return judge.say(message, remark, about=judge.attempts[0], state=RIGHT)
    last = judge.exercise.last_case([a.answer for a in judge.attempts])
    attempt = last and judge.attempt(Case(*last))
    if attempt and attempt.failed:
        return judge.described([attempt])
    first = judge.attempts[0]
    message = judge.exercise.when_right(first.answer)
    return judge.say(message, about=first, state=RIGHT)
