"""Judges an answer: right, not yet and why, or not started yet."""

import time
from dataclasses import dataclass

import numpy as np

from course_lib.exercises import (
    outputs,
    relations,
    sandbox,
    troubles,
    wording,
)
from course_lib.exercises.attempts import Attempt, parts_of
from course_lib.exercises.compare import as_parts, close, row
from course_lib.exercises.naming import named

NOT_STARTED, NOT_YET, RIGHT = "Not started yet.", "Not yet.", "Right."


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


def judge(function, exercise, *, seconds=sandbox.SECONDS, guarded=True):
    """Run a function on the cases of an exercise and say what is so.

    Parameters
    ----------
    function : callable
        The learner's.
    exercise : Exercise
    seconds : float
        Time limit for all calls together.
    guarded : bool
        Whether calling the reference or the course's layers is refused.

    Returns
    -------
    Verdict
    """
    with sandbox.numpy_kept() as replaced:
        verdict = _Judge(function, exercise, seconds, guarded).verdict()
    if replaced:
        names = wording.joined(f"np.{n}" for n in replaced)
        note = f" It also replaced {names}, which is put back."
        verdict = Verdict(
            verdict.state, verdict.text + note, verdict.mistakes,
            verdict.printed,
        )  # fmt: skip
    return verdict


class _Judge:
    def __init__(self, function, exercise, seconds, guarded):
        self.function, self.exercise = function, exercise
        self.seconds, self.guarded = seconds, guarded
        self._end = time.monotonic() + seconds

    def verdict(self):
        problem = troubles.signature_problem(self.function, self.exercise)
        if problem:
            return Verdict(NOT_YET, f"{NOT_YET} {problem}")
        attempts = []
        for case in self.exercise.make_cases():
            attempt = self._attempt(case)
            attempts.append(attempt)
            if self._stops(attempt):
                return self._trouble(attempt)
        failed = [a for a in attempts if a.failed]
        if failed:
            return self._failed(attempts, failed)
        return self._nearly_right(attempts) or self._right(attempts)

    # Calls

    def _attempt(self, case, read_only=False):
        outcome = sandbox.run(
            self.function, case.args, read_only=read_only,
            seconds=max(self._end - time.monotonic(), 0.1),
            forbidden=self._forbidden(),
            layers=self.exercise.may_call_layers or not self.guarded,
        )  # fmt: skip
        with sandbox.numpy_as_imported():
            expected = self.exercise.reference(*sandbox.copied(case.args))
        attempt = Attempt(case, parts_of(expected), outcome)
        if self.exercise.verdict:
            outcome.value = row(outcome.value)
        if outcome.trouble is None:
            attempt.parts, attempt.complaint = as_parts(
                outcome.value, expected
            )
        attempt.problem = self._problem(attempt)
        return attempt

    def _forbidden(self):
        if not self.guarded:
            return ()
        ours = (self.exercise.reference, *self.exercise.accepted)
        codes = {id(f.__code__) for f in ours if hasattr(f, "__code__")}
        return codes - {id(getattr(self.function, "__code__", None))}

    def _problem(self, attempt):
        """Ask the exercise's own verdict; None where it has none."""
        verdict = self.exercise.verdict
        if verdict is None:
            return None
        if attempt.parts is None:
            return ""
        for part in attempt.parts:
            if part.dtype.kind in "fc" and not np.isfinite(part).all():
                return "Your answer has entries that are not finite numbers."
        with sandbox.numpy_as_imported():
            return verdict(attempt.answer, *attempt.case.args) or ""

    def _stops(self, attempt):
        """Whether further cases would say the same, or take as long."""
        trouble = attempt.outcome.trouble or ValueError
        return not issubclass(trouble, Exception) or issubclass(
            trouble, (NotImplementedError, MemoryError, RecursionError)
        )

    # Verdicts

    def _say(self, sentences, attempt=None, mistakes=(), state=NOT_YET,
             evidence=False):  # fmt: skip
        text = " ".join([state, *filter(None, sentences)])
        if evidence:
            text = f"{text}\n{self._evidence(attempt)}".rstrip()
        printed = attempt.outcome.printed if attempt else ""
        return Verdict(state, text, tuple(mistakes), printed)

    def _right(self, attempts):
        first = attempts[0]
        if self.exercise.verdict:
            return self._say(["Your answer holds."], first, state=RIGHT)
        notes = [a.case.note for a in attempts if a.case.note]
        text = f"It agrees with the reference on {len(attempts)} cases"
        if notes:
            text += f", among them {wording.joined(notes)}"
        return self._say(
            [f"{text}.", self._remark(attempts)], first, state=RIGHT
        )

    def _remark(self, attempts):
        """Tell what a layer of the course would do otherwise."""
        if isinstance(attempts[0].outcome.value, list) and not (
            self.exercise.outputs
        ):
            return "It is a list; `np.array` would make it an array."
        return next(filter(None, map(self._dtype, attempts)), "")

    def _trouble(self, attempt):
        if issubclass(attempt.outcome.trouble, NotImplementedError):
            return self._say(
                ["Replace `raise NotImplementedError` by your own lines, "
                 "then run both cells again."],
                attempt, state=NOT_STARTED,
            )  # fmt: skip
        return self._say([self._raised(attempt)], attempt)

    def _raised(self, attempt):
        return troubles.sentence(
            attempt.outcome, self.function, self.exercise, attempt.case,
            self.seconds,
        )  # fmt: skip

    def _failed(self, attempts, failed):
        return (
            self._nothing_returned(attempts)
            or self._named(attempts, failed[0])
            or self._before_numbers(attempts, failed)
            or self._by_numbers(attempts, failed)
        )

    def _nothing_returned(self, attempts):
        nothing = [a for a in attempts if a.is_none]
        if not nothing:
            return None
        name, first, where = self.exercise.name, nothing[0], ""
        if len(nothing) < len(attempts):
            said = (
                f"{name} returned None on {len(nothing)} of {len(attempts)} "
                "cases: does every way through it end with return?"
            )
            where = self._with(first)
        elif first.outcome.printed.strip():
            said = f"{name} prints but returns None: return the answer."
        else:
            said = f"{name} returned None: does its last line say return?"
        return self._say([said, where], first)

    def _named(self, attempts, first):
        with sandbox.numpy_as_imported():
            mistakes = named(self.exercise, attempts)
        if not mistakes or self._changed_besides(attempts, mistakes):
            return None
        said = [self._mistake(m, k) for m, k in mistakes.items()]
        if len(mistakes) == 2:
            said = ["Two mistakes at once.", *said]
        return self._say(said, first, mistakes, evidence=True)

    def _changed_besides(self, attempts, mistakes):
        """Whether an input was changed, and not by the mistakes named."""
        changed = [a for a in attempts if a.outcome.changed]
        return changed and not any(
            sandbox.run(self.exercise.wrong(m), changed[0].case.args).changed
            for m in mistakes
        )

    def _before_numbers(self, attempts, failed):
        """Tell what is wrong before the numbers are looked at."""
        first = failed[0]
        for attempt in attempts:
            if attempt.outcome.changed:
                return self._say([self._changed(attempt)], attempt)
        if self._wavers(attempts[0]):
            return self._say(
                ["Your answer changes from call to call, with the same "
                 "arguments: does it remember something, or draw random "
                 "numbers?"],
                attempts[0],
            )  # fmt: skip
        if first.parts is None:
            where = self._only_some(attempts, failed)
            said = first.complaint or self._raised(first)
            return self._say([where, self._sentence(said)], first)
        return None

    def _by_numbers(self, attempts, failed):
        first = failed[0]
        if self.exercise.verdict:
            return self._say([first.problem, self._with(first)], first)
        if self._hard_coded(attempts):
            return self._say(
                ["The answer is the same for every input: compute it from "
                 "the arguments."],
                first, evidence=True,
            )  # fmt: skip
        shown = self._worth_showing(failed)
        with sandbox.numpy_as_imported():
            said = outputs.describe(
                shown, self._names, self.exercise.parameters
            )
        return self._say(
            [self._only_some(attempts, failed), self._sentence(said),
             self._with(shown[0])],
            shown[0],
        )  # fmt: skip

    def _wavers(self, attempt):
        """Whether a second call comes to another end, if to one in time."""
        if self.exercise.verdict:
            return False
        again = self._attempt(attempt.case)
        late = again.outcome.trouble is sandbox.TimeIsUp
        return not (late or again.answers_like(attempt))

    def _worth_showing(self, failed):
        """Choose cases that say one thing: shapes first, noise last."""
        with_parts = [a for a in failed if a.parts is not None]
        misshapen = [a for a in with_parts if a.misshapen]
        plain = [a for a in with_parts if not a.case.rough]
        return misshapen or plain or with_parts

    def _mistake(self, mistake, parts):
        """Tell a mistake, of the outputs that show it."""
        said = f"{mistake.message} {mistake.why}".strip()
        return outputs.only_in(said, self._names, parts) if parts else said

    @property
    def _names(self):
        return self.exercise.outputs or ("your answer",)

    def _sentence(self, text):
        """Begin with a capital, but leave a name such as dx as it is."""
        if text.split(" ")[0] in self.exercise.outputs:
            return text
        return text[:1].upper() + text[1:]

    def _evidence(self, attempt):
        """Say what came and what was expected on the smallest case."""
        if self.exercise.verdict:
            return ""
        with_ = wording.case(self.exercise.parameters, attempt.case)
        start = f"With {with_}: " if with_ else ""
        if attempt.outcome.trouble:
            return start + self._raised(attempt)
        if attempt.parts is None:
            return start + attempt.complaint
        k = attempt.failed_parts[0]
        a, e = attempt.parts[k], attempt.expected[k]
        name = self._names[k]
        if a.shape != e.shape:
            said = (
                f"{name} has shape {wording.shape(a)}, expected is "
                f"{wording.shape(e)}."
            )
        else:
            said = relations.one_entry(a, e).format(name=name)
        return start + said if start else self._sentence(said)

    def _with(self, attempt):
        said = wording.case(self.exercise.parameters, attempt.case)
        return f"That is with {said}." if said else ""

    def _changed(self, attempt):
        names = [self.exercise.parameters[i] for i in attempt.outcome.changed]
        x = names[0]
        return (
            f"{self.exercise.name} changes its input {wording.joined(names)}. "
            f"`{x} -= …`, `{x}[i] = …`, `{x}.sort()` and the like write into "
            "the caller's array, also through another name for it. Work on "
            "a copy."
        )

    def _only_some(self, attempts, failed):
        """Say what failing cases have in common, where others are right."""
        if len(failed) == len(attempts):
            return ""
        notes = [a.case.note for a in failed]
        if all(notes):
            those = wording.joined(notes, "or")
            return f"It is right for plain input, but not for {those}."
        right = len(attempts) - len(failed)
        return f"It is right on {right} of {len(attempts)} cases."

    def _hard_coded(self, attempts):
        if len(attempts) < 2 or any(a.parts is None for a in attempts):
            return False
        first = attempts[0]
        same = all(
            a.shape == b.shape and close(a, b)
            for other in attempts[1:]
            for a, b in zip(first.parts, other.parts)
        )
        return same and any(part.any() for part in first.parts)

    def _nearly_right(self, attempts):
        """Look at what the numbers do not show; None if all is well."""
        for attempt in attempts:
            if attempt.outcome.changed:
                return self._say([self._changed(attempt)], attempt)
        first = attempts[0]
        if self._avoided():
            return self._say([self._avoided()], first)
        again = self._attempt(first.case)
        if again.outcome.trouble is sandbox.TimeIsUp:
            return self._trouble(again)
        if again.failed:
            return self._say(
                ["It is right at first, but a second call with the same "
                 "arguments goes wrong: does it remember something?"],
                again,
            )  # fmt: skip
        locked = self._attempt(first.case, read_only=True)
        if locked.failed:
            said = (
                self._raised(locked) if locked.outcome.trouble
                else "A read-only array gets another answer."
            )  # fmt: skip
            return self._say([said], locked)
        for case in self.exercise.unseen_cases(self.function):
            unseen = self._attempt(case)
            if unseen.outcome.trouble is sandbox.TimeIsUp:
                return self._trouble(unseen)
            if unseen.failed:
                return self._say(
                    ["It is right on the numbers of the check and wrong on "
                     "others: compute the answer, don't look it up."],
                    first,
                )  # fmt: skip
        return None

    def _avoided(self):
        """Say which function was used that the statement rules out."""
        code = getattr(self.function, "__code__", None)
        used = [n for n in self.exercise.without if n in _names_in(code)]
        if not used:
            return ""
        names = wording.joined(f"`{n}`" for n in used)
        return f"The numbers are right, but you used {names}: do without."

    def _dtype(self, attempt):
        if self.exercise.verdict:
            return ""
        for k, (a, e) in enumerate(zip(attempt.parts, attempt.expected)):
            if a.dtype.kind == e.dtype.kind == "f" and a.dtype != e.dtype:
                return (
                    f"For {e.dtype} the dtype of {self._names[k]} is "
                    f"{a.dtype}; a layer keeps the dtype of its input."
                )
        return ""


def _names_in(code):
    """Collect the names that a function and those inside it look up."""
    names = set(getattr(code, "co_names", ()))
    for inner in getattr(code, "co_consts", ()):
        names |= _names_in(inner) if hasattr(inner, "co_names") else set()
    return names
