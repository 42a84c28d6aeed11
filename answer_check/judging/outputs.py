"""What is said of several outputs at once: their order, and whose fault."""

from answer_check.judging import relations
from answer_check.judging.answers import close
from answer_check.judging.words import joined


def describe(attempts, failed, names, parameters, rule="", placed=False):
    """Say how wrong outputs differ from the right ones in some attempts.

    The rule that they break is left out where a relation says all, and where
    it is told, or a place is, numbers without a relation are not spoken of.
    An output is called right if it is right in all attempts that ``failed``.
    """
    came, first = output_order(attempts), attempts[0]
    if is_another_order(came):
        return _order(names, came)
    found = {k: _relation(k, attempts, parameters, rule or placed)
             for k in first.failed}  # fmt: skip
    text, is_all = found[(first.misshapen or first.failed)[0]]
    those = [names[k] for k in found if found[k] == (text, is_all)]
    name = f"each of {joined(those)}" if len(those) > 1 else those[0]
    message = f"{text.format(name=name)} {'' if is_all else rule}".strip()
    return message + right(failed, names)


def right(attempts, names):
    """Return a sentence that names the outputs that are right.

    They tell the learner that the mistake comes after them in the code.
    """
    wrong = {k for a in attempts for k in a.failed}
    those = [name for k, name in enumerate(names) if k not in wrong]
    if len(those) > 4 and min(wrong) == len(those):
        return f" {those[0]} to {those[-1]} are right."
    verb = "is" if len(those) == 1 else "are"
    return f" {joined(those)} {verb} right." if 0 < len(those) < 5 else ""


def _relation(k, attempts, parameters, rule):
    """Say how one output differs; ``{name}`` stands for it."""
    misshapen = [a for a in attempts if k in a.misshapen]
    failing = [
        (a.parts[k], a.expected[k], dict(zip(parameters, a.case.args)))
        for a in misshapen or attempts
        if k in a.failed
    ]
    message, is_all = relations.describe(failing)
    if not message and not rule:
        message = "{name} is not what is expected."
    return message, is_all


def output_order(attempts):
    """Return for each place the number of the output that came there.

    It fits in all attempts. If none does, or several, it is the place's own
    number.
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
    moved = [names[i] for i, k in enumerate(came) if i != k]
    if len(moved) == 2:
        return f"{joined(moved)} are swapped."
    return (
        f"The outputs came in the order {', '.join(names[k] for k in came)}; "
        f"the order asked for is {', '.join(names)}."
    )
