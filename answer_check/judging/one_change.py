"""Where one change makes an answer right: the place, and not the change.

Small changes are tried at every place of the learner's own code, helpers and
nested functions included. What is said of the place is true of this code: with
one change there, the outputs that are named are right in every case.
"""

import copy
from dataclasses import replace

import numpy as np

from answer_check.judging.answers import Attempt
from answer_check.judging.learner_code import OwnCode
from answer_check.judging.learner_frames import now, spent
from answer_check.judging.other_checks import larger
from answer_check.judging.outputs import output_order
from answer_check.judging.small_changes import Change, changes
from answer_check.judging.words import joined

SECONDS = 0.8  # of work, for the whole search
UNTOLD = NameError, UnboundLocalError, NotImplementedError
# What does more than compute: a change may close or delete another file.
REACHES_OUT = {
    "os", "sys", "shutil", "subprocess", "Path", "open", "eval", "exec"
}  # fmt: skip


def place(judge, words, plain):
    """Say where one change makes the answer right, or some of its outputs.

    ``words`` are those of the learner's code, and ``plain`` the attempts at
    cases with nothing special about them: where no change makes all cases
    right, one that makes these right is told as such. The text is empty if
    there is none.
    """
    if (
        any(a.changed or a.trouble in UNTOLD for a in judge.attempts)
        or not any(a.parts or a.trouble for a in judge.failed)
        or not words
        or words & REACHES_OUT
        or not judge.again.ends_like(judge.attempts[0])
        or sum(i != k for i, k in enumerate(output_order(judge.failed))) > 1
    ):
        return ""
    try:
        code = OwnCode(judge.function)
    except ValueError:
        return ""
    if not any(a.failed and not a.case.note for a in plain):
        plain = []  # they are right as it is
    search = _Search(judge, code, plain)
    search.try_all()
    return search.sentence()


class _Search:
    """Tries changes of the learner's code, and keeps the best one.

    ``best`` mends most outputs in all cases, ``best_plain`` in the plain ones.
    """

    def __init__(self, judge, code, plain):
        self.judge, self.code = judge, code
        self.plain, self.others = _cases(judge, plain)
        self.wrong = frozenset(k for a in judge.attempts for k in a.failed)
        self.wrong_plain = frozenset(k for a in plain for k in a.failed)
        self.raised = any(a.trouble for a in judge.failed)
        self.of_integers = all(map(_is_whole, judge.failed)) and not all(
            map(_is_whole, judge.attempts)
        )
        self.best = self.best_plain = Change([])

    def try_all(self):
        """Try changes until with one of them all is right."""
        since = now()
        for change in changes(self.code, self.judge):
            if self.best.right == self.wrong or spent(since) > SECONDS:
                return
            if self.of_integers and "fraction" not in change.where:
                continue  # a needless `/ 2` makes floats of integers
            self.keep(change)

    def keep(self, change):
        """Keep a change if it mends more than the best one so far."""
        function = self.code.changed(change.edits)
        right = self.mended(function, self.plain, self.wrong)
        everywhere = self.mended(function, self.others, right)
        if len(everywhere) > len(self.best.right):
            self.best = self.needed(change, everywhere)
        if len(right & self.wrong_plain) > len(self.best_plain.right):
            self.best_plain = self.needed(change, right & self.wrong_plain)

    def needed(self, change, right):
        """Return a change without the edits that make no difference."""
        edits = change.edits
        for each in edits if len(edits) > 1 and not change.only else ():
            rest = [e for e in edits if e is not each]
            function = rest and self.code.changed(rest)
            if function and right <= self.mended(
                function, self.plain, self.wrong
            ):
                edits = rest
        return replace(change, edits=edits, right=right)

    def mended(self, function, cases, wrong):
        """Return those of the wrong outputs that are right in all cases."""
        right = set(wrong if function else ())
        for case in cases if right else ():
            try:
                attempt = Attempt(value=function(*copy.deepcopy(case.args)))
                attempt.compare(case, self.judge.exercise)
            except Exception:
                return frozenset()
            right -= {*attempt.failed}
            if not right or self.raised and attempt.failed:
                return frozenset()
            if not {*attempt.failed} <= self.wrong:
                return frozenset()
        return frozenset(right)

    def sentence(self):
        """Say which line to look at, and what is right with a change."""
        best, wrong, cases = self.best, self.wrong, ""
        if not best.right:
            best, wrong = self.best_plain, self.wrong_plain
            cases = " in the plain cases"
        if not best.right:
            return ""
        lines, where = best.lines, f", {best.where}" if best.where else ""
        s, each = ("s", "in each of them") if lines[1:] else ("", "there")
        right = [self.judge.names[k] for k in sorted(best.right)]
        it = f"{joined(right)} {'are' if right[1:] else 'is'}"
        it = "it is" if best.right == wrong else it
        return (
            f"Look at line{s} {joined(map(str, lines))}{where}: with one "
            f"change {each} {it} right{cases}."
        )


def _cases(judge, plain):
    """Return the plain cases, those that are wrong first, and all others."""
    unseen = judge.exercise.unseen_cases(judge.function)
    shown = sorted(plain or judge.failed[:1], key=lambda a: not a.failed)
    first = [attempt.case for attempt in shown]
    known = {case.axes for case in first if plain}
    first += [c for c in unseen
              if c.axes in known and not (c.note or c.rough)]  # fmt: skip
    others = [*(a.case for a in judge.attempts), *unseen]
    others += larger(judge, unseen)
    return first, [case for case in others if case not in first]


def _is_whole(attempt):
    return any(getattr(arg, "dtype", "") == np.int64
               for arg in attempt.case.args)  # fmt: skip
