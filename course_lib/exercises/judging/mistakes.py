"""Mistakes: a few words of the reference changed, and told by its answers."""

import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice

import numpy as np

from course_lib.exercises.judging.answers import alike, close, ours, simple
from course_lib.exercises.judging.outputs import is_another_order, places
from course_lib.exercises.judging.slips import slips, told_as_one
from course_lib.exercises.judging.vocabulary import says, vocabulary

MOST = 400  # slips that are tried, for speed


@dataclass(frozen=True, eq=False)
class Mistake:
    """What was done, and why it is tempting: "You divided by N − 1. That …".

    ``function`` answers so; ``edits`` are words of the reference, each with
    what stands in its place, if words do; ``both`` are two mistakes that are
    made at once; ``partly`` is one that is made in some of its places;
    ``again`` is one that is told as the one before it; ``slip`` is what
    nobody listed.
    """

    said: str
    function: Callable
    edits: tuple = ()
    both: tuple = ()
    partly: bool = False
    again: bool = False
    slip: object = None

    @property
    def message(self):
        """The first sentence."""
        return re.split(r"(?<=[.?!]) ", self.said, maxsplit=1)[0]

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


def named(exercise, attempts, fresh, words=None):
    """Name the mistakes that explain all of the learner's answers.

    The first of these that there is:

    - a listed mistake, whatever else is so;
    - none, where all is 0, nan or the same, or only the order is another;
    - listed mistakes, two at most, each of which spoils other outputs;
    - two listed mistakes, made together;
    - none, where an output is another one, all zeros, or an argument;
    - a slip that nobody listed, or a listed mistake and a slip, or two.

    Nothing is named that would spoil an output which is right. If two fit,
    or three slips, there is none; of two slips with the same answers both
    words are given. What nobody listed has to explain a wrong number that is
    finite, and ``fresh()``, attempts at other numbers; and it may bring in
    nothing that is not among ``words``, those of the learner's code.

    Returns
    -------
    dict of Mistake to tuple of int
        The outputs that it is told of; empty where it may be told as it is.
    """
    return _Search(exercise, attempts, fresh, words).told()


class _Search:
    """What `named` asks of each mistake, about the answers of one check."""

    def __init__(self, exercise, attempts, fresh, words):
        self.exercise, self.attempts = exercise, attempts
        self.fresh, self.words = fresh, words
        self.failed = [a for a in attempts if a.failed]
        self.wrong = {k for a in self.failed for k in a.failed}

    def told(self):
        listed = self.explaining(self.exercise.listed)
        if (
            listed
            or simple(self.attempts)
            or is_another_order(places(self.failed))
        ):
            return self.one(listed)
        told = self.by_part() or self.one(self.two_at_once())
        if told or _plainer(self.failed):
            return told
        slips = _slips(self.exercise)
        found = self.one_slip(self.explaining(slips), self.wrong)
        return self.one(found) or self.by_part(slips)

    def explaining(self, mistakes):
        """Keep the mistakes that explain every output."""
        return [
            m
            for m in mistakes
            if m.agrees(self.attempts) and spoiled(m, self.exercise)
        ]

    def two_at_once(self):
        """Find two listed mistakes, each of which adds to the other."""
        both = self.explaining(pairs(self.exercise, self.wrong))
        both = [m for m in both if all(_adds(e, self.failed) for e in m.both)]
        return self.believed(both, self.wrong)

    def believed(self, found, of):
        """Keep what more than the answers speaks for."""
        shown = any(
            _is_finite_and_wrong(a, k) for a in self.failed for k in of
        )
        found = [m for m in found if shown and self.written(m)]
        others = self.fresh() if found else []
        return [m for m in found if m.agrees(others, of)]

    def written(self, mistake):
        """Whether the learner's code has the words of a mistake."""
        return says(self.words, _words_of(mistake, self.exercise))

    def one_slip(self, found, of):
        """Bring slips that are believed down to one, if they answer alike."""
        return told_as_one(self.believed(found, of), self.words, self.exercise)

    def one(self, found):
        """Return what is told if all that was found says the same."""
        if len({m.said for m in found}) > 1:  # whose words are in the code?
            found = [m for m in found if self.written(m)]
            found = [m for m in found if _words_of(m, self.exercise)] or found
        if len({m.said for m in found}) != 1 or not found[0].said:
            return {}
        return dict.fromkeys(found[0].both or found[:1], ())

    def by_part(self, slips=()):
        """Tell one or two mistakes, each of the outputs that it spoils."""
        told = {}
        for (of, is_slip), found in self.by_outputs(slips).items():
            if is_slip:
                found = self.one_slip(found, of)
            if of not in told:
                told.update((of, m) for m in self.one(found))
        covers = [
            both
            for n in (1, 2)
            for both in combinations(told, n)
            if sorted(sum(both, ())) == sorted(self.wrong)
        ]
        if len(covers) != 1:
            return {}
        return {
            told[of]: of if told[of].partly else () for of in sorted(covers[0])
        }

    def by_outputs(self, slips):
        """Group mistakes by the outputs that they spoil, and explain."""
        found, first = {}, self.failed[0]
        if any(len(a.parts or ()) < 2 for a in self.attempts):
            return found
        for m in (*self.exercise.listed, *_partly(self.exercise), *slips):
            if any(m.agrees([first], [k]) for k in first.failed):
                of = spoiled(m, self.exercise)
                if of and m.agrees(self.attempts, of):
                    found.setdefault((of, bool(m.slip)), []).append(m)
        return found


def _is_finite_and_wrong(attempt, k):
    """Whether an output has wrong numbers, beside inf and nan."""
    if attempt.parts is None or k not in attempt.failed:
        return False
    came, right = attempt.parts[k], attempt.expected[k]
    if came.shape != right.shape:
        return bool(np.isfinite(came).any())
    return not close(np.where(np.isfinite(came), came, right), right)


def _adds(one, failed):
    """Whether numbers came that one mistake alone does not give."""
    return any(
        a.parts is not None and not one.agrees([a], a.failed) for a in failed
    )


@cache
def _words_of(mistake, exercise):
    """Gather the words that a mistake brings into the reference."""
    if mistake.slip and mistake.slip.zero:
        return set()  # whatever made it 0
    own = vocabulary(mistake.function) or set()
    own -= vocabulary(exercise.reference)
    if own and not mistake.slip:  # `0 * …` is how an author leaves things out
        locals_ = {*mistake.function.__code__.co_varnames}
        own = {w for w in own - locals_ if isinstance(w, str | complex)}
    return own | (mistake.slip.needs if mistake.slip else set())


def _plainer(failed):
    """Whether outputs are others, all zeros, or an argument as it came."""
    if any(a.parts is None for a in failed):
        return False
    came = places(failed)
    wrong = [(a, k) for a in failed for k in a.failed]
    zeros = all(a.parts[k].ndim and not a.parts[k].any() for a, k in wrong)
    arguments = any(
        all(_is_argument(a, k) for a in failed) for k in failed[0].failed
    )
    return zeros or arguments or came != [*range(len(came))]


def _is_argument(attempt, k):
    """Whether an output is one of the arrays that were given."""
    given = [arg for arg in attempt.case.args if np.ndim(arg)]
    return any(close(attempt.parts[k], arg) for arg in given)


def _alone(exercise):
    """Keep the mistakes that may be made in part, or beside another."""
    return [m for m in exercise.listed if m.edits and not m.again]


def pairs(exercise, of=None):
    """Every two mistakes that can be made at once, in these outputs alone."""
    alone = [m for m in _alone(exercise)
             if not of or of.issuperset(spoiled(m, exercise))]  # fmt: skip
    made = (_both(exercise, a, b) for a, b in combinations(alone, 2))
    return [*filter(None, made)]


@cache
def _both(exercise, a, b):
    function = exercise.source.together(a.edits, b.edits)
    return function and Mistake("Two at once.", function, both=(a, b))


@cache
def spoiled(mistake, exercise):
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


@cache
def _partly(exercise):
    """Every listed mistake, made in some of its places alone.

    But for those that are made whole or not at all: another layer's formula,
    and two that change places.
    """
    made = []
    for m in _alone(exercise) if exercise.outputs else ():
        old, new = zip(*m.edits)
        if m.said.startswith("That is ") or {*old} == {*new}:
            continue
        for text in exercise.source.partly(m.edits):
            with contextlib.suppress(SyntaxError):
                function = exercise.source.made(text)
                made.append(Mistake(m.said, function, partly=True))
    return made


@cache
def _slips(exercise):
    tried = islice(slips(exercise), MOST)
    return [Mistake("", exercise.source.made(s.text), slip=s) for s in tried]
