"""Mistakes: a few words of the reference changed, and told by its answers."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice

import numpy as np

from course_lib.exercises.judging.answers import alike, close, ours, simple
from course_lib.exercises.judging.outputs import is_another_order, output_order
from course_lib.exercises.judging.slips import slips, told_as_one
from course_lib.exercises.judging.vocabulary import says, vocabulary

MOST = 400  # slips that are tried, for speed


@dataclass(frozen=True, eq=False)
class Mistake:
    """What was done, and why it is tempting: "You divided by N − 1. That …".

    ``function`` answers so; ``edits`` are words of the reference, each with
    what stands in its place, if words do; ``both`` are two mistakes that are
    made at once; ``shares_text`` is one that is told as the one before it;
    ``slip`` is what nobody listed.
    """

    said: str
    function: Callable
    edits: tuple = ()
    both: tuple = ()
    shares_text: bool = False
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


def named(exercise, attempts, unseen, words=None):
    """Name the mistakes that explain all of the learner's answers.

    These are tried in turn; the first that finds something ends the search:

    - one listed mistake, whatever else is so;
    - none, where all is 0, nan or the same, or only the order is another;
    - two listed mistakes, made at once;
    - none, where an output is another one, an argument, 0, or off by a sign;
    - one slip that nobody listed.

    Where several mistakes explain the same numbers, one is told only if the
    learner's code has its words and not those of the others. Two at once
    need the words of both. All but one listed mistake must also explain
    numbers that the check has not used yet.

    Parameters
    ----------
    exercise : Exercise
        Its listed mistakes are tried, and slips in its reference.
    attempts : list of Attempt
        The learner's answers to the cases of the check.
    unseen : callable
        ``unseen()`` returns attempts at other numbers.
    words : set, optional
        The words of the learner's code, if it is to be had.

    Returns
    -------
    tuple of Mistake
        One, two that are made at once, or none.
    """
    search = _Search(exercise, attempts, unseen, words)
    found = search.explaining(exercise.listed)
    order = output_order(search.failed)
    if found or simple(attempts) or is_another_order(order):
        return search.one(found)
    both = search.explaining(pairs(exercise, search.wrong))
    told = search.one(search.confirmed(both))
    if told or _plainer(search.failed):
        return told
    slips = search.explaining(_slips(exercise))
    return search.one(search.confirmed(slips))


class _Search:
    """The answers of one check, beside what mistakes would answer."""

    def __init__(self, exercise, attempts, unseen, words):
        self.exercise, self.attempts = exercise, attempts
        self.unseen, self.words = unseen, words
        self.failed = [a for a in attempts if a.failed]
        # An error on a rough case alone is not looked at by outputs_changed.
        shown = [a for a in self.failed if a.parts or not a.case.rough]
        shown = shown or self.failed
        self.wrong = tuple(sorted({k for a in shown for k in a.failed}))

    def explaining(self, mistakes):
        """List the mistakes that answer alike, and where this is wrong."""
        first = self.failed[0]
        return [
            m
            for m in mistakes
            if m.agrees([first], first.failed)
            and outputs_changed(m, self.exercise) == self.wrong
            and m.agrees(self.attempts, self.wrong)
        ]

    def confirmed(self, found):
        """Keep mistakes that hold on unseen numbers, and whose words stand.

        Numbers have to be shown that are wrong, and neither inf nor nan.
        """
        shown = any(
            _is_finite_and_wrong(a, k) for a in self.failed for k in a.failed
        )
        found = [m for m in found if shown and self.has_words(m)]
        others = self.unseen() if found else []
        found = [m for m in found if m.agrees(others, self.wrong)]
        if found and found[0].slip:
            return told_as_one(found, self.words, self.exercise)
        return found

    def has_words(self, mistake, some=False):
        """Whether the learner's code has the words that a mistake brings in.

        ``some``: there have to be such words, or words that it takes away.
        """
        if mistake.both:
            return all(self.has_words(m, some=True) for m in mistake.both)
        new, gone = _words_of(mistake, self.exercise)
        if self.words is None:
            return not some
        if some:
            return bool(new and says(self.words, new) or gone - self.words)
        left = gone & self.words if mistake.slip else ()
        return says(self.words, new) and not left

    def one(self, found):
        """Tell one of mistakes with the same answers, or none of them."""
        if len({m.said for m in found}) > 1:
            found = [m for m in found if self.has_words(m)]
            found = [m for m in found
                     if _words_of(m, self.exercise)[0]] or found  # fmt: skip
        if len({m.said for m in found}) != 1:
            return ()
        return found[0].both or (found[0],)


def _is_finite_and_wrong(attempt, k):
    """Whether an output has wrong numbers, beside inf and nan."""
    if attempt.parts is None or k not in attempt.failed:
        return False
    came, right = attempt.parts[k], attempt.expected[k]
    if came.shape != right.shape:
        return bool(np.isfinite(came).any())
    return not close(np.where(np.isfinite(came), came, right), right)


@cache
def _words_of(mistake, exercise):
    """Return the words that a mistake brings into the reference, and takes.

    Of what is taken, only arguments and the names of functions count: every
    other name may be another one in the learner's code.
    """
    here = vocabulary(mistake.function) or set()
    there = vocabulary(exercise.reference)
    own, code = here - there, exercise.reference.__code__
    if own and not mistake.slip:  # `0 * …` is how an author leaves things out
        locals_ = {*mistake.function.__code__.co_varnames}
        own = {w for w in own - locals_ if isinstance(w, str | complex)}
    gone = (there - here) & {*exercise.parameters, *code.co_names}
    return own | (mistake.slip.needs if mistake.slip else set()), gone


def _plainer(failed):
    """Whether a word says more: another output, an argument, 0, the sign."""
    if any(a.parts is None for a in failed):
        return False
    came = output_order(failed)
    wrong = [(a, k) for a in failed for k in a.failed]
    zeros = all(a.parts[k].ndim and not a.parts[k].any() for a, k in wrong)
    signs = all(close(-a.parts[k], a.expected[k]) for a, k in wrong)
    arguments = any(
        all(_is_argument(a, k) for a in failed) for k in failed[0].failed
    )
    return zeros or signs or arguments or came != [*range(len(came))]


def _is_argument(attempt, k):
    """Whether an output is one of the arrays that were given."""
    given = [arg for arg in attempt.case.args if np.ndim(arg)]
    return any(close(attempt.parts[k], arg) for arg in given)


def pairs(exercise, of=None):
    """Every two mistakes that can be made at once in these outputs."""
    alone = [
        m
        for m in exercise.listed
        if m.edits and not m.shares_text
        if not of or {*of} >= {*outputs_changed(m, exercise)}
    ]
    made = (_both(exercise, a, b) for a, b in combinations(alone, 2))
    return [*filter(None, made)]


@cache
def _both(exercise, a, b):
    function = exercise.source.together(a.edits, b.edits)
    return function and Mistake("Two at once.", function, both=(a, b))


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


@cache
def _slips(exercise):
    tried = islice(slips(exercise), MOST)
    return [Mistake("", exercise.source.made(s.text), slip=s) for s in tried]
