"""Functions that are handed in: how an answer calls them, and how ours do."""

import copy

import numpy as np

from answer_check.judging.answers import close
from answer_check.judging.vocabulary import vocabulary
from answer_check.judging.words import joined, shape


def calls(judge, attempt):
    """Say which function that is handed in is called otherwise than by ours.

    On shapes of its own, less or more often by half of what ours do (a call
    more may do no harm), or with a value that none of ours hands to it. The
    text is empty if there is none.
    """
    case, exercise = attempt.case, judge.exercise
    solutions, names = (exercise.reference, *exercise.accepted), []
    for i, arg in enumerate(case.args) if not exercise.why_not else ():
        if not callable(arg):
            continue
        (mine, met), (right, ours), *more = (
            _handed(function, case, i, exercise.parameters)
            for function in (judge.function, *solutions)
        )
        others = [shapes for shapes, _ in more]
        said = f"Your code calls `{exercise.parameters[i]}`"
        strange = {*mine} - {*right}.union(*others)
        if strange and right:
            of_ours = joined(map(_of, dict.fromkeys(right)), "or")
            return f"{said} with {_of(min(strange))}, and ours with {of_ours}."
        n, m = len(mine), len(right)
        if 2 * abs(n - m) >= m and n not in map(len, others):
            often = f"in the example, and ours {_times(m)}."
            if n:
                return f"{said} {_times(n)} {often}"
            if exercise.parameters[i] in vocabulary(judge.function):
                said = said.replace("calls", "never calls")
                return f"{said} {often}"
        for a, b, *_ in zip(met, ours, *(each for _, each in more)):
            if a and a != b:
                b = b or "another value"
                names += [f"{said} with {a}, and ours with {b}."]
    return (names or [""])[0]


def _handed(function, case, i, parameters):
    """List the shapes of what a function hands to its argument ``i``.

    And what that is, call by call: an argument, or what came of another call;
    empty if it is neither.
    """
    shapes, names, args = [], [], copy.deepcopy(case.args)
    known = [(f"`{name}`", arg) for name, arg in zip(parameters, case.args)
             if isinstance(arg, np.ndarray)]  # fmt: skip

    def noting(k, called):
        def noted(*given):
            if k == i:
                shapes.append(tuple(map(np.shape, given)))
                alike = (n for n, v in known if close(np.array(given[0]), v))
                names.append(next(alike, "") if len(given) == 1 else "")
            value = called(*given)
            known.append((f"what `{parameters[k]}` returned", np.copy(value)))
            return value

        return noted

    function(*(noting(k, a) if callable(a) else a for k, a in enumerate(args)))
    return shapes, names


def _of(shapes):
    return joined(
        f"an array of shape {shape(np.empty(each))}" if each else "a number"
        for each in shapes
    )  # fmt: skip


def _times(n):
    return {1: "once", 2: "twice"}.get(n, f"{n} times")
