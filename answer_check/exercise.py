"""An exercise: what its author writes, and how it is found by its name."""

import difflib
import importlib
import inspect
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from answer_check import registry
from answer_check.judging.case import Case
from answer_check.judging.mistakes import Mistake
from answer_check.judging.source import Source

SEED = 5


@dataclass(kw_only=True, eq=False)
class Exercise:
    """One function to write, and all that can be said about the answer.

    Parameters
    ----------
    lesson : str
        The name of its lesson, such as ``"05"``.
    statement : str
        What to write, in plain text; `code` in back quotes.
    reference : callable
        The solution, named as the file that defines it. Its source is shown
        on request, so it needs NumPy as ``np`` and nothing else. The learner
        starts from its first line and its docstring, of one line.
    given : int
        How many lines below the docstring the learner is given as well.
    mistakes : mapping
        ``{"axis=-1 → axis=0": "You averaged along axis 0. Why …"}``.
        Keys are ``"old → new; old → new; …"``: whole words of the
        reference's body, of which every occurrence is replaced, or left out
        by ``"old → "``. Edits of one mistake may not overlap. A key may be
        a function where no words do it, or a tuple of keys of which all are
        told alike. With a `why_not`, a sequence of functions that answer
        wrongly, each told by it in another way.
    hints : sequence of str
        From a nudge to nearly there.
    accepted : sequence of callable
        Right answers in other styles, one at least.
    cases : sequence, or callable ``rng -> sequence``
        Tuples of arguments or `Case` objects. With a callable, numbers the
        learner has not seen are tried as well.
    promise : mapping
        What the statement promises of the arguments: expressions in them,
        and the values that these have in the cases, all of them and no
        others: ``{"x.ndim": (1, 2, 3, 4)}``. Tests hold the cases to it.
    outputs : sequence of str
        Names of the answers when the function returns several.
    properties : mapping
        Rules that a right answer keeps, the most telling first, as a
        `Property` takes them: ``{"over every token, dx sums to 0": "06:
        dx.sum(-1) == 0"}``. The first that a wrong answer breaks is told, if
        no mistake can be named.
    mend : callable, optional
        Code with a mistake in it, which the learner starts from and mends.
        It belongs to `mistakes` as well, for a rewrite that keeps the bug.
    why_not : callable, optional
        ``why_not(answer, *args)`` returns None when the answer will do, and
        one sentence when not. Instead of a comparison with the reference,
        for answers that are not unique: a counterexample.
    when_right : callable, optional
        ``when_right(answer)`` returns what is said of an answer in which
        `why_not` finds nothing, in place of "Your answer holds."
    last_case : callable, optional
        ``last_case(answers)`` returns the arguments of one more case, or
        None, once the answers to all others will do.
    style : callable, optional
        ``style(words)`` is asked of an answer with the right numbers: it
        returns a sentence if the statement rules its way of writing out,
        and None if not. The words are those of `vocabulary`.
    """

    statement: str
    reference: Callable
    mistakes: Mapping | Sequence[Callable]
    lesson: str = ""
    hints: Sequence[str] = ()
    accepted: Sequence[Callable] = ()
    cases: Sequence | Callable = ((),)
    promise: Mapping = field(default_factory=dict)
    outputs: Sequence[str] = ()
    properties: Mapping = field(default_factory=dict)
    mend: Callable | None = None
    why_not: Callable | None = None
    when_right: Callable = lambda answer: "Your answer holds."
    last_case: Callable = lambda answers: None
    style: Callable | None = None
    given: int = 0
    name: str = field(init=False)
    listed: Sequence[Mistake] = field(init=False)  # made of ``mistakes``

    def __post_init__(self):
        self.name = self.reference.__name__
        self.listed = [
            self._mistake(slip, key)
            for key in self.mistakes
            for slip in (key if isinstance(key, tuple) else [key])
        ]
        if not self.statement.strip() or not self.listed:
            raise ValueError(
                f"exercise {self.name!r} has a statement and a named mistake"
            )

    def _mistake(self, slip, key):
        """Make a mistake of what the author wrote down."""
        if self.why_not:  # what it says of a wrong answer
            tried = (self.why_not(slip(*case.args), *case.args)
                     for case in self.make_cases())  # fmt: skip
            return Mistake(next(filter(None, tried)), slip)
        text = self.mistakes[key]
        if callable(slip):
            return Mistake(text, slip)
        edits = [tuple(edit.split(" → ")) for edit in str(slip).split("; ")]
        try:
            if any(len(edit) != 2 for edit in edits):
                raise ValueError(f"write 'old → new; old → ', not {slip!r}")
            function = self.source.made(self.source.applied(edits))
        except ValueError as error:
            raise ValueError(
                f"exercise {self.name!r}: the mistake “{text}”: {error}"
            ) from None
        return Mistake(text, function, tuple(edits))

    @property
    def starter(self):
        """The cell that the learner starts from."""
        if not self.reference.__doc__:
            raise ValueError(f"{self.name} has no docstring to start from")
        if self.mend:
            head = f"def {self.mend.__name__}("
            return self.handed.replace(head, f"def {self.name}(", 1)
        start = self.source.head + self.handed
        return f"{start}    raise NotImplementedError\n"

    @cached_property
    def handed(self):
        """The text that the learner is given, but for a head to fill."""
        if self.mend:
            return inspect.getsource(self.mend).strip() + "\n"
        return "".join(self.source.body.splitlines(True)[: self.given])

    @cached_property
    def source(self):
        """The text of the reference, ready for edits."""
        return Source(self.reference)

    @cached_property
    def parameters(self):
        """The names of the reference's arguments."""
        return tuple(inspect.signature(self.reference).parameters)

    @cached_property
    def codes(self):
        """The code of the course's own answers."""
        own = (self.reference, *self.accepted)
        return {f.__code__ for f in own if hasattr(f, "__code__")}

    @property
    def solution(self):
        """The source of the reference."""
        return inspect.getsource(self.reference).strip()

    @cached_property
    def standard(self):
        """The cases of the check; they are not to be changed."""
        return self.make_cases()

    def make_cases(self, seed=SEED):
        """Cases, the smallest first and rough ones last; a seed fixes them."""
        made = self.cases
        if callable(made):
            made = made(np.random.default_rng(seed))
        made = [c if isinstance(c, Case) else Case(*c) for c in made]
        return sorted(made, key=lambda case: (case.rough, case.size))

    def unseen_cases(self, function):
        """Cases of the learner's own: other numbers for each other code."""
        if not callable(self.cases):
            return []
        code = getattr(function, "__code__", None)
        return self.make_cases(zlib.crc32(code.co_code) if code else 0)


def names():
    """All exercises' names, in alphabetical order."""
    return sorted(registry.course().modules())


def find(name):
    """Return the exercise with this name, or raise LookupError.

    Close names are listed by the error. An exercise is returned as it is.
    """
    if isinstance(name, Exercise):
        return name
    known = registry.course().modules()
    if name not in known:
        close = difflib.get_close_matches(str(name), known)
        raise LookupError(
            f"There is no exercise called {name!r}. "
            + (f"Did you mean {' or '.join(close)}? " if close else "")
            + "An exercise is found by the name of its function."
            + ("" if known else " No exercises are installed here.")
        )
    return importlib.import_module(known[name]).EXERCISE


def every(lesson=None):
    """All exercises, or those of one lesson, ordered by lesson and name."""
    found = [find(name) for name in names()]
    return sorted(
        (e for e in found if lesson in (None, e.lesson)),
        key=lambda e: (e.lesson, e.name),
    )
