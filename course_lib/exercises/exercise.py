"""The shape of an exercise: what an author writes, and nothing else."""

import ast
import inspect
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from course_lib.exercises.judging.edits import Source

SEED = 5
FRACTIONS_LOST = (
    "Your answer is an array of integers where x is one: the fractions were "
    "cut off. `np.zeros_like(x)` and `np.empty_like(x)` take over the dtype "
    "of x; `np.zeros(x.shape)` is float."
)


class Case:
    """One tuple of arguments, and what is special about it.

    Parameters
    ----------
    *args
        What the learner's function is called with.
    note : str
        What makes the case special, as it completes "for …": ``"a 3-D
        input"``, ``"float32"``. Empty for a plain case.
    rough : bool
        The wrong answers of this case are rounding noise (a far-off mean),
        so a mistake is recognised there by being wrong, not by its digits.
    """

    def __init__(self, *args, note="", rough=False):
        self.args, self.note, self.rough = args, note, rough

    def __repr__(self):
        return f"Case(note={self.note!r}, args={self.args!r})"


class Mistake:
    """A slip with a name: the words of the reference that it changes.

    Parameters
    ----------
    message : str
        What was done, in one sentence: "You divided by N − 1."
    why : str
        Why it is tempting, in one sentence.
    *edits : (str, str)
        Whole words of the reference's body and what stands in their place;
        every occurrence is replaced. All edits refer to the reference as it
        is, and may not overlap. Two mistakes that change different words
        are recognised together as well.
    function : callable, optional
        In place of edits, where the reference would have to be rewritten.
    when : callable, optional
        ``when(answer, *args) -> bool`` recognises the mistake by a property
        of the answer, for exercises that are judged by a `verdict`.
    """

    def __init__(self, message, why="", *edits, function=None, when=None):
        if callable(message):  # function first, as it was once written
            function, message, *rest = message, why, *edits
            why = rest[0] if rest else ""
            edits, when = (), rest[1] if len(rest) > 1 else when
        self.message, self.why, self.edits = message, why, edits
        self.function, self.when = function, when

    def __repr__(self):
        return f"Mistake({self.message!r})"


def read(table):
    """Make the mistakes of a table.

    Parameters
    ----------
    table : mapping
        ``(old, new, old, new, …)``, the words that change, or a function
        where no words do it, to what is said: first what was done, in one
        sentence, then why it is tempting.

    Returns
    -------
    tuple of Mistake
    """
    return tuple(
        Mistake(*_in_two(said), function=slip)
        if callable(slip)
        else Mistake(*_in_two(said), *zip(slip[::2], slip[1::2], strict=True))
        for slip, said in table.items()
    )


def _in_two(said):
    """Part the first sentence from the rest."""
    message, *why = re.split(r"(?<=[.?!]) ", said, maxsplit=1)
    return message, "".join(why)


@dataclass(frozen=True, kw_only=True, eq=False)
class Exercise:
    """One function to write, and all that can be said about the answer.

    Parameters
    ----------
    lesson : str
        Two digits: ``"05"``.
    statement : str
        What to write, in plain text; `code` in back quotes.
    reference : callable
        The solution, named as the file that defines it. Its source is shown
        on request, so it needs NumPy as ``np`` and nothing else. The learner
        starts from its first line and its docstring, of one line.
    mistakes : mapping, or sequence of Mistake
        ``{("axis=-1", "axis=0"): "You averaged along axis 0. Why …"}``: the
        words that change, and what is said of it; see `read`. With a
        `verdict`, a sequence of functions that answer wrongly, each told in
        another way; what is said of it is the verdict's.
    hints : sequence of str
        Three, from a nudge to nearly there.
    accepted : sequence of callable
        Right answers in other styles, two at least.
    cases : sequence, or callable ``rng -> sequence``
        Tuples of arguments or `Case` objects. With a callable, numbers the
        learner has not seen are tried as well.
    outputs : sequence of str
        Names of the answers when the function returns several.
    verdict : callable, optional
        ``verdict(answer, *args)`` returns None when the answer will do, and
        one sentence when not. Instead of a comparison with the reference,
        for answers that are not unique: a counterexample.
    together : callable, optional
        ``together(answers, cases)`` says the same of the answers to all
        cases, once each of them will do: None, or one sentence.
    may_call_layers : bool
        Whether the answer may call ``course_lib.layers``.
    without : sequence of str
        Names that the answer may not use, as its statement says.
    name : str, optional
        The reference's.
    starter : str, optional
        The cell the learner starts from, where it is another than the
        reference's; its body ends in ``raise NotImplementedError``.
    """

    lesson: str
    statement: str
    reference: Callable
    mistakes: Mapping | Sequence[Mistake]
    hints: Sequence[str]
    accepted: Sequence[Callable] = ()
    cases: Sequence | Callable = ((),)
    outputs: Sequence[str] = ()
    verdict: Callable | None = None
    together: Callable | None = None
    may_call_layers: bool = False
    without: Sequence[str] = ()
    name: str = ""
    starter: str = ""

    def __post_init__(self):
        given = self.name
        object.__setattr__(self, "name", self.reference.__name__)
        if not self.starter:
            object.__setattr__(self, "starter", self.source.starter)
        if isinstance(self.mistakes, Mapping):
            object.__setattr__(self, "mistakes", read(self.mistakes))
        elif self.verdict:
            object.__setattr__(
                self, "mistakes", [*map(self._told, self.mistakes)]
            )
        rules = {
            "the reference carries the exercise's name":
                given in ("", self.name),
            "the lesson is two digits, as in '05'":
                len(self.lesson) == 2 and self.lesson.isdigit(),
            "there is a statement": bool(self.statement.strip()),
            "there are three hints": len(self.hints) == 3,
            "there is a named mistake": len(self.mistakes) > 0,
            "the starter raises NotImplementedError":
                "raise NotImplementedError" in self.starter,
            "the starter defines the function with the reference's arguments":
                self.parameters == _parameters_in(self.starter, self.name),
            "with a verdict, each mistake has a `when`":
                not self.verdict or all(m.when for m in self.mistakes),
        }  # fmt: skip
        for rule, kept in rules.items():
            if not kept:
                raise ValueError(f"exercise {self.name!r}: {rule}")
        for mistake in self.mistakes:
            try:
                if not mistake.function:
                    self.source.spans(mistake.edits)
            except ValueError as error:
                raise ValueError(
                    f"exercise {self.name!r}: the mistake "
                    f"“{mistake.message}”: {error}"
                ) from None

    def _told(self, function):
        """Make the mistake of a wrong answer: what the verdict says of it."""
        if isinstance(function, Mistake):
            return function
        cases = [case.args for case in self.make_cases()]
        tried = (self.verdict(function(*args), *args) for args in cases)
        said = next(filter(None, tried))

        def when(answer, *args):
            return self.verdict(answer, *args) == said

        return Mistake(*_in_two(said), function=function, when=when)

    @cached_property
    def source(self):
        """The text of the reference, ready for edits."""
        return Source(self.reference)

    @property
    def parameters(self):
        """The names of the reference's arguments."""
        return tuple(inspect.signature(self.reference).parameters)

    @property
    def solution(self):
        """The source of the reference."""
        return inspect.getsource(self.reference).strip()

    def make_cases(self, seed=SEED):
        """Cases, the smallest first and rough ones last; a seed fixes them."""
        made = self.cases
        if callable(made):
            made = made(np.random.default_rng(seed))
        made = [c if isinstance(c, Case) else Case(*c) for c in made]
        return sorted(made, key=lambda case: (case.rough, _size(case.args)))

    def unseen_cases(self, function):
        """Cases of the learner's own: other numbers for each other code."""
        if not callable(self.cases):
            return []
        code = getattr(function, "__code__", None)
        return self.make_cases(zlib.crc32(code.co_code) if code else 0)

    def wrong(self, mistake):
        """Return the function that makes a mistake."""
        return mistake.function or self.source.edited(mistake.edits)

    def pairs(self):
        """Two mistakes made together, where they change different words."""
        for i, a in enumerate(self.mistakes):
            for b in self.mistakes[i + 1 :]:
                together = self._both(a, b)
                if together:
                    yield a, b, together

    def _both(self, a, b):
        if a.edits and b.edits:
            edits = *a.edits, *b.edits
            return self.source.fit(edits) and self.source.edited(edits)
        if isinstance(a.function, partial) and isinstance(b.function, partial):
            together = a.function.keywords | b.function.keywords
            if a.function.func is b.function.func and len(together) == len(
                a.function.keywords
            ) + len(b.function.keywords):
                return partial(a.function.func, **together)
        return None


def _parameters_in(source, name):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return tuple(a.arg for a in node.args.args)
    return None


def _size(args):
    return sum(np.size(a) for a in args if isinstance(a, np.ndarray))
