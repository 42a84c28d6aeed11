"""The reference with a few words changed: by its author, or by anybody."""

from functools import partial

import numpy as np
import pytest

from answer_check.exercise import Exercise
from answer_check.judging.judge import judge
from answer_check.judging.source import Source
from answer_check.judging.vocabulary import says


def spread(x, y, eps):
    """Return a root, a product and a mean."""
    var = x.var(axis=-1, keepdims=True)
    x_hat = (x - y) / np.sqrt(var + eps)
    return x_hat * y.mean(axis=-1, keepdims=True)


def root(x, eps):
    """Return the root of the mean of x² plus eps, no root of eps."""
    square = x * x
    mean = square.mean(axis=-1)
    return np.sqrt(mean + eps)


def both_ways(x, y):
    """Return the sum and the difference."""
    return x + y, x - y


made = partial(
    Exercise,
    lesson="01",
    statement="Write it.",
    reference=spread,
    mistakes={(lambda *a: 7): "It is 7."},
    hints=["a.", "b.", "c."],
    cases=lambda rng: [
        (rng.normal(size=s), rng.normal(2, 1, s), 0.1)
        for s in [(3, 4), (5, 5), (2, 3, 4)]
    ],
)


def of_vectors(*lengths):
    return lambda rng: [
        (rng.normal(2, 1, n), rng.normal(2, 1, m)) for n, m in lengths
    ]


EXERCISE = made()
ROOT, X = Source(root), np.array([3.0, 4.0])


def edited(*edits, source=EXERCISE.source):
    """Make a function with a few words changed."""
    return source.made(source.applied(edits))


# Listed


def test_reference_without_a_docstring_makes_no_starter():
    with pytest.raises(ValueError, match="no docstring"):
        assert made(reference=of_vectors).starter


def test_edits_change_the_body_alone_and_every_occurrence():
    assert edited(("* x", "+ x"), ("np.sqrt", ""), source=ROOT)(X, 1) == 8
    twice = edited(("x", "(2 * x)"), source=ROOT)  # not in axis
    assert twice(X, 1) == np.sqrt(51)


@pytest.mark.parametrize(
    "edits, words",
    [
        ("", "write 'old → new; old → ', not ''"),
        ("eps →", "write .*, not 'eps →'"),
        ((("mean", "x"),), r"not \('mean', 'x'\)"),
        ("root → ", "'root' does not occur in the body of root"),
        ("mean → x; mean → y", "two edits change 'mean'"),
        ("is → x", "'is' does not occur"),  # but in axis
    ],
)
def test_edits_that_cannot_be_made_are_refused(edits, words):
    with pytest.raises(ValueError, match=f"“You slipped.”: .*{words}"):
        made(reference=root, mistakes={edits: "You slipped."})


# Not listed


@pytest.fixture
def said_of(cell):
    """Return the text of the verdict on a learner's code."""

    def judged(text, exercise=EXERCISE, **names):
        made_of = cell(text, **names)
        return judge(made_of[exercise.name], exercise).text

    return judged


LEARNERS = """def spread(x, y, eps):
    v = x.var(axis=-1, keepdims=True)
    hat = (x - y) / np.sqrt(v + eps)
    m = y.mean(axis=-1, keepdims=True)
    return hat * m
"""
IS_RIGHT = "it is right."


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("np.sqrt(v + eps)", "(v + eps)", "Look at line 3: with"),
        ("v + eps", "v", "Look at line 2: with"),
        ("y.mean(axis=-1", "y.mean(axis=tuple(range(y.ndim))[-2:]",
         "Look at line 4: with"),
        ("y.mean(", "np.median(y, ", "Look at line 4: with"),
        ("x.var(", "x.var(ddof=1, ", "line 2, where N − 1 divides: with one"),
        ("x.var", "x.std", "Look at line 2: with"),
        ("x.var(axis=-1, keepdims=True)", "x.var()",
         "line 2, where all axes are taken at once: with"),
        (", keepdims=True", "",
         "lines 2 and 4, where a mean or a sum loses its axis: with"),
        ("np.sqrt(v + eps)", "(v**0.5 + eps**0.5)", "Look at line 3: with"),
        ("/ np.sqrt(v + eps)", "* ((v + eps) ** -1 / 2)",
         "where the power is taken before the division:"),
        ("(x - y) / np", "x - y / np", "Look at line 3: with"),
        ("hat = (x - y)", "hat = abs(x - y)", "Look at line 3: with"),
        ("np.sqrt(v + eps)", "(np.sqrt(v) + 0 * x + np.sqrt(eps))",
         "Look at line 3: with"),
        ("m = y.mean(axis=-1, keepdims=True)", "one = [1 for _ in y.T]; "
         "m = y.sum(axis=-1, keepdims=True) / np.linalg.norm(one)",
         "Look at line 4: with"),
    ],
)  # fmt: skip
def test_the_place_of_a_slip_is_told(old, new, words, said_of):
    text = said_of(LEARNERS.replace(old, new))
    assert words in text and IS_RIGHT in text, text


LOOP = """def total(x):
    t = 0.0
    for each in x:
        t += each
    return t / len(x)
"""


def total(x):
    """Return the mean."""
    return x.sum() / len(x)


TOTAL = made(reference=total, cases=lambda rng: [
    (rng.normal(size=n),) for n in (3, 5)
])  # fmt: skip


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("+= each", "= each", "Look at line 4: with"),
        ("len(x)", "3", "Look at line 5: with"),
        ("t / len(x)", "t // len(x)",
         "line 5, where `//` drops the fraction:"),
        ("    return", "    if len(x) > 1:\n        t = t + 1\n    return",
         "Look at line 5: with"),
        ("for each in x:\n        t += each", "t = x[:1].copy()\n"
         "    t[:] = x[1:].sum()\n    t = t[0]", "Look at line 4: with"),
    ],
)  # fmt: skip
def test_the_place_of_a_wrong_line_is_told(old, new, words, said_of):
    text = said_of(LOOP.replace(old, new), TOTAL)
    assert words in text and IS_RIGHT in text, text


TWO_ANSWERS = made(
    reference=both_ways, outputs=("up", "down"),
    cases=of_vectors((3, 3), (4, 4)),
)  # fmt: skip


def test_of_two_slips_the_one_is_told_that_mends_an_output(said_of):
    text = said_of(
        "def both_ways(x, y):\n    return x - y, np.sin(x) + y\n", TWO_ANSWERS
    )
    assert "Look at line 2: with one change there up is right." in text


@pytest.mark.parametrize(
    "code",
    [
        LEARNERS.replace("x - y", "x - y + 0.1 * np.sin(x)**3 * y"),
        LEARNERS.replace("    v =", "    while x is y: pass\n    v ="),
        LEARNERS.replace("x - y", "x - z"),
        LEARNERS.replace("    v =", "    x -= y + x\n    v ="),
    ],
)
def test_it_is_silent_where_it_cannot_know(code, said_of):
    text = said_of(code.replace("hat * m", "hat * m * m + np.cos(x)"))
    assert IS_RIGHT not in text, text


def test_a_slip_must_hold_on_other_numbers_too(said_of):
    """On the cases of the check alone a coincidence is soon found."""
    seen = {case.args[0].tobytes() for case in EXERCISE.make_cases()}
    wrong = LEARNERS.replace("x - y", "x + y")
    assert IS_RIGHT in said_of(wrong)
    wrong = wrong.replace("hat * m", "hat * m + off(x)")
    text = said_of(wrong, off=lambda x: float(x.tobytes() not in seen))
    assert IS_RIGHT not in text, text


HELPED = """def norm(x, y, v, eps):
    return (x - y) / (2 * np.sqrt(v + eps))
def spread(x, y, eps):
    v = x.var(axis=-1, keepdims=True)
    return norm(x, y, v, eps) * y.mean(axis=-1, keepdims=True)
"""
WRAPPED = """def logged(f):
    def inner(*given):
        return f(*given)
    return inner
@logged
def spread(x, y, eps):
    v = x.var(axis=-1, keepdims=True)
    return (x - y) / np.sqrt(v - eps) * y.mean(axis=-1, keepdims=True)
"""
NESTED = """def make(factor):
    def spread(x, y, eps):
        def root(v):
            return np.sqrt(v + eps) * factor
        v = x.var(axis=-1, keepdims=True)
        return (x - y) / root(v) * y.mean(axis=-1, keepdims=True)
    return spread
spread = make(2)
"""
COUNTED = """def spread(x, y, eps):
    n = 0
    while n < x.shape[-1]:
        n += 1
    v = x.var(axis=-1, keepdims=True)
    return (x - y) / np.sqrt(v + eps) * y.sum(axis=-1, keepdims=True) * n
"""


@pytest.mark.parametrize(
    "text, line",
    [(HELPED, 2), (WRAPPED, 8), (NESTED, 4), (COUNTED, 6)],
)
def test_a_slip_is_found_in_whatever_the_answer_calls(text, line, said_of):
    told = said_of(text)
    assert f"Look at line {line}: with one change there" in told, told
    assert "2 *" not in told.split("Here is an example")[0]


def test_a_code_says_a_slip_if_it_has_all_of_its_words():
    assert says({"sqrt", 3}, {"sqrt", 3}) and not says({"-"}, {"-", "T"})
    assert says({"einsum"}, {"T"}) and says({"len"}, {0})
    assert says(None, {"anything"})
