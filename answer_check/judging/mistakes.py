"""Mistakes: a few words of the reference changed, and told by its answers."""

import dis
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from answer_check.judging.answers import alike, close, ours
from answer_check.judging.one_change import WHOLE_DIVISION, slips_of
from answer_check.judging.outputs import is_another_order, output_order
from answer_check.judging.vocabulary import says, vocabulary


@dataclass(frozen=True, eq=False)
class Mistake:
    """What was done, and why it is tempting: "You divided by N − 1. That …".

    ``function`` answers so; ``edits`` are words of the reference, each with
    what stands in its place, if words do. Of a slip, whose sentence speaks of
    one learner's code, ``name`` is the kind.
    """

    said: str
    function: Callable
    edits: tuple = ()
    name: str = ""

    @property
    def message(self):
        """The name, or the first sentence."""
        return self.name or re.split(r"(?<=[.?!]) ", self.said, maxsplit=1)[0]

    @property
    def why(self):
        """The other sentences."""
        return self.said[len(self.message) :].strip()

    def agrees(self, attempts, parts=None):
        """Whether the learner's answers are these, in some of the outputs."""
        return all(self._gives(attempt, parts) for attempt in attempts)

    def _gives(self, attempt, parts):
        theirs = ours(self.function, attempt.case)
        if isinstance(theirs, type):
            return attempt.trouble is theirs
        came, right = attempt.parts, attempt.expected
        # What is wrong first: that is where others differ.
        places = parts or (*attempt.failed, *range(len(theirs)))
        return len(came or ()) == len(theirs) and all(
            alike(came[k], theirs[k], right[k], attempt.case.rough)
            for k in places
        )


def named(judge, words=None):
    """Name the mistakes that explain all of the learner's answers.

    These are one listed mistake, whatever else is so; none, where only the
    order of the outputs is another; or slips in the learner's own code, with
    which all answers are right.

    Where several mistakes explain the same numbers, one is told only if the
    learner's code has its words and not those of the others. What is named
    also explains numbers that the check has not used yet.

    Parameters
    ----------
    judge : Judge
        Its exercise's listed mistakes are tried on its attempts.
    words : set, optional
        The words of the learner's code, if it is to be had.

    Returns
    -------
    list of Mistake
        One, one for some of the outputs each, or none.
    """
    search = _Search(judge, words)
    told = search.one(search.holding())
    if told or is_another_order(output_order(search.failed)):
        return told
    return _slips(judge, words)


def whole_division(judge, words):
    """Name a ``//`` that should be ``/``, before any mistake that is listed.

    A list that shows the same numbers would send a learner somewhere else.
    """
    if "//" not in (words or ()) or "//" in vocabulary(
        judge.exercise.reference
    ):
        return []
    return _slips(judge, words, [WHOLE_DIVISION])


def _slips(judge, words, kinds=()):
    return [Mistake(said, judge.function, name=kind)
            for said, kind in slips_of(judge, words, kinds)]  # fmt: skip


class _Search:
    """The answers of one check, beside what mistakes would answer."""

    def __init__(self, judge, words):
        self.judge, self.exercise, self.words = judge, judge.exercise, words
        self.failed = judge.failed
        # An error on a rough case alone is not looked at by outputs_changed.
        shown = [a for a in self.failed if a.parts or not a.case.rough]
        shown = shown or self.failed
        self.wrong = tuple(sorted({k for a in shown for k in a.failed}))
        code = getattr(judge.function, "__code__", None)
        made = {i.argval for i in dis.get_instructions(code or "")
                if "STORE" in i.opname}  # fmt: skip
        self.given = (words or set()) - made

    def holding(self):
        """List the listed mistakes that answer alike, on fresh numbers too."""
        first = self.failed[0]
        found = [
            m
            for m in self.exercise.listed
            if not self.denied(m)
            and m.agrees([first], first.failed)
            and outputs_changed(m, self.exercise) == self.wrong
            and m.agrees(self.judge.attempts, self.wrong)
        ]
        others = self.judge.fresh if found else []
        return [m for m in found if m.agrees(others, self.wrong)]

    def denied(self, mistake):
        """Whether the code shows that it is not this mistake.

        It keeps a given line that the mistake changes, or has an argument or
        a number, such as 0.02, that the mistake takes out.
        """
        return bool(_words_of(mistake, self.exercise)[1] & self.given) or any(
            old in line for old, _ in mistake.edits for line in self.judge.kept
        )

    def one(self, found):
        """Tell one of mistakes with the same answers, or none of them."""
        if len({m.said for m in found}) > 1:
            new = {m: _words_of(m, self.exercise)[0] for m in found}
            found = [m for m in found if says(self.words, new[m])]
            found = [m for m in found if new[m]] or found
        if len({m.said for m in found}) != 1:
            return []
        return found[:1]


@cache
def _words_of(mistake, exercise):
    """Return the words that a mistake brings into the reference, and takes.

    Of what is taken, only arguments and broken numbers count: all else may
    be something else in the learner's code.
    """
    here = vocabulary(mistake.function) or set()
    there = vocabulary(exercise.reference)
    own = here - there
    if own:  # `0 * …` is how an author leaves things out
        code = getattr(mistake.function, "__code__", None)
        locals_ = {*getattr(code, "co_varnames", ())}
        own = {w for w in own - locals_ if isinstance(w, str | complex)}
    gone = {
        w
        for w in there - here
        if mistake.edits
        and (w in exercise.parameters or isinstance(w, float) and w % 1)
    }
    return own, gone


@cache
def outputs_changed(mistake, exercise):
    """Find the outputs in which a mistake's own answers are wrong."""
    wrong = set()
    for case in exercise.standard:
        right = ours(exercise.reference, case)
        theirs = ours(mistake.function, case)
        if isinstance(theirs, list):
            pairs = enumerate(zip(theirs, right))
            wrong |= {k for k, (a, e) in pairs if not close(a, e)}
        elif not case.rough:
            wrong.update(range(len(right)))
    return tuple(sorted(wrong))
