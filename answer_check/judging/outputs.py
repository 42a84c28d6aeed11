"""How wrong outputs differ from the right ones: order, shape, digits."""

import math

import numpy as np

from answer_check.judging.answers import close, is_zero
from answer_check.judging.words import joined, number, shape

ALONE = "shape alone"
FEW_DIGITS = 1e-2  # relative to the largest expected entry
NOT_FINITE = (
    "{}{{name}} is {}: is something divided by 0, too large for exp, or a "
    "root or logarithm taken of a negative number?"
)
DIGITS = (
    "{{name}} agrees in about {} digits only here: is it a difference over a "
    "small step, is a small number added somewhere, or are digits lost by "
    "rounding, in float32 or between two huge numbers?"
)


def describe(attempts, failed, names, rule="", placed=False):
    """Say how wrong outputs differ from the right ones in some attempts.

    The rule that they break is left out where a relation says all, and where
    it is told, or a place is, numbers without a relation are not spoken of.
    An output is called right if it is right in all attempts that ``failed``.
    """
    came, first = output_order(attempts), attempts[0]
    if is_another_order(came):
        return _order(names, came)
    found = {k: _relation(k, attempts, failed, rule or placed)
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
    verb = "is" if len(those) == 1 else "are"
    return f" {joined(those)} {verb} right." if 0 < len(those) < 5 else ""


def _relation(k, attempts, failed, rule):
    """Say how one output differs, and whether that is all.

    ``{name}`` stands for the output. A relation has to hold in every attempt
    in which the output is wrong, or has another shape if it has one in any;
    that only the shape is wrong, in all that ``failed``.
    """
    misshapen = [a for a in attempts if k in a.misshapen]
    found, every = (
        [
            dict(_relations(a.parts[k], a.expected[k], a.case.args))
            for a in some if k in a.failed and a.parts
        ]
        for some in (misshapen or attempts, failed)
    )  # fmt: skip
    for kind, message in found[0].items():
        if all(kind in each for each in (every if kind == ALONE else found)):
            return message, kind not in (ALONE, "shape")
    return "" if rule else "{name} is not what is expected.", False


def _relations(came, asked, args):
    """Yield the kind of each relation between two arrays, and its words."""
    if came.shape != asked.shape:
        told = f"has shape {shape(came)}"
        if came.size == asked.size and close(came.reshape(asked.shape), asked):
            yield (
                ALONE,
                (
                    f"The numbers are right, but {{name}} {told} where "
                    f"{shape(asked)} is expected."
                ),
            )
        yield "shape", f"{{name}} {told}; expected is {shape(asked)}."
        return
    came = np.add(came, 0)  # True is 1
    bad = ~np.isfinite(came) & np.isfinite(asked)
    if bad.any():
        at = tuple(np.argwhere(bad)[0])
        nan = np.isnan(came[at])
        where = f"entry {[*map(int, at)]} of " if at else ""
        what = "nan, not a number" if nan else number(came[at])
        yield "not finite", NOT_FINITE.format(where, what)
    if came.ndim and is_zero(came, args):
        yield "zeros", "{name} is all zeros."
    largest, off = np.abs(asked).max(), np.abs(came - asked).max()
    if off < FEW_DIGITS * largest:
        digits = -math.floor(math.log10(off / largest)) - 1
        yield "digits", DIGITS.format(digits)


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
    return (
        f"The outputs came in the order {', '.join(names[k] for k in came)}; "
        f"the order asked for is {', '.join(names)}."
    )
