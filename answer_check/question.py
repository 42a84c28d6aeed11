"""A question: a number, one of several choices, or a short answer."""

import reprlib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real

from answer_check.judging.mistakes import Mistake
from answer_check.judging.verdict import (
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
        The name of its lesson, such as ``"09"``.
    statement : str
        What is asked, with the choices, in plain text; `code` in back quotes.
    right : str or float
        The right choice, or the number that is to be estimated.
    wrong : mapping
        What is said of each wrong choice; or of wrong numbers, where a key
        is a pair, ``(0.1, 0.2)``, for the numbers from 0.1 up to 0.2. The
        first pair that an answer lies in counts.
    why : str
        What is said after "Right."
    hints : sequence of str
        From a nudge to nearly there.
    factor : float, optional
        Of a number: how far off, times or divided by, it may be.
    accept : sequence of str
        Of a short answer, which has no choices: other spellings that are
        right. Spaces do not count.
    """

    name: str
    lesson: str
    statement: str
    right: str | float
    wrong: Mapping
    why: str
    hints: Sequence[str]
    factor: float | None = None
    accept: Sequence[str] = ()

    def __post_init__(self):
        self.listed = [
            Mistake(text, lambda key=key: key[0] if self.factor else key)
            for key, text in self.wrong.items()
        ]
        if not self.wrong or not self.why:
            raise ValueError(
                f"question {self.name!r}: give what is said of a wrong "
                "answer, and why the right one is right"
            )

    @property
    def choices(self):
        """What one can answer to a choice, and is told of in its form."""
        return sorted({self.right, *self.wrong} - {"none"})

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
        if answer is None or answer is ...:
            message = f"Put your answer in place of `...`: {self._form()}."
            return Verdict(NOT_STARTED, (message,))
        if isinstance(answer, str):
            answer = answer.strip(" .:()'\"").lower()
            if self.accept:
                answer = self._spelled(answer)
        if self.factor:
            known = isinstance(answer, Real) and 0 < answer < float("inf")
        else:
            known = isinstance(answer, str) and (
                self.accept or answer in {*self.choices, *self.wrong}
            )
        if not known:
            came = reprlib.repr(answer)
            message = f"What came is {came}. Answer with {self._form()}."
            return Verdict(NOT_YET, (message,))
        if answer == self.right or (
            self.factor
            and 1 / self.factor <= answer / self.right <= self.factor
        ):
            return Verdict(RIGHT, (self.why,))
        for mistake, key in zip(self.listed, self.wrong):
            if key[0] <= answer < key[1] if self.factor else answer == key:
                return Verdict(NOT_YET, (mistake.text,), mistakes=(mistake,))
        if self.accept:
            return Verdict(NOT_YET, ("That is not it.",))
        large = "large" if answer > self.right else "small"
        return Verdict(NOT_YET, (f"That is too {large}.",))

    def _spelled(self, answer):
        """Return a short answer as this question spells it."""
        plain = "".join(answer.split())
        others = {each.lower() for each in (self.right, *self.accept)}
        return self.right if plain in others else plain

    def _form(self):
        if self.factor:
            return f"a number above 0, within a factor of {self.factor:g}"
        if self.accept:
            return "a word or a formula, in quotation marks"
        *others, last = self.choices
        return ", ".join(f'"{each}"' for each in others) + f' or "{last}"'


def of_choices(name, lesson, asked, choices, right):
    """Make a Question of choices, in an order that no place gives away.

    Parameters
    ----------
    choices : mapping
        Each choice, with what is said to whoever takes it.
    right : str
        The right one.
    """
    order = sorted(
        choices, key=lambda text: zlib.crc32((name + text).encode())
    )
    letters = dict(zip("abcdefgh", order))
    listed = [f"{letter}) {text}" for letter, text in letters.items()]
    (letter,) = (k for k, text in letters.items() if text == right)
    return Question(
        name=name,
        lesson=lesson,
        statement="\n\n".join([asked, *listed]),
        right=letter,
        wrong={k: choices[t] for k, t in letters.items() if k != letter},
        why=choices[right] or right,
        hints=(),
    )
