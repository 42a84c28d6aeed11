"""The reference with a few words changed: by its author, or by anybody."""

from functools import partial

import numpy as np
import pytest

from course_lib.exercises.exercise import Exercise, find
from course_lib.exercises.judging.judge import judge
from course_lib.exercises.judging.mistakes import pairs
from course_lib.exercises.judging.slips import WHY, slips
from course_lib.exercises.judging.source import Source
from course_lib.exercises.judging.vocabulary import says, vocabulary
from promises import untested


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


def choose(x, y):
    """Return the larger entries, those of y less 2 if it is the longer."""
    parts = []
    if len(x) > len(y):
        parts.append(y - 2)
    else:
        parts.append(max(x, y, key=len))
    return parts[0] * np.power(2, y[0])


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
CHOOSE = made(reference=choose, cases=of_vectors((3, 2), (2, 4)))
ROOT, X = Source(root), np.array([3.0, 4.0])


def edited(*edits, source=EXERCISE.source):
    """Make a function with a few words changed."""
    return source.made(source.applied(edits))


# Listed


def test_starter_is_the_head_of_the_reference():
    assert made(reference=root).starter == (
        "def root(x, eps):\n"
        '    """Return the root of the mean of x² plus eps, no root of eps."""'
        "\n    raise NotImplementedError\n"
    )


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
        ("", "write 'old → new; old → new' .*, not ''"),
        ("eps →", "'old → ' leaves words out., not 'eps →'"),
        ("eps → 1 → 2", "not 'eps → 1 → 2'"),
        ((("mean", "x"),), r"not \('mean', 'x'\)"),
        ("root → ", "'root' does not occur in the body of root"),
        ("mean + eps → ; + eps → ", r"two edits change '\+ eps'"),
        ("mean → x; mean → y", "two edits change 'mean'"),
        (" → x", "'' does not occur"),
        ("is → x", "'is' does not occur"),  # but in axis
    ],
)
def test_edits_that_cannot_be_made_are_refused(edits, words):
    with pytest.raises(ValueError, match=f"“You slipped.”: .*{words}"):
        made(reference=root, mistakes={edits: "You slipped."})


def test_mistakes_in_other_words_make_a_pair():
    exercise = made(reference=root, mistakes={
        "mean + eps → mean": "No ε.",
        "np.sqrt → ": "No root. It was forgotten.",
        "+ eps → + 2 * eps": "ε twice.",
        lambda x, eps: x: "Nothing.",
    })  # fmt: skip
    a, b, c, _ = exercise.listed
    assert (b.message, b.why) == ("No root.", "It was forgotten.")
    made_both = {pair.both: pair.function for pair in pairs(exercise)}
    assert set(made_both) == {(a, b), (b, c)}
    assert made_both[b, c](X, 0.5) == 13.5


def test_an_edit_may_be_made_in_words_that_another_put_in():
    absolute = (("mean + eps", "abs(mean + eps)"),)
    no_eps = (("+ eps", "- eps"),)
    assert ROOT.together(absolute, no_eps)(X, 20.0) == np.sqrt(7.5)
    other = (("mean + eps", "mean * eps"),)
    assert ROOT.together(other, no_eps) is None  # nothing left to change
    either = (("mean", "mean + mean"),)
    assert ROOT.together(either, (("mean", "2 * mean"),)) is None


# Not listed


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("x - y", "x + y", "In x̂, a plus stands where a minus belongs."),
        ("var + eps", "var - eps", "In x̂, a minus stands where a plus"),
        ("np.sqrt(var + eps)", "(var + eps)", "In x̂, a root is missing."),
        ("var + eps", "var", "In x̂, a term is missing or always 0."),
        ("x - y", "y - x", "Your answer has the wrong sign"),
        ("x_hat * y", "x_hat / y", "In what you return, a division stands"),
        ("y.mean", "y.sum", "a sum stands where a mean belongs."),
        ("x.var(", "x.var(ddof=1, ", "In σ², N − 1 divides where N belongs."),
        ("x.var", "y.var", "In σ², y stands where something else belongs."),
        ("x.var", "x.std", "In σ², a standard deviation stands where"),
        ("x.var(axis=-1", "x.var(axis=0", "axis 0 is taken where another"),
        (
            "x.var(axis=-1, ",
            "x.var(axis=None, ",
            "In σ², an `axis=` is missing, so all",
        ),
        ("len(x) > len(y)", "len(x) < len(y)", "comparison is the wrong way"),
        ("y - 2", "y + 2", "Somewhere a plus stands where a minus belongs."),
        ("2, y[0]", "y[0], 2", "the arguments of `power` are exchanged."),
    ],
)
def test_a_slip_is_named_by_kind_and_place(old, new, words):
    exercise = EXERCISE if old in EXERCISE.source.body else CHOOSE
    verdict = judge(edited((old, new), source=exercise.source), exercise)
    assert words in verdict.text, verdict.text
    assert WHY in verdict.text or not verdict.mistakes
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
    assert judge(edited((old, new)), EXERCISE).mistakes == ()


def test_a_slip_must_hold_on_other_numbers_too():
    """On the cases of the check alone a coincidence is soon found."""
    shapes = {case.args[0].tobytes() for case in EXERCISE.make_cases()}
    wrong = edited(("x - y", "x + y"))

    def lucky(x, y, eps):
        off = 0 if x.tobytes() in shapes else 1
        return wrong(x, y, eps) + off

    assert judge(wrong, EXERCISE).mistakes
    assert judge(lucky, EXERCISE).mistakes == ()


def test_two_words_for_one_function_are_both_told():
    def twice(x, y):
        """Add it twice."""
        total = 2 * x + y
        return total + y

    exercise = made(reference=twice, cases=of_vectors((2, 2), (3, 3)))
    text = judge(lambda x, y: 2 * x + y - y, exercise).text
    assert text.lower().count("a minus stands where a plus belongs") == 2
    assert "Or, which comes to the same, " in text


def test_no_reference_turns_into_one_that_never_ends():
    def halved(x):
        """Halve until it is small."""
        while x > 1:
            x = x / 2
        return x

    assert list(slips(made(reference=halved, cases=[(8.0,)]))) == []


def test_other_names_are_tried_last():
    another = [bool(slip.other) for slip in slips(EXERCISE)]
    assert any(another) and another == sorted(another)


# What is needed for a slip to be named


def ratio(x, y):
    """Divide by two more than the mean square of x."""
    square = x * x
    level = square.mean()
    return y / (level + 2)


RATIO = made(reference=ratio, cases=of_vectors((2, 3), (4, 4)))


def no_square(x, y):
    level = (x - x.mean()).mean()
    return y / (level + 2)


def no_square_in_another_name(x, y):
    other = (x - x.mean()).mean()
    return y / (other + 2)


def with_a_helper(x, y):
    return y / (minus(np.mean(x * x), 2))


def minus(a, b):
    return a - b


def with_a_number(x, y):
    return y / ((x * x).mean() + 3)


def without_the_number(x, y):
    three = float(len("abc"))
    return y / ((x * x).mean() + three)


@pytest.mark.parametrize(
    "answer, words",
    [
        (no_square, "In what you return, a term is missing or always 0."),
        (
            no_square_in_another_name,
            "In what you return, a term is missing or always 0.",
        ),
        (with_a_helper, "In what you return, a minus stands where"),
        (with_a_number, "In what you return, a number is one too large."),
        (without_the_number, ""),
    ],
)
def test_a_slip_is_named_by_what_the_code_has(answer, words):
    verdict = judge(answer, RATIO)
    assert bool(verdict.mistakes) == bool(words), verdict.text
    assert words in verdict.text


def test_a_quantity_without_a_name_is_not_spoken_of():
    class Answer:  # whose code is not to be had
        def __call__(self, x, y):
            return y / (x * x + 2)

    verdict = judge(Answer(), RATIO)
    assert verdict.mistakes == () and "stands" not in verdict.text


def test_axes_are_no_loops_and_no_numbers():
    kinds = {s.kind for s in slips(find("layer_norm_backward"))}
    assert not any("loop" in kind for kind in kinds)
    assert any("loop" in s.kind for s in slips(find("jacobian_by_columns")))
    kinds = {s.kind for s in slips(find("layer_norm"))}  # axis=-1 alone
    assert not any("number" in k or "minus sign" in k for k in kinds)


def test_inf_and_nan_alone_name_no_slip():
    def decay(x, y):
        """Return exp(y - x)."""
        return np.exp(y - x)

    exercise = made(reference=decay, cases=lambda rng: [
        (rng.uniform(900, 999, n), rng.normal(size=n)) for n in (2, 3)
    ])  # fmt: skip
    turned = judge(lambda x, y: np.exp(x - y), exercise)  # inf as well
    assert turned.mistakes == () and "is inf" in turned.text, turned.text


def test_the_words_of_a_code_are_its_own_and_its_helpers():
    def own(x):
        return [np.sqrt(each - 2.5) for each in minus(x, -3)]

    words = vocabulary(own)
    assert {"minus", "sqrt", "for", "-", 2.5, 3} <= words
    assert says(words, {"sqrt", 3}) and not says(words, {"T"})
    assert says({"einsum"}, {"T"}) and says({"len"}, {0})
    assert vocabulary(partial(own, 1)) == words
    assert vocabulary(print) is None and says(None, {"anything"})


def test_keys_in_a_tuple_are_one_mistake():
    exercise = made(reference=root, mistakes={
        ("+ eps → ", "+ eps → + 1"): "Your ε is not eps.",
        "np.sqrt → ": "No root.",
    }, cases=lambda rng: [(rng.normal(size=4), 0.1)])  # fmt: skip
    for answer in (lambda x, eps: np.sqrt((x * x).mean(-1)),
                   lambda x, eps: np.sqrt((x * x).mean(-1) + 1)):  # fmt: skip
        text = judge(answer, exercise).text
        assert text.startswith("Not yet. Your ε is not eps."), text
    assert len(pairs(exercise)) == 1  # the second is the first, told again


def test_a_promise_is_held_to_the_cases():
    exercise = made(promise={"x.ndim": (2, 4), "y.dtype.name": ("float64",)})
    assert sorted(untested(exercise)) == [
        "no case has x.ndim = 4", "x.ndim = 3 is not promised",
    ]  # fmt: skip


def test_an_answer_in_a_style_that_is_ruled_out():
    exercise = made(style=lambda words: "No loop." if "for" in words else "")
    right = edited(("x - y", "x - y"))
    assert judge(right, exercise).passed

    def looped(*args):
        for _ in range(3):
            answer = right(*args)
        return answer

    assert judge(looped, exercise).text == "Not yet. No loop."
