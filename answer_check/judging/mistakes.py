"""Mistakes: a few words of the reference changed, and told by its answers."""

import contextlib
import dis
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from answer_check.judging.answers import alike, close, ours
from answer_check.judging.limits import now, spent
from answer_check.judging.outputs import is_another_order, output_order
from answer_check.judging.vocabulary import says, vocabulary
from answer_check.judging.words import shape

LOOSE = 1e-5
DIGITS = (
    "only about 7 digits are kept: is something in float32, or a small number "
    "added?"
)
GREEK = {"gamma": "γ", "beta": "β"}
SECONDS = 1.1  # of work, for two mistakes together


@dataclass(frozen=True, eq=False)
class Mistake:
    """What was done, and why it is tempting: "You divided by N − 1. That …".

    ``function`` answers so; ``edits`` are words of the reference, each with
    what stands in its place, if words do.
    """

    text: str
    function: Callable
    edits: tuple = ()

    @property
    def message(self):
        """The first sentence."""
        return re.split(r"(?<=[.?!]) ", self.text, maxsplit=1)[0]

    @property
    def why(self):
        """The other sentences."""
        return self.text[len(self.message) :].strip()


def named(judge):
    """Return the mistakes that explain an answer, and what is wrong beside.

    These are one listed mistake that explains all; or else those that
    explain the plain cases, output by output, two together where none does it
    alone. Of several that explain the same numbers, one is told only if the
    learner's code has its words. What is named explains numbers as well that
    the check has not used yet. Of outputs in another order none is named.
    """
    search = _Search(judge)
    explanation = search.one(search.holding())
    if explanation or is_another_order(output_order(search.failed)):
        return [*explanation.mistakes] if explanation else [], ""
    for search.rtol in (None, LOOSE):  # the last one for float32 inside
        for attempts in plain(judge):
            explanations = search.by_output(attempts)
            if explanations:
                found = [m for each in explanations for m in each.mistakes]
                every = {mistake.text: mistake for mistake in found}
                return [*every.values()], search.besides(explanations)
    return [], ""


@dataclass(frozen=True, eq=False)
class Together:
    """Mistakes that are made together, and the function that makes them."""

    mistakes: tuple
    function: Callable

    @property
    def texts(self):
        """What is said of each of them."""
        return {m.text for m in self.mistakes}

    def explains(self, attempts, k, rtol=None, shapes=False):
        """Whether one output of some attempts is as these mistakes have it.

        With an ``rtol`` to so many digits, with ``shapes`` in its shape, too.
        Somewhere it has to be wrong.
        """
        return all(self.gives(a, k, rtol, shapes) for a in attempts) and any(
            k in a.failed for a in attempts
        )

    def gives(self, attempt, k, rtol=None, shapes=False, alone=False):
        """Whether one output of an attempt is as these mistakes have it.

        Outputs that are right have to be right with these mistakes, too, if
        this one is not asked ``alone``.
        """
        theirs = ours(self.function, attempt.case)
        came, right = attempt.parts, attempt.expected
        if isinstance(theirs, type) or came is None:
            return attempt.trouble is theirs
        if len(theirs) != len(came) or not all(
            close(theirs[i], right[i])
            for i in range(len(right)) if not alone and i not in attempt.failed
        ):  # fmt: skip
            return False
        mine, other, asked = came[k], theirs[k], right[k]
        if k in attempt.failed and close(other, asked, rtol and 100 * rtol):
            return False  # here it makes no difference
        if not shapes and other.shape == asked.shape:
            mine = _shaped_like(asked, mine)
        if rtol:
            return bool(other.any()) and close(mine, other, rtol)
        return alike(mine, other, asked, attempt.case.rough)


def _shaped_like(asked, mine):
    """Return the numbers in another shape, if there are as many."""
    return mine.reshape(asked.shape) if mine.size == asked.size else mine


def plain(judge):
    """List the attempts at cases with nothing special, in groups.

    First all of them, then those of each number of axes, tables before all
    else; then those with a note, too. Groups without a wrong answer are left
    out, and those of one axis, where different slips look alike, if there are
    others.
    """
    floats = [a for a in judge.attempts if not a.case.rough and a.case.floats]
    without_note = [a for a in floats if not a.case.note]
    axes = sorted({a.case.axes for a in floats}, key=lambda n: (n != 2, n))
    groups = [without_note] + [
        [a for a in some if a.case.axes == n]
        for some in (without_note, floats) for n in axes
    ]  # fmt: skip
    wrong = [g for g in groups if any(a.failed for a in g)]
    tables = [g for g in wrong if all(a.case.axes != 1 for a in g)]
    return tables or wrong


class _Search:
    """The answers of one check, beside what mistakes would answer."""

    def __init__(self, judge):
        self.judge, self.exercise = judge, judge.exercise
        self.words = judge.words
        self.failed, self.rtol, self.since = judge.failed, None, now()
        # An error on a rough case alone is not looked at by outputs_changed.
        shown = [a for a in self.failed if a.parts or not a.case.rough]
        shown = shown or self.failed
        self.wrong = tuple(sorted({k for a in shown for k in a.failed}))
        code = getattr(judge.function, "__code__", None)
        made = {i.argval for i in dis.get_instructions(code or "")
                if "STORE" in i.opname}  # fmt: skip
        self.given = (self.words or set()) - made
        self.possible = [m for m in self.exercise.listed if not self.denied(m)]

    def holding(self):
        """List the mistakes that answer alike, on fresh numbers too."""

        def holds(together, attempts):
            return all(together.gives(a, k, shapes=True)
                       for a in attempts for k in self.wrong)  # fmt: skip

        found = [
            Together((m,), m.function) for m in self.possible
            if outputs_changed(m, self.exercise) == self.wrong
        ]  # fmt: skip
        found = [t for t in found if holds(t, self.judge.attempts)]
        found = [t for t in found if holds(t, self.judge.fresh)]
        if all(a.trouble is ValueError for a in self.judge.attempts):
            return self.with_proof(found, self.judge.attempts)
        return found

    def with_proof(self, found, attempts):
        """Keep what numbers or words bear out: an error is no proof."""
        if any(a.parts for a in attempts):
            return found
        return [
            t for t in found
            if self.new_words(t) and says(self.words, self.new_words(t))
        ]  # fmt: skip

    def new_words(self, together):
        """Return the words that mistakes bring into the reference."""
        words = (_words_of(m, self.exercise)[0] for m in together.mistakes)
        return set().union(*words)

    def denied(self, mistake):
        """Whether the code shows that it is not this mistake.

        It keeps a given line that the mistake changes, or has an argument or
        a number, such as 0.02, that the mistake takes out.
        """
        return bool(_words_of(mistake, self.exercise)[1] & self.given) or any(
            old in line for old, _ in mistake.edits for line in self.judge.kept
        )

    def one(self, found):
        """Tell one of several that have the same answers.

        Of those that cannot be told apart, what all of them have is told, or
        none.
        """
        if len({frozenset(each.texts) for each in found}) > 1:
            new = {each: self.new_words(each) for each in found}
            found = [each for each in found if says(self.words, new[each])]
            found = [each for each in found if new[each]] or found
        if not found:
            return None
        common = set.intersection(*(each.texts for each in found))
        mistakes = tuple(m for m in found[0].mistakes if m.text in common)
        return Together(mistakes, found[0].function) if mistakes else None

    def by_output(self, attempts):
        """Tell what explains some attempts, output by output."""
        fresh, explanations = self.fresh_like(attempts), {}
        for k in sorted({k for a in attempts for k in a.failed}):
            if attempts[0].expected[k].dtype.kind != "f":
                continue  # a verdict of few values agrees by chance
            known = explanations.values()
            if not any(t.explains(attempts, k, self.rtol) for t in known):
                found = self.of_output(k, attempts, fresh)
                explanations |= {k: found} if found else {}
        for k in [*explanations]:
            if self.in_another(k, explanations, attempts):
                del explanations[k]
        return [*explanations.values()]

    def fresh_like(self, attempts):
        """List attempts at other numbers in cases like these."""
        axes = {a.case.axes for a in attempts}
        noted = any(a.case.note for a in attempts)
        return [
            a for a in self.judge.fresh
            if a.case.floats and a.case.axes in axes and not a.case.rough
            and (noted or not a.case.note)
        ]  # fmt: skip

    def in_another(self, k, explanations, attempts):
        """Whether one mistake told for another output explains output k."""
        others = [
            m for j in explanations if j != k for m in explanations[j].mistakes
        ]
        return any(
            Together((m,), m.function).explains(attempts, k, self.rtol)
            for m in others if m.text not in explanations[k].texts
        )  # fmt: skip

    def of_output(self, k, attempts, fresh):
        """Tell what explains one output of some attempts, or None."""
        tried = [(Together((m,), m.function) for m in self.possible)]
        if any(a.parts for a in attempts):
            tried.append(self.pairs(k))
        explaining = [
            [
                t for t in every if t.explains(attempts, k, self.rtol)
                and (not fresh or t.explains(fresh, k, self.rtol))
                and self.true_of_others(t, attempts)
            ]
            for every in tried
        ]  # fmt: skip
        for agree in (self.agree_everywhere, self.agree_in_most_sizes):
            for found in explaining:
                found = [t for t in found if agree(t, attempts, k)]
                best = max(map(self.rank, found), default=0)
                found = [t for t in found if self.rank(t) == best]
                found = self.with_proof(found, attempts)
                if found:
                    return self.one(found)
        return None

    def true_of_others(self, together, attempts):
        """Whether all outputs that the mistakes speak of are as they say."""
        wrong = {k for a in attempts for k in a.failed}
        spoken_of = {
            k for m in together.mistakes for k in outputs_changed(
                m, self.exercise)
            if re.search(_called(self.judge.names[k]), m.message)
        }  # fmt: skip
        return all(together.explains(attempts, k, self.rtol)
                   for k in spoken_of & wrong)  # fmt: skip

    def agree_everywhere(self, together, attempts, k):
        """Whether mistakes explain all that some attempts compare with."""
        return all(together.gives(a, k, self.rtol)
                   for a in self.like(attempts, k))  # fmt: skip

    def agree_in_most_sizes(self, together, attempts, k):
        """Whether mistakes explain half of the sizes, and two if there are.

        For two rows N − 1 is 1, and for four √N is 2, so numbers of one size
        coincide. Where a case is right, it is so with the mistakes, too. An
        error is counted beside numbers that agree, and never alone.
        """
        others = self.like(attempts, k)
        agree = [a for a in others if together.gives(a, k, self.rtol)]
        told = {a.case.shapes for a in agree if k in a.failed and a.finite}
        raised = {a.case.shapes for a in self.judge.attempts
                  if told and a.trouble and together.gives(a, k)}  # fmt: skip
        sizes = len({a.case.shapes for a in others} | raised)
        return len(told | raised) >= max(min(2, sizes), sizes / 2) and all(
            a in agree for a in others if k not in a.failed
        )

    def like(self, attempts, k):
        """List the attempts in which numbers compare with those of some.

        These have no more axes, and not one where those have several.
        """
        most = max(a.case.axes for a in attempts)
        return [
            a for a in self.judge.attempts
            if a.parts and a.case.floats and not a.case.rough
            and (a.case.axes == most or 1 < a.case.axes < most)
            and a.parts[k].size == a.expected[k].size
        ]  # fmt: skip

    def rank(self, together):
        """Return how much mistakes explain, and how little else they do."""
        plainly = [a for a in self.failed if not a.case.rough]
        explained = sum(together.explains([a], i, self.rtol)
                        for a in plainly for i in a.failed)  # fmt: skip
        changed = {k for m in together.mistakes
                   for k in outputs_changed(m, self.exercise)}  # fmt: skip
        return explained, -len(changed)

    def pairs(self, k):
        """Yield two mistakes together that may explain output k.

        Each changes none of the outputs that are right. After some seconds
        of work no more come.
        """
        changed = {m: {*outputs_changed(m, self.exercise)}
                   for m in self.possible}  # fmt: skip
        few = [m for m in self.possible if changed[m] <= {*self.wrong}]
        for a, b in combinations(few, 2):
            if spent(self.since) > SECONDS:
                return
            if k in changed[a] | changed[b] and a.text != b.text:
                function = _joint(self.exercise, a, b)
                if function:
                    yield Together((a, b), function)

    def besides(self, explanations):
        """Say what is wrong that the mistakes do not explain."""
        unexplained = {
            a: [
                k for k in a.failed
                if not any(each.gives(a, k, shapes=True, alone=True)
                           for each in explanations)
            ]
            for a in self.failed
        }  # fmt: skip
        for a, wrong in unexplained.items():
            if not wrong:
                continue
            k, where = wrong[0], f", for {a.case.note}" if a.case.note else ""
            if a.parts is None:
                return f"Besides{where}: {a.complaint}"
            came, asked = map(shape, (a.parts[k], a.expected[k]))
            if self.rtol and came == asked:
                return f"Besides, {DIGITS}"
            name, what = self.judge.names[k], "is wrong, too."
            if came != asked:
                what = f"has shape {came}; expected is {asked}."
            elif any(each.explains([b], k) for each in explanations
                     for b in self.failed if not b.case.rough):  # fmt: skip
                but = where.removeprefix(",") or " in another case"
                return (
                    f"That fits {name} elsewhere, but{but} something else is "
                    "wrong."
                )
            elif any(k in also and b.case.note != a.case.note
                     for b, also in unexplained.items()):  # fmt: skip
                where = ""
            return f"Besides{where}, {name} {what}"
        return ""


def _called(name):
    """Match the name of an output in a message: dgamma is dγ there."""
    symbol = re.sub("gamma|beta", lambda m: GREEK[m[0]], name)
    return rf"\b({name}|d?{symbol})\b" if symbol != name else rf"\b{name}\b"


@cache
def _joint(exercise, a, b):
    """Return the reference with the edits of two mistakes, or None.

    If these overlap, the ones of one mistake are made in the other's text.
    """
    if not (a.edits and b.edits):
        return None
    source = exercise.source
    for steps in ([[*a.edits, *b.edits]], [a.edits, b.edits],
                  [b.edits, a.edits]):  # fmt: skip
        with contextlib.suppress(ValueError, SyntaxError):
            return source.made(source.applied(*steps))
    return None


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
        own = {w for w in own - locals_ if isinstance(w, str | complex)
               and " " not in str(w)}  # fmt: skip
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
