"""Where one change makes an answer right: the place, and not the change.

Small changes are tried at every place of the learner's own code, helpers and
nested functions included. What is said of the place is true of this code: with
one change there, the outputs that are named are right in every case.
"""

import copy
from dataclasses import replace

from answer_check.judging.answers import Attempt
from answer_check.judging.errors import Stopped
from answer_check.judging.learner_code import OwnCode
from answer_check.judging.limits import now, spent, time_limit
from answer_check.judging.other_checks import larger
from answer_check.judging.outputs import output_order
from answer_check.judging.small_changes import Change, changes
from answer_check.judging.words import joined

SECONDS, ONE = 0.8, 0.1  # of work, for the whole search and for one call
UNTOLD = NameError, UnboundLocalError, NotImplementedError
# What does more than compute: a change may close or delete another file.
REACHES_OUT = {
    "os", "sys", "shutil", "subprocess", "Path", "open", "eval", "exec"
}  # fmt: skip


def place(judge):
    """Say where one change makes the answer right, or some of its outputs.

    The text is empty if there is no such place.
    """
    if (
        any(a.changed or a.trouble in UNTOLD for a in judge.attempts)
        or not any(a.parts or a.trouble for a in judge.failed)
        or not judge.words
        or judge.words & REACHES_OUT
        or not judge.again.ends_like(judge.attempts[0])
        or sum(i != k for i, k in enumerate(output_order(judge.failed))) > 1
    ):
        return ""
    try:
        code = OwnCode(judge.function)
    except ValueError:
        return ""
    return _Search(judge, code).sentence()


class _Search:
    """Tries changes on all cases, and on some of other numbers."""

    def __init__(self, judge, code):
        self.judge, self.code = judge, code
        unseen = judge.exercise.unseen_cases(judge.function)
        shown = sorted(judge.attempts, key=lambda a: not a.failed)
        self.cases = [*(attempt.case for attempt in shown), *unseen]
        self.cases += larger(judge, unseen)
        self.wrong = frozenset(k for a in judge.attempts for k in a.failed)
        self.raised = any(a.trouble for a in judge.failed)

    def best(self):
        """Return the change that mends most outputs, the first of several."""
        since, best = now(), Change([])
        for change in changes(self.code, self.judge):
            right = self.mended(self.code.changed(change.edits))
            if len(right) > len(best.right):
                best = self.needed(change, right)
            if best.right == self.wrong or spent(since) > SECONDS:
                break
        return best

    def needed(self, change, right):
        """Return a change without the edits that make no difference."""
        edits = change.edits
        for each in edits if len(edits) > 1 else ():
            rest = [e for e in edits if e is not each]
            if rest and right <= self.mended(self.code.changed(rest)):
                edits = rest
        return replace(change, edits=edits, right=right)

    def mended(self, function):
        """Return those of the wrong outputs that are right in all cases."""
        right = set(self.wrong if function else ())
        for case in self.cases if right else ():
            try:
                with time_limit(ONE):
                    value = function(*copy.deepcopy(case.args))
                attempt = Attempt(value=value)
                attempt.compare(case, self.judge.exercise)
            except (Exception, Stopped):
                return frozenset()
            right -= {*attempt.failed}
            if not right or self.raised and attempt.failed:
                return frozenset()
            if not {*attempt.failed} <= self.wrong:
                return frozenset()
        return frozenset(right)

    def sentence(self):
        """Say which line to look at, and what is right with a change."""
        best = self.best()
        if not best.right:
            return ""
        lines, where = best.lines, f", {best.where}" if best.where else ""
        s, each = ("s", "in each of them") if lines[1:] else ("", "there")
        right = [self.judge.names[k] for k in sorted(best.right)]
        it = f"{joined(right)} {'are' if right[1:] else 'is'}"
        it = it if self.judge.names[1:] else "it is"
        return (
            f"Look at line{s} {joined(map(str, lines))}{where}: with one "
            f"change {each} {it} right."
        )
