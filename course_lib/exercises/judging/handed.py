"""Functions that are handed in: how an answer calls them, and how ours do."""

import copy

import numpy as np

from course_lib.exercises.judging.words import joined, shape


def calls(judge, attempt):
    """Say which function that is handed in is called otherwise than by ours.

    On shapes of its own, or less or more often by half of what ours do; a
    call more may do no harm. The text is empty if there is none.
    """
    case, exercise = attempt.case, judge.exercise
    solutions = exercise.reference, *exercise.accepted
    for i, arg in enumerate(case.args) if not exercise.why_not else ():
        if not callable(arg):
            continue
        mine, right, *others = (
            _shapes(function, case, i)
            for function in (judge.function, *solutions)
        )
        said = f"Your code calls `{exercise.parameters[i]}`"
        strange = {*mine} - {*right}.union(*others)
        if strange and right:
            of_ours = joined(map(_of, dict.fromkeys(right)), "or")
            return f"{said} with {_of(min(strange))}, and ours with {of_ours}."
        n, m = len(mine), len(right)
        if 2 * abs(n - m) >= m and n not in map(len, others):
            return f"{said} {_times(n)} in the example, and ours {_times(m)}."
    return ""


def _shapes(function, case, i):
    """List the shapes of what a function hands to its argument ``i``."""
    shapes, args = [], copy.deepcopy(case.args)

    def noted(*given):
        shapes.append(tuple(map(np.shape, given)))
        return case.args[i](*given)

    function(*args[:i], noted, *args[i + 1 :])
    return shapes


def _of(shapes):
    return joined(
        f"an array of shape {shape(np.empty(each))}" if each else "a number"
        for each in shapes
    )  # fmt: skip


def _times(n):
    return {0: "never", 1: "once", 2: "twice"}.get(n, f"{n} times")
