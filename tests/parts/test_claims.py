"""What exercises say of an answer is computed, on their own cases.

``claims/<exercise>.py`` has words of its hints, statement or mistakes, each
with an expression. An array is the answer that these words describe: the
mistake that says them has to give it. Anything else has to be true. Words
that several exercises say stand in ``claims/shared.py``.

An expression may use the arguments, what the solution computes by name, and

wrong, right
    The answer with the mistake, and the right one. Where an exercise returns
    several things they are told apart as in ``wrong.dx``.
done(x=...), asked(x=...)
    The same for other arguments; a number stands for an array of it.
unseen(x=...)
    Whether the two agree then.
"""

import re
import runpy
import sys
import warnings
from collections import namedtuple
from functools import cache, partial
from pathlib import Path

import by_axis
import numpy as np
import pytest
from by_axis import same

from course_lib.exercises.exercise import every

TABLES = Path(__file__).parent / "claims"
SHARED = runpy.run_path(TABLES / "shared.py")
# Signs and words that a slip of the pen turns into their opposite.
TURNED = re.compile(
    r"[√Σ∂²³ᵀ′]|\w[·/]\w|(?<=[\w)]) [·/=+−<>] (?=[\w(])|N [−+] 1|\btimes\b"
    r"|\btwice|\bhal[fv]|\baxis [−\d]|\b(larg|small|long|short|great)er\b"
    r"|\b(fewer|more|less|above|below|before|after|first|last|upper|lower)\b"
    r"|\b(early|behind|in front|wrong sign|upside down|inside|outside)\b"
    r"|\b(always|never)\b"
    r"|\b(by|per|over|down|along|go along|of|for all)"
    r" (the |all |one |each )?(rows?|columns?|tokens?|features?)\b"
)
Said = namedtuple("Said", "text, mistakes")


HELPERS = {"np": np, **vars(by_axis)}


def locals_of(function, args):
    """Return what a function has by name when it ends."""
    found = {}

    def at_the_end(frame, event, _):
        if event == "return" and frame.f_code is function.__code__:
            found.update(frame.f_locals)

    sys.setprofile(at_the_end)
    try:
        function(*args)
    finally:
        sys.setprofile(None)
    return found


def like(new, old):
    """Return a number as an array like the old argument."""
    return (
        np.full_like(old, new) if np.ndim(new) < min(1, np.ndim(old)) else new
    )


def parted(exercise, answer):
    """Return an answer whose parts have names, where it has several."""
    if not exercise.outputs or not isinstance(answer, tuple):
        return answer
    return namedtuple("Answer", exercise.outputs)(*answer)


def asked(exercise, function, args, **changed):
    named = dict(zip(exercise.parameters, args))
    named |= {k: like(new, named[k]) for k, new in changed.items()}
    return parted(exercise, function(*named.values()))


def names(exercise, mistake, case, table):
    """Return what an expression may use."""
    args = [np.copy(a) if isinstance(a, np.ndarray) else a for a in case.args]
    known = {**HELPERS, **table, **locals_of(exercise.reference, args)}
    known |= dict(zip(exercise.parameters, args))
    of = partial(asked, exercise)
    known["asked"] = partial(of, exercise.reference, args)
    known["right"] = known["asked"]()
    if "x" in known and np.ndim(known["x"]):
        known.setdefault("N", known["x"].shape[-1])
    if mistake:
        known["done"] = partial(of, mistake.function, args)
        known["wrong"] = known["done"]()
        known["unseen"] = lambda **to: same(
            known["done"](**to), known["asked"](**to)
        )
    return known


def texts(exercise):
    """Return what an exercise says, each text once, with its mistakes."""
    found = {text: [] for text in (exercise.statement, *exercise.hints)}
    for mistake in exercise.listed:
        text = f"{mistake.message} {mistake.why}".strip()
        found.setdefault(text, []).append(mistake)
    return [Said(text, mistakes) for text, mistakes in found.items()]


@cache
def table(name):
    """Return the rows of an exercise, with those of all of them."""
    file = TABLES / f"{name}.py"
    own = runpy.run_path(file) if file.exists() else {}
    return {**SHARED, **own}, {**SHARED["CLAIMS"], **own.get("CLAIMS", {})}


def holds(exercise, mistake, expression, known):
    """Whether an expression is true, or the answer with the mistake."""
    value = eval(expression, known)
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    wrong = known["wrong"]
    if isinstance(wrong, tuple) and not isinstance(value, tuple):
        return any(same(value, part) for part in wrong)
    return same(value, wrong)


def tried(exercise, mistake, expression, scope):
    """Say for each case whether the claim holds, where it can be asked."""
    for case in exercise.standard:
        changing = any(vars(a) for a in case.args if hasattr(a, "__dict__"))
        if case.rough or changing:
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)
                known = names(exercise, mistake, case, scope)
                yield holds(exercise, mistake, expression, known)
        except (IndexError, ValueError, TypeError, AttributeError):
            continue


@pytest.mark.parametrize("exercise", every(), ids=lambda each: each.name)
def test_what_is_claimed_is_computed(exercise):
    scope, claims = table(exercise.name)
    wrong = []
    for words, expression in claims.items():
        for text, mistakes in texts(exercise):
            if words not in text:
                continue
            found = [
                [*tried(exercise, mistake, expression, scope)]
                for mistake in mistakes or [None]
            ]
            if not any(each and all(each) for each in found):
                wrong.append(f"{words!r}: {expression} is {found}")
    assert not wrong, "\n".join(wrong)


def turned(text):
    """Return where a text has words that could be turned, outside of code."""
    plain = re.sub(r"`[^`]*`", lambda code: "`" * len(code[0]), text)
    return [each.span() for each in TURNED.finditer(plain)]


@pytest.mark.parametrize("exercise", every(), ids=lambda each: each.name)
def test_every_claim_is_in_a_row(exercise):
    _, claims = table(exercise.name)
    left = []
    for text, _ in texts(exercise):
        held = [
            each.span()
            for words in (*claims, *SHARED["EXEMPT"])
            for each in re.finditer(re.escape(words), text)
        ]
        left += [
            text[max(0, a - 40) : b + 30]
            for a, b in turned(text)
            if not any(start <= a and b <= end for start, end in held)
        ]
    assert not left, (
        f"quote these words in tests/parts/claims/{exercise.name}.py with an "
        "expression that computes whether they are true:\n" + "\n".join(left)
    )


def test_every_row_is_said():
    said = {
        each.name: " ".join(text for text, _ in texts(each))
        for each in every()
    }
    for name, text in said.items():
        own = table(name)[1].keys() - SHARED["CLAIMS"].keys()
        unsaid = {words for words in own if words not in text}
        assert not unsaid, f"{name} no longer says {unsaid}"
    everything = " ".join(said.values())
    for words in (*SHARED["CLAIMS"], *SHARED["EXEMPT"]):
        assert words in everything, f"no exercise says {words!r}"
    tables = {path.stem for path in TABLES.glob("*.py")} - {"shared"}
    assert tables <= said.keys()
