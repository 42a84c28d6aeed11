"""What is said of several outputs at once: their order, and whose fault."""

import re
from itertools import combinations

from course_lib.exercises.judging import relations
from course_lib.exercises.judging.answers import close
from course_lib.exercises.judging.words import joined, shape


def describe(attempts, names, parameters):
    """Say how wrong outputs differ from the right ones."""
    came = places(attempts)
    told = [k for k, output in enumerate(came) if k != output]
    if told:
        said = _order(names, came)
    else:
        told, said = _alike(attempts, names, parameters)
    others = [k for k in attempts[0].failed_parts if k not in told]
    if not others:
        return said
    besides = (
        [f"answer {k + 1} is not {names[k]}" for k in others]
        if any(came[i] == k != i for k in others for i in told)
        else _besides(others, names, attempts[0])
    )
    return f"{said} Besides, {joined(besides)}."


def _besides(others, names, attempt):
    """Tell of the outputs that are wrong in a way of their own."""
    misshapen = [k for k in others if k in attempt.misshapen]
    if len(misshapen) > 2:
        yield f"{joined(names[k] for k in misshapen)} have other shapes"
    else:
        for k in misshapen:
            yield (
                f"{names[k]} has shape {shape(attempt.parts[k])} where "
                f"{shape(attempt.expected[k])} is expected"
            )
    differ = [names[k] for k in others if k not in misshapen]
    if differ:
        yield f"{joined(differ)} differ{'s' * (len(differ) == 1)}"


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


def _order(names, came):
    moved = [i for i, k in enumerate(came) if i != k]
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


def _alike(attempts, names, parameters):
    """Tell of the first wrong output, and of all that are wrong like it."""
    first = attempts[0]
    found = {k: _relation(k, attempts, parameters) for k in first.failed_parts}
    k = (first.misshapen or first.failed_parts)[0]
    told = [j for j in found if found[j] == found[k]]
    those = joined(names[j] for j in told)
    return told, found[k].format(
        name=those if len(told) == 1 else f"each of {those}"
    )


def _relation(k, attempts, parameters):
    misshapen = [a for a in attempts if k in a.misshapen]
    return relations.describe([
        (a.parts[k], a.expected[k], dict(zip(parameters, a.case.args)))
        for a in misshapen or attempts
        if k in a.failed_parts
    ])  # fmt: skip


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
    return f"In {joined(those)}, {_within_a_sentence(text)}"


def _within_a_sentence(text):
    """Begin in lower case, unless the first word is a name such as NumPy."""
    word = text.split(" ")[0]
    if word == "A" or len(word) > 1 and word.isalpha() and word.istitle():
        return text[0].lower() + text[1:]
    return text
