"""Mistakes: a few words of the reference changed, and told by its answers."""

import contextlib
import inspect
import re
import textwrap
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice

import numpy as np

from course_lib.exercises.judging.answers import alike, close, ours, simple
from course_lib.exercises.judging.outputs import is_another_order, places
from course_lib.exercises.judging.slips import WHY, less_one, slips

MOST = 330  # slips that are tried, for speed


@dataclass(frozen=True, eq=False)
class Mistake:
    """What was done, and why it is tempting: "You divided by N − 1. That …".

    ``function`` answers so; ``edits`` are words of the reference, each with
    what stands in its place, if words do; ``both`` are two mistakes that are
    made at once.
    """

    said: str
    function: Callable
    edits: tuple = ()
    both: tuple = ()

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
        for attempt in attempts:
            case, came, right = attempt.case, attempt.parts, attempt.expected
            theirs = ours(self.function, case)
            if isinstance(theirs, type):
                same = attempt.trouble is theirs
            else:
                same = len(came or ()) == len(theirs) and all(
                    alike(came[k], theirs[k], right[k], case.rough)
                    for k in parts or range(len(theirs))
                )
            if not same:
                return False
        return True

    def spoils(self, attempts, parts=None):
        """Whether the function's own answers are wrong in one of these."""
        return any(
            not close(theirs[k], attempt.expected[k])
            for attempt in attempts
            if isinstance(theirs := ours(self.function, attempt.case), list)
            for k in parts or range(len(theirs))
        )


class Source:
    """The text of a function: its head, its docstring, and a body to edit."""

    def __init__(self, function):
        self.function = function
        text = textwrap.dedent(inspect.getsource(function))
        form = r'(.*?:\n(?:\s+""".*?"""\n)?)(.*)'
        self.head, self.body = re.match(form, text, re.DOTALL).groups()

    def applied(self, edits, text=None):
        """Return the text with other words in its body, wherever these occur.

        A ValueError says which of them do not, or overlap.
        """
        body = text[len(self.head) :] if text else self.body
        words = {old: _whole_words(old) for old, _ in edits}
        pattern, new = "|".join(words.values()), dict(edits)
        met = Counter(m[0] for m in re.finditer(pattern, body))
        for old, alone in words.items():
            times = len(re.findall(alone, body)) if old else 0
            if not times:
                raise ValueError(
                    f"{old!r} does not occur in the body of "
                    f"{self.function.__name__}. Copy the words as they stand."
                )
            if met[old] < times or len(words) < len(edits):
                raise ValueError(f"two edits change {old!r}.")
        return self.head + re.sub(pattern, lambda m: new[m[0]], body)

    def together(self, a, b):
        """Return the function with the edits of two mistakes, or None.

        Where they overlap, those of one are made within the words that the
        other has put in, if that is possible in one order alone.
        """
        try:
            texts = {self.applied([*a, *b])}
        except ValueError:
            texts = set()
            for first, second in ((a, b), (b, a)):
                with contextlib.suppress(ValueError):
                    texts.add(self.applied(second, self.applied(first)))
        with contextlib.suppress(SyntaxError):
            return self.made(texts.pop()) if len(texts) == 1 else None

    def made(self, text):
        """Return the function that a changed text defines."""
        namespace = {**self.function.__globals__, "less_one": less_one}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # two edits may look odd
            exec(text, namespace)
        return namespace[self.function.__name__]


def _whole_words(text):
    """Match a text, but not within a longer name: no ``x`` in ``axis``."""
    before = r"\b" if re.match(r"\w", text) else ""
    after = r"\b" if re.search(r"\w$", text) else ""
    return before + re.escape(text) + after


def named(exercise, attempts, fresh):
    """Name the mistakes that explain all of the learner's answers.

    The first of these that there is:

    - a listed mistake, whatever else is so;
    - none, where all is 0, nan or the same, or only the order is another;
    - for each wrong output a listed mistake of its own, two in all at most;
    - two listed mistakes, made together;
    - none, where an output is another one, all zeros, or an argument;
    - a slip that nobody listed;
    - for each wrong output a listed mistake or else a slip, two at most.

    If two mistakes fit, or three slips, there is none; of two slips with the
    same answers both words are given. A slip has to explain ``fresh()`` too,
    attempts at other numbers.

    Returns
    -------
    dict of Mistake to tuple of int
        The outputs that alone show the mistake; empty where all do that it
        spoils.
    """
    failed = [a for a in attempts if a.failed]
    wrong = sorted({k for a in failed for k in a.failed})
    right = {*range(len(attempts[0].expected))} - {*wrong}
    several = all(len(a.parts or ()) > 1 for a in attempts)

    def explain(mistakes, parts=None):
        return [m for m in mistakes if m.agrees(attempts, parts)
                and m.spoils(attempts, parts)]  # fmt: skip

    def listed(parts=None):
        return explain(exercise.listed, parts)

    def slip(parts=None):
        found = explain(_slips(exercise), parts)
        others = fresh() if found else []
        return _as_one([m for m in found if m.agrees(others, parts)])

    def one(found):
        if len(found) != 1 or not found[0].said:
            return {}
        return dict.fromkeys(found[0].both or found, ())

    def by_part(*kinds):
        shown = {}
        for k in wrong if several else ():
            found = next(filter(None, (kind([k]) for kind in kinds)), [])
            if not one(found) or found[0] not in shown and len(shown) == 2:
                return {}
            shown.setdefault(found[0], []).append(k)
        return {
            m: tuple(k) if right and m.spoils(attempts, right) else ()
            for m, k in shown.items()
        }

    whole = listed()
    if whole or simple(attempts) or is_another_order(places(failed)):
        return one(whole)
    told = by_part(listed) or one(explain(pairs(exercise)))
    if told or _plainer(failed):
        return told
    return one(slip()) or by_part(listed, slip)


def _as_one(found):
    """Bring what answers alike down to one, if two sentences say it all."""
    by_words = {m.message: m for m in reversed(found) if m.said}
    if len(by_words) != 2:
        return list(by_words.values()) or found[:1]
    second, first = by_words.values()
    also = second.message[:1].lower() + second.message[1:]
    said = f"{first.message} Or, which comes to the same, {also} {WHY}"
    return [Mistake(said, first.function)]


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


@cache
def pairs(exercise):
    """Every two mistakes that can be made at once."""
    source, found = exercise.source, []
    for a, b in combinations([m for m in exercise.listed if m.edits], 2):
        function = source.together(a.edits, b.edits)
        if function:
            found.append(Mistake("Two at once.", function, both=(a, b)))
    return found


@cache
def _slips(exercise):
    tried = islice(slips(exercise), MOST)
    return [Mistake(said, exercise.source.made(text)) for said, text in tried]
