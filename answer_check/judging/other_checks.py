"""What is wrong beside the numbers, and what failing cases have in common."""

import dis

from numpy import ndarray

from answer_check import registry
from answer_check.judging.case import Case
from answer_check.judging.errors import ON_A_COPY, WRITES, Stopped
from answer_check.judging.source import written
from answer_check.judging.verdict import NOT_STARTED, Verdict
from answer_check.judging.vocabulary import vocabulary, words_of
from answer_check.judging.words import joined

LARGE = 1000
TO_MEND = (
    "This is the code as you were given it. Find its mistake, change it, then "
    "run your function's cell and its check again."
)
CUT_OFF = (
    "An array that takes over the dtype of x, as `np.zeros_like(x)` does, "
    "holds integers, and cuts fractions off; `.astype(float)` holds floats."
)


def untouched(judge):
    """Say that the code to mend is as it was given, or return None."""
    given = judge.exercise.mend
    if not given:
        return None
    # Compiled alone, as in a cell, it differs from what a file compiles to.
    alone = judge.exercise.source.made(judge.exercise.starter)
    if _instructions(judge.function) in map(_instructions, (given, alone)):
        return Verdict(NOT_STARTED, (TO_MEND,))
    return None


def _instructions(function):
    """Return what Python runs, whatever stands in comments and docstring."""
    code = getattr(function, "__code__", None)
    return code and [(i.opname, i.argrepr.split(" at 0x")[0])
                     for i in dis.get_instructions(code)]  # fmt: skip


def beside_the_numbers(judge):
    """Yield a Verdict for each fault that comes before wrong numbers.

    These are: nothing returned, an input changed, another answer to the same
    call. Yield None for each that is not there.
    """
    name, attempts = judge.exercise.name, judge.attempts
    nothing = [a for a in attempts if a.trouble is a.value is None]
    if nothing and not any(a.trouble for a in attempts):
        message = "returned None: does every way through it end with return?"
        if nothing[0].printed.strip():
            message = "prints but returns None: return the answer."
        example = judge.example(nothing[0])
        yield judge.say(f"{name} {message}", about=nothing[0], example=example)
    yield _changed(judge)
    first = attempts[0]
    again = first if judge.exercise.why_not else judge.again
    if again.trouble is not Stopped and not again.ends_like(first):
        yield judge.say(
            "Your answer changes from call to call, with the same arguments: "
            "does it remember something, draw random numbers, or leave places "
            "of `np.empty` unfilled?",
            about=first,
        )


def of_right_numbers(judge):
    """Yield a Verdict for each fault of an answer with right numbers.

    These are: an input changed, the course's own code called, a second call or
    other numbers that go wrong. Yield None for each that is not there.
    """
    first = judge.attempts[0]
    yield _changed(judge)
    ruled_out = _of_the_course(judge, judge.attempts)
    if ruled_out:
        yield judge.say(ruled_out, about=first)
    locked = judge.attempt(first.case, read_only=True)
    if locked.trouble:
        yield judge.described([locked])
    others = judge.exercise.unseen_cases(judge.function)
    others = others or judge.exercise.standard[1:]
    for cases, on in (
        ([first.case], "in a second call with them"),
        (others, "on other numbers"),
        (larger(judge, others), "on numbers a thousand times as large"),
    ):
        failed = [a for a in map(judge.attempt, cases) if a.failed]
        late = [a for a in failed if a.trouble is Stopped]
        where = f"It is right on the numbers of the check, but not {on}."
        if failed:
            yield judge.described(late or failed, "" if late else where)


def _of_the_course(judge, attempts):
    """Say which function of the course an answer calls, or return ""."""
    for code in {code for a in attempts for code in a.called}:
        own = code is getattr(judge.function, "__code__", None)
        if (
            not own
            and code.co_name != "<module>"
            and (
                code in judge.exercise.codes
                or code.co_filename.startswith(registry.course().answers)
            )
        ):
            return (
                f"It calls the course's own {code.co_name}. Write the "
                "arithmetic yourself, with NumPy."
            )
    return ""


def larger(judge, cases):
    """Return a list of one case: a plain one, its first array × 1,000.

    The list is empty if there is no such case.
    """
    if judge.exercise.why_not:
        return []
    for args in [case.args for case in cases if not case.note]:
        for i, arg in enumerate(args):
            if isinstance(arg, ndarray) and arg.dtype == float:
                return [Case(*args[:i], arg * LARGE, *args[i + 1 :])]
    return []


def _changed(judge):
    changed = next((a for a in judge.attempts if a.changed), None)
    if not changed:
        return None
    names = [judge.exercise.parameters[i] for i in changed.changed]
    locked = judge.attempt(changed.case, read_only=True)
    line, found, copy = locked.complaint.partition(f" {WRITES}. ")
    # Of several inputs a line may change only one; nditer asks to write.
    here = found and len(names) == 1 and "nditer(" not in line
    where = line if here else judge.exercise.name
    what = f"{where} changes its input {joined(names)}. {copy or ON_A_COPY}"
    return judge.say(what, *_numbers_beside(judge), about=changed)


def _numbers_beside(judge):
    """Say whether numbers are right where an input is changed."""
    if not judge.failed:
        return ["The numbers are right."]
    wrong = {k for a in judge.failed if a.parts for k in a.failed}
    if not wrong:
        return []
    those = joined(judge.names[k] for k in sorted(wrong))
    is_not = "is not" if len(wrong) == 1 else "are not"
    besides = f"Besides, {those} {is_not} right yet."
    return [besides, unused(judge), *judge.besides]


def worth_showing(failed):
    """Choose the failing attempts that a verdict shows.

    They have numbers, unless the first has none, of another shape if any have.
    A rough case is chosen only if there is no other.
    """
    if failed[0].parts is None:
        return failed[:1]
    with_parts = [a for a in failed if a.parts is not None]
    misshapen = [a for a in with_parts if a.misshapen]
    return (
        misshapen or [a for a in with_parts if not a.case.rough] or with_parts
    )


def only_some(judge):
    """Return a sentence on which cases fail, if only some with a note do."""
    notes = dict.fromkeys(a.case.note for a in judge.failed)
    if not all(notes) or len(notes) > 3 or judge.exercise.why_not:
        return ""
    where = f"It is wrong for {', for '.join(notes)}; the other cases of the "
    where += "check are right."
    return f"{where} {CUT_OFF}" if [*notes] == ["integers"] else where


def unused(judge):
    """Say which arguments a learner's code never uses, and should."""
    never = joined(f"`{name}`" for name in never_used(judge))
    return f"Your code never uses {never}." if never else ""


def never_used(judge):
    """List the arguments that a learner's code never uses, and should."""
    code = getattr(written(judge.function), "__code__", None)
    names = judge.exercise.parameters
    own = code.co_varnames[: code.co_argcount] if code else ()
    if judge.exercise.why_not or len(own) != len(names):
        return []
    used, needed = words_of(code), vocabulary(judge.exercise.reference)
    return [a for a, b in zip(own, names) if a not in used and b in needed]


def remark(judge):
    """Return a remark on a right answer in another dtype than a layer's."""
    for attempt in judge.attempts:
        for k, (a, e) in enumerate(zip(attempt.parts, attempt.expected)):
            if a.dtype.kind == e.dtype.kind == "f" and a.dtype != e.dtype:
                return (
                    f"For {e.dtype} the dtype of {judge.names[k]} is "
                    f"{a.dtype}; a layer keeps the dtype of its input."
                )
    return ""
