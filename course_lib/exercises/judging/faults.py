"""What is wrong beside the numbers, and what a failing case has in it."""

from numpy import floating, issubdtype, ndarray

from course_lib.exercises.exercise import Case
from course_lib.exercises.judging.calls import Calls
from course_lib.exercises.judging.errors import Stopped
from course_lib.exercises.judging.words import joined

LARGE = 1000


def before_numbers(judge, attempts, failed):
    """Tell what is wrong before the numbers are looked at."""
    first = failed[0]
    nothing = [a for a in attempts if a.returned_nothing]
    if nothing:
        return _nothing_returned(judge, attempts, nothing)
    changed = _changed(judge, attempts)
    if changed:
        return changed
    if _wavers(judge, attempts[0]):
        said = (
            "Your answer changes from call to call, with the same arguments: "
            "does it remember something, or draw random numbers?"
        )
        return judge.say([said], attempts[0])
    if first.parts is None:
        return judge.described(only_some(attempts, failed), [first])
    return None


def _nothing_returned(judge, attempts, nothing):
    name, first, where = judge.exercise.name, nothing[0], ""
    said = f"{name} returned None: does its last line say return?"
    if len(nothing) < len(attempts):
        where = judge.with_case(first)
        said = (
            f"{name} returned None on {len(nothing)} of {len(attempts)} "
            "cases: does every way through it end with return?"
        )
    elif first.outcome.printed.strip():
        said = f"{name} prints but returns None: return the answer."
    return judge.say([said, where], first)


def _changed(judge, attempts):
    for attempt in attempts:
        parameters = judge.exercise.parameters
        names = [parameters[i] for i in attempt.outcome.changed]
        if names:
            x = names[0]
            said = (
                f"{judge.exercise.name} changes its input {joined(names)}. "
                f"`{x} -= …`, `{x}[i] = …`, `{x}.sort()` and the like write "
                "into the caller's array, also through another name for it. "
                "Work on a copy."
            )
            return judge.say([said], attempt)
    return None


def _wavers(judge, attempt):
    """Whether a second call comes to another end, if to one in time."""
    if judge.exercise.verdict:
        return False
    again = judge.attempt(attempt.case)
    late = again.outcome.trouble is Stopped
    return not (late or again.ends_like(attempt))


def unseen(judge, attempts):
    """Look at what right numbers do not show; None if all is well."""
    changed = _changed(judge, attempts)
    if changed:
        return changed
    first, calls = attempts[0], Calls(judge.function, judge.exercise)
    again = judge.attempt(first.case, watch=calls.note)
    if again.outcome.trouble is Stopped:
        return judge.say([judge.raised(again)], again)
    if calls.problem:
        return judge.say([calls.problem], first)
    if again.failed:
        said = (
            "It is right at first, but a second call with the same arguments "
            "goes wrong: does it remember something?"
        )
        return judge.say([said], again)
    locked = judge.attempt(first.case, read_only=True)
    if locked.failed:
        said = "A read-only array gets another answer."
        if locked.outcome.trouble:
            said = judge.raised(locked)
        return judge.say([said], locked)
    return _on_other_numbers(judge)


def _on_other_numbers(judge):
    exercise = judge.exercise
    plain = exercise.unseen_cases(judge.function)
    for cases, on in (
        (plain, "other numbers"),
        (_larger(exercise, plain), "numbers a thousand times as large"),
    ):
        tried = [judge.attempt(case) for case in cases]
        failed = [a for a in tried if a.failed]
        late = [a for a in tried if a.outcome.trouble is Stopped]
        if late:
            return judge.say([judge.raised(late[0])], late[0])
        if failed:
            where = (
                f"It is right on the numbers of the check, but not on {on}."
            )
            return judge.described(where, failed)
    return None


def _larger(exercise, cases):
    """Make a plain case with its first array a thousand times as large."""
    for case in cases:
        args = list(case.args)
        arrays = [i for i, a in enumerate(args) if isinstance(a, ndarray)
                  and issubdtype(a.dtype, floating)]  # fmt: skip
        if arrays and not case.note and not exercise.verdict:
            args[arrays[0]] = args[arrays[0]] * LARGE
            return [Case(*args)]
    return []


def worth_showing(failed):
    """Choose cases that say one thing: what most have, noise last."""
    with_parts = [a for a in failed if a.parts is not None]
    misshapen = [a for a in with_parts if a.misshapen]
    if 2 * len(misshapen) >= len(with_parts):
        return misshapen
    with_parts = [a for a in with_parts if not a.misshapen]
    return [a for a in with_parts if not a.case.rough] or with_parts


def only_some(attempts, failed):
    """Say what failing cases have in common, where others are right."""
    right = [a for a in attempts if not a.failed]
    if not right:
        return ""
    notes = [a.case.note for a in failed]
    if all(notes) and len(notes) <= 2:
        those = joined(notes, "or")
        return f"It is right for plain input, but not for {those}."
    bad, good = {_axes(a) for a in failed}, {_axes(a) for a in right}
    if len(good) == 1 and not bad & good and None not in bad | good:
        (n,) = good
        return (
            f"It is right where the input has {n} ax{'ei'[n == 1]}s, but not "
            "with another number of axes."
        )
    return f"It is right on {len(right)} of {len(attempts)} cases."


def _axes(attempt):
    arrays = [a for a in attempt.case.args if isinstance(a, ndarray)]
    return arrays[0].ndim if arrays else None


def remark(judge, attempts):
    """Tell of a right answer what a layer of the course would do otherwise."""
    value, outputs = attempts[0].outcome.value, judge.exercise.outputs
    if isinstance(value, (list, tuple)) and not outputs:
        kind = "list" if isinstance(value, list) else "tuple"
        return f"It is a {kind}; `np.array` would make it an array."
    for attempt in attempts:
        for k, (a, e) in enumerate(zip(attempt.parts, attempt.expected)):
            if a.dtype.kind == e.dtype.kind == "f" and a.dtype != e.dtype:
                return (
                    f"For {e.dtype} the dtype of {judge.names[k]} is "
                    f"{a.dtype}; a layer keeps the dtype of its input."
                )
    return ""
