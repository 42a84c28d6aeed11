"""A question: estimate a number, or choose one of several answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real

from course_lib.exercises.judging.mistakes import Mistake
from course_lib.exercises.judging.verdict import (
    NOT_STARTED,
    NOT_YET,
    RIGHT,
    Verdict,
)


@dataclass(kw_only=True, eq=False)
class Question:
    """A question that is answered by a word or a number, not by code.

    Parameters
    ----------
    name : str
        The name of its file: ``check("b", name)`` answers it.
    lesson : str
        Two digits: ``"09"``.
    statement : str
        What is asked, with the choices, in plain text; `code` in back quotes.
    right : str or float
        The right choice, or the number that is to be estimated.
    wrong : mapping
        What is said of each wrong choice, or of wrong numbers.
    why : str
        What is said after "Right."
    hints : sequence of str
        Three, from a nudge to nearly there.
    factor : float, optional
        Of a number: how far off, times or divided by, it may be.
    """

    name: str
    lesson: str
    statement: str
    right: str | float
    wrong: Mapping
    why: str
    hints: Sequence[str]
    factor: float | None = None

    def __post_init__(self):
        self.listed = [
            Mistake(said, lambda answer=answer: answer)
            for answer, said in self.wrong.items()
        ]
        if len(self.hints) != 3 or not self.wrong or not self.why:
            raise ValueError(
                f"question {self.name!r}: give three hints, what is said of "
                "a wrong answer, and why the right one is right"
            )

    @property
    def starter(self):
        """The line that the learner starts from."""
        return f'check(..., "{self.name}")\n'

    @property
    def solution(self):
        """The line that answers it."""
        return f'check({self.right!r}, "{self.name}")'

    def verdict(self, answer):
        """Return the Verdict on an answer."""
        if answer is ...:
            return Verdict(
                NOT_STARTED,
                (f"Put your answer in place of `...`: {self._form()}.",),
            )
        if self.factor is None:
            answer = str(answer).strip(" .()").lower()
            known = answer in (self.right, *self.wrong)
        else:
            known = isinstance(answer, Real) and 0 < answer < float("inf")
        if not known:
            return Verdict(NOT_YET, (f"Answer with {self._form()}.",))
        if self._is(self.right, answer):
            return Verdict(RIGHT, (self.why,))
        for said in self.listed:
            if self._is(said.function(), answer):
                return Verdict(NOT_YET, (said.said,), mistakes=(said,))
        off = self.factor * (1 if self._is(self.right, answer, 10) else 10)
        large = "large" if answer > self.right else "small"
        said = f"That is too {large}, by more than a factor of {off:g}."
        return Verdict(NOT_YET, (said,))

    def _form(self):
        if self.factor:
            return f"a number above 0, within a factor of {self.factor:g}"
        *others, last = sorted([self.right, *self.wrong])
        return ", ".join(f'"{each}"' for each in others) + f' or "{last}"'

    def _is(self, known, answer, times=1):
        """Whether an answer is a known one, or near enough to it."""
        if self.factor is None:
            return answer == known
        most = self.factor * times
        return known / most <= answer <= known * most
