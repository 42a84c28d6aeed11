"""The shape of an exercise: what an author writes, and nothing else."""

import ast
import inspect
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

SEED = 5


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


@dataclass(frozen=True)
class Mistake:
    """A wrong function with a name.

    Parameters
    ----------
    function : callable
        Makes the mistake, with the signature of the reference. Write
        ``partial(wrong, ddof=1)`` with one function of keyword switches and
        two mistakes made together are recognised as well.
    message : str
        What was done, in one sentence: "You divided by N − 1."
    why : str
        Why it is tempting, in one sentence.
    when : callable, optional
        ``when(answer, *args) -> bool`` recognises the mistake by a property
        of the answer, for exercises that are judged by a `verdict`.
    """

    function: Callable
    message: str
    why: str = ""
    when: Callable | None = None


def fractions_lost(function):
    """Return the mistake of an answer that took over the integers of x."""
    return Mistake(
        function,
        "Your answer is an array of integers where x is one: the fractions "
        "were cut off.",
        "`np.zeros_like(x)` and `np.empty_like(x)` take over the dtype of x; "
        "`np.zeros(x.shape)` is float.",
    )


@dataclass(frozen=True)
class Exercise:
    """One function to write, and all that can be said about the answer.

    Parameters
    ----------
    name : str
        The learner's function, and the name of the file that defines it.
    lesson : str
        Two digits: ``"05"``.
    statement : str
        What to write, in plain text; `code` in back quotes.
    starter : str
        The cell the learner starts from; its body ends in
        ``raise NotImplementedError``.
    reference : callable
        The solution. Its source is shown on request, so it needs NumPy as
        ``np`` and nothing else.
    mistakes : sequence of Mistake
    hints : sequence of str
        Three, from a nudge to nearly there.
    accepted : sequence of callable
        Right answers in other styles.
    cases : sequence, or callable ``rng -> sequence``
        Tuples of arguments or `Case` objects. With a callable, numbers the
        learner has not seen are tried as well.
    outputs : sequence of str
        Names of the answers when the function returns several.
    verdict : callable, optional
        ``verdict(answer, *args)`` returns None when the answer will do, and
        one sentence when not. Instead of a comparison with the reference,
        for answers that are not unique: a counterexample.
    may_call_layers : bool
        Whether the answer may call ``course_lib.layers``.
    without : sequence of str
        Names that the answer may not use, as its statement says.
    """

    name: str
    lesson: str
    statement: str
    starter: str
    reference: Callable
    mistakes: Sequence[Mistake]
    hints: Sequence[str]
    accepted: Sequence[Callable] = ()
    cases: Sequence | Callable = ((),)
    outputs: Sequence[str] = ()
    verdict: Callable | None = None
    may_call_layers: bool = False
    without: Sequence[str] = ()

    def __post_init__(self):
        rules = {
            "the reference carries the exercise's name":
                self.reference.__name__ == self.name,
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

    def pairs(self):
        """Two mistakes made together, where both switch one function."""
        switches = [
            m for m in self.mistakes if isinstance(m.function, partial)
        ]
        for i, a in enumerate(switches):
            for b in switches[i + 1 :]:
                together = a.function.keywords | b.function.keywords
                if a.function.func is b.function.func and len(together) == len(
                    a.function.keywords
                ) + len(b.function.keywords):
                    yield a, b, partial(a.function.func, **together)


def _parameters_in(source, name):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return tuple(a.arg for a in node.args.args)
    return None


def _size(args):
    return sum(np.size(a) for a in args if isinstance(a, np.ndarray))
