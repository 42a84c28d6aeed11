"""What is said of several outputs at once: their order, and whose fault."""

import re
from itertools import combinations

from course_lib.exercises.judging import relations
from course_lib.exercises.judging.answers import close
from course_lib.exercises.judging.words import joined, shape


def describe(attempts, names, parameters):
    """Say how wrong outputs differ from the right ones."""
    came, first = places(attempts), attempts[0]
    told = [k for k, output in enumerate(came) if k != output]
    if told:
        said = _order(names, came, told)
    else:
        found = {k: _relation(k, attempts, parameters) for k in first.failed}
        worst = (first.misshapen or first.failed)[0]
        told = [k for k in found if found[k] == found[worst]]
        those = joined(names[k] for k in told)
        name = f"each of {those}" if len(told) > 1 else those
        said = found[worst].format(name=name)
    others = [k for k in first.failed if k not in told]
    besides = _besides(others, names, first)
    if any(came[i] == k for i in told for k in others):
        besides = [f"answer {k + 1} is not {names[k]}" for k in others]
    said = f"{said} Besides, {joined(besides)}." if others else said
    return (
        said if came != [*range(len(came))] else said + right(attempts, names)
    )


def right(attempts, names):
    """Say which outputs are right, for then the mistake is behind them."""
    wrong = {k for a in attempts for k in a.failed}
    those = [name for k, name in enumerate(names) if k not in wrong]
    if len(those) > 4 and min(wrong) == len(those):
        return f" {those[0]} to {those[-1]} are right."
    verb = "is" if len(those) == 1 else "are"
    return f" {joined(those)} {verb} right." if 0 < len(those) < 5 else ""


def _relation(k, attempts, parameters):
    """Say how one output differs; ``{name}`` stands for it."""
    misshapen = [a for a in attempts if k in a.misshapen]
    return relations.describe([
        (a.parts[k], a.expected[k], dict(zip(parameters, a.case.args)))
        for a in misshapen or attempts
        if k in a.failed
    ])  # fmt: skip


def _besides(others, names, attempt):
    """Tell of the outputs that are wrong in a way of their own."""
    misshapen = [k for k in others if k in attempt.misshapen]
    differ = [names[k] for k in others if k not in misshapen]
    said = [
        f"{names[k]} has shape {shape(attempt.parts[k])} where "
        f"{shape(attempt.expected[k])} is expected"
        for k in misshapen
    ]
    if len(misshapen) > 2:
        said = [f"{joined(names[k] for k in misshapen)} have other shapes"]
    if differ:
        verb = "differs" if len(differ) == 1 else "differ"
        said.append(f"{joined(differ)} {verb}")
    return said


def places(attempts):
    """Find which output came in each place, in all attempts.

    The place's own if none did, or if several fit.
    """
    every, came = range(len(attempts[0].expected)), []
    for i in every:
        fits = [
            k
            for k in every
            if all(a.parts and close(a.parts[i], a.expected[k])
                   for a in attempts)
        ]  # fmt: skip
        came.append(fits[0] if len(fits) == 1 else i)
    return came


def is_another_order(came):
    """Whether all outputs came, some of them in other places."""
    return sorted(came) == list(range(len(came))) != came


def _order(names, came, moved):
    if not is_another_order(came):
        each = [
            f"answer {i + 1} is {names[came[i]]}, where {names[i]} is asked"
            for i in moved
        ]
        return f"{joined(each)}."
    if len(moved) == 2:
        return f"{joined(names[i] for i in moved)} are swapped."
    return (
        f"The outputs came in the order {', '.join(names[k] for k in came)}; "
        f"the order asked for is {', '.join(names)}."
    )


def only_in(text, names, parts):
    """Tell of some outputs what a text says of them and of others.

    Of dW1 alone, "dW1 and dW2 are not summed" is "dW1 is not summed".
    """
    for pair in combinations(range(len(names)), 2):
        shown = [names[k] for k in pair if k in parts]
        if len(shown) == 1:
            both = joined(names[k] for k in pair)
            text = text.replace(f"{both} are", f"{shown[0]} is")
            text = text.replace(both, shown[0])
    those = [names[k] for k in parts]
    if all(re.search(rf"\b{name}\b", text) for name in those):
        return text
    if re.match("(A|[A-Z][a-z]+) ", text):  # no name, as x̂ or NumPy
        text = text[0].lower() + text[1:]
    return f"In {joined(those)}, {text}"
