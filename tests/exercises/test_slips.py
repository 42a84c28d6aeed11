"""Slips that nobody listed are named by kind and place, or not at all."""

import numpy as np
import pytest

from course_lib.exercises.exercise import Exercise, every, find
from course_lib.exercises.judging.answers import close, ours
from course_lib.exercises.judging.judge import judge
from course_lib.exercises.judging.slips import WHY, slips


def spread(x, y, eps):
    """Return a root, a product and a mean."""
    var = x.var(axis=-1, keepdims=True)
    x_hat = (x - y) / np.sqrt(var + eps)
    return x_hat * y.mean(axis=-1, keepdims=True)


def made(reference=spread, **given):
    return Exercise(
        **{
            "lesson": "01",
            "statement": "Write it.",
            "reference": reference,
            "mistakes": {(lambda *a: 7): "It is 7."},
            "hints": ["a.", "b.", "c."],
            "cases": lambda rng: [
                (rng.normal(size=s), rng.normal(2, 1, s), 0.1)
                for s in [(3, 4), (5, 5), (2, 3, 4)]
            ],
            **given,
        }
    )


def choose(x, y):
    """Return the larger entries, those of y less 2 if it is the longer."""
    parts = []
    if len(x) > len(y):
        parts.append(y - 2)
    else:
        parts.append(max(x, y, key=len))
    return parts[0] * np.power(2, y[0])


EXERCISE = made()
CHOOSE = made(choose, cases=lambda rng: [
    (rng.normal(2, 1, n), rng.normal(2, 1, m)) for n, m in [(3, 2), (2, 4)]
])  # fmt: skip


def edited(*edit, exercise=EXERCISE):
    """Make the reference with a few words changed."""
    source = exercise.source
    return source.made(source.applied([edit]))


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("x - y", "x + y", "In x̂, a plus stands where a minus belongs."),
        ("var + eps", "var - eps", "In x̂, a minus stands where a plus"),
        ("np.sqrt(var + eps)", "(var + eps)", "In x̂, a root is missing."),
        ("var + eps", "var", "In x̂, a term is missing."),
        ("x - y", "y - x", "In x̂, a difference is taken the wrong way"),
        ("x_hat * y", "x_hat / y", "In what you return, a division stands"),
        ("y.mean", "y.sum", "a sum stands where a mean belongs."),
        ("x.var(", "x.var(ddof=1, ", "In σ², N − 1 divides where N belongs."),
        ("x.var", "y.var", "In σ², y stands where another quantity belongs."),
        ("x.var", "x.std", "In σ², a standard deviation stands where"),
        ("x.var(axis=-1", "x.var(axis=0", "axis 0 is taken where another"),
        ("x.var(axis=-1, ", "x.var(axis=None, ", "In σ², everything is taken"),
        ("len(x) > len(y)", "len(x) < len(y)", "comparison is the wrong way"),
        ("y - 2", "y + 2", "A plus stands where a minus belongs."),
        ("2, y[0]", "y[0], 2", "the arguments of `power` are exchanged."),
    ],
)
def test_a_slip_is_named_by_kind_and_place(old, new, words):
    exercise = EXERCISE if old in EXERCISE.source.body else CHOOSE
    verdict = judge(edited(old, new, exercise=exercise), exercise)
    assert words in verdict.text and WHY in verdict.text, verdict.text
    assert "np." not in verdict.text  # not the solution


@pytest.mark.parametrize(
    "old, new",
    [
        ("x - y", "x - y + 0.1"),  # no change that is tried
        ("x - y", "y - y"),  # all zeros
        ("var + eps", "var * np.nan"),
        ("return x_hat", "return y; x_hat"),  # an argument as it came
    ],
)
def test_it_is_silent_where_it_cannot_know(old, new):
    assert judge(edited(old, new), EXERCISE).mistakes == ()


def test_a_slip_must_hold_on_other_numbers_too():
    """On the cases of the check alone a coincidence is soon found."""
    shapes = {case.args[0].tobytes() for case in EXERCISE.make_cases()}
    wrong = edited("x - y", "x + y")

    def lucky(x, y, eps):
        off = 0 if x.tobytes() in shapes else 1
        return wrong(x, y, eps) + off

    assert judge(wrong, EXERCISE).mistakes
    assert judge(lucky, EXERCISE).mistakes == ()


def test_a_listed_mistake_goes_first():
    wrong = edited("x - y", "x + y")
    exercise = made(mistakes={"x - y → x + y": "You added y."})
    verdict = judge(wrong, exercise)
    assert verdict.text.startswith("Not yet. You added y.")


def test_two_words_for_one_function_are_both_told():
    def twice(x, y):
        """Add it twice."""
        total = 2 * x + y
        return total + y

    exercise = made(twice, cases=lambda rng: [
        (rng.normal(size=n), rng.normal(size=n)) for n in (2, 3)
    ])  # fmt: skip
    text = judge(lambda x, y: 2 * x, exercise).text
    assert text.lower().count("a minus stands where a plus belongs") == 2
    assert "Or, which comes to the same, " in text


def test_no_reference_turns_into_one_that_never_ends():
    def halved(x):
        """Halve until it is small."""
        while x > 1:
            x = x / 2
        return x

    assert list(slips(made(halved, cases=[(8.0,)]))) == []


@pytest.mark.parametrize(
    "name", [e.name for e in every() if not e.verdict]
)  # fmt: skip
def test_slips_of_the_bank_are_named_as_themselves_or_not_at_all(name):
    """Whatever is said of a slip is true of it: its own words or its twin."""
    exercise = find(name)
    cases = exercise.make_cases(seed=77)
    for _, text in list(slips(exercise))[::9]:
        slip = exercise.source.made(text)
        verdict = judge(slip, exercise)
        for said in verdict.mistakes[:1] * (len(verdict.mistakes) == 1):
            functions = said.function, slip
            for case in cases:
                assert case.rough or agree(exercise, *functions, case), said


def agree(exercise, named, slip, case):
    """Whether both answer alike where the slip is wrong."""
    with np.errstate(all="ignore"):
        a, b = ours(named, case), ours(slip, case)
        right = ours(exercise.reference, case)
    if isinstance(a, type) or isinstance(b, type):
        return a is b
    return all(close(x, y) for x, y, r in zip(a, b, right) if not close(y, r))
