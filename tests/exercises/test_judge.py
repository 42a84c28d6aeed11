"""What is said of an answer that is wrong in a way nobody listed."""

import itertools
from functools import partial

import numpy as np
import pytest

from course_lib.exercises.exercise import Case, Exercise
from course_lib.exercises.judging import outputs
from course_lib.exercises.judging.answers import close
from course_lib.exercises.judging.judge import NOT_YET, RIGHT, judge
from course_lib.exercises.judging.words import apart

say = partial(judge)  # answers here may call each other


def f(x, W):
    return x @ W


def two(x, W):
    return x @ W, x.sum(axis=-1)


def cases(rng):
    return [
        (rng.normal(size=(2, 3)), rng.normal(size=(3, 3))),
        (rng.normal(size=(3, 3)), rng.normal(size=(3, 3))),
        (rng.normal(size=(5, 4)), rng.normal(size=(4, 4))),
        Case(
            rng.normal(size=(2, 3, 4)), rng.normal(size=(4, 4)),
            note="a 3-D input",
        ),
    ]  # fmt: skip


def made(reference=f, **given):
    return Exercise(
        **{
            "lesson": "09",
            "statement": "Multiply.",
            "reference": reference,
            "mistakes": {"W → W.T": "You transposed W."},
            "hints": ["a.", "b.", "c."],
            "cases": cases,
            **given,
        }
    )


def bumped(values, at, by=1.0):
    values[at] += by
    return values


RELATIONS = [  # what stands for the right answer y = x @ W, what is said
    ("-y", "has the wrong sign: times −1 it is right."),
    ("3 * y", "Your answer is 3 times what is expected."),
    ("x.shape[-1] * y", "the factor is the length of x's last axis"),
    ("y / (x.size // x.shape[-1])", "1 / the number of rows of x"),
    ("y + 0.5", "off by the constant 0.5"),
    ("np.swapaxes(y, 0, -1)", "expected is (2, 3)"),
    ("x", "Your answer is x, unchanged"),
    ("0 * y", "Your answer is all zeros"),
    ("y * 1e-14", "Your answer is all zeros"),
    ("np.abs(y)", "some signs are wrong"),
    ("np.trunc(y)", "cut off to whole numbers"),
    ("y[..., ::-1]", "reversed along axis 1"),
    ("y[::-1]", "reversed along axis 0"),
    ("np.roll(y, 1, -1)", "in the wrong places"),
    ("y[..., None]", "has shape (2, 3, 1) where (2, 3)"),
    ("y + x.mean(-1, keepdims=True)",
     "Each row of your answer is off by a constant of its own"),
    ("y * x.mean(-1, keepdims=True)", "Each row of your answer is a multiple"),
    ("y + W[0]", "Each column of your answer is off by a constant"),
    ("bumped(y, 0)", "only row 0 differs"),
    ("np.round(y, 5)",
     "digits only: is a small number added somewhere, or are digits"),
    ("y * (1 + 3e-7)", "agrees in about 6 digits only"),
    ("y / np.where(x > 0, 1, 0)[..., :1]", "is something divided by 0"),
    ("x[..., None] * W", "sum of your answer over axis 1"),
    ("y.sum(-1)", "has shape (2,); expected is (2, 3)"),
    ("np.zeros(x.shape[::-1] if len(x) == 2 else 7)",
     "has shape (3, 2); expected is (2, 3). That is with"),
    ("np.sin(y)", "expected is"),
]  # fmt: skip


@pytest.mark.parametrize("came, words", RELATIONS)
def test_relation_is_found(came, words):
    names = {"np": np, "bumped": bumped}
    wrong = eval(f"lambda x, W: (lambda y: {came})(x @ W)", names)
    verdict = say(wrong, made())
    assert verdict.state == NOT_YET and verdict.mistakes == ()
    assert words in verdict.text, verdict.text


def test_transpose_of_a_square_answer():
    def wrong(x, W):
        y = np.swapaxes(x @ W, -1, -2)
        return y if y.shape == x.shape else np.zeros(3)

    square = made(cases=lambda rng: [
        (rng.normal(size=(n, n)), rng.normal(size=(n, n))) for n in (2, 4)
    ])  # fmt: skip
    assert "is the transpose of" in say(wrong, square).text


def test_transpose_of_another_shape():
    only_2d = made(cases=lambda rng: cases(rng)[2:3])
    assert "is the transpose" in say(lambda x, W: (x @ W).T, only_2d).text


def test_listed_mistake_is_named():
    verdict = say(lambda x, W: np.einsum("...i,ji", x, W), made())
    assert verdict.text.startswith("Not yet. You transposed W.")


def test_right_for_2_d_only():
    def wrong(x, W):
        return x @ W if x.ndim == 2 else (x @ W) ** 2

    text = say(wrong, made()).text
    assert "right for plain input, but not for a 3-D input" in text


def test_raises_for_3_d_only():
    def wrong(x, W):
        return np.einsum("bi,ij->bj", x, W)

    text = say(wrong, made()).text
    assert "right for plain input, but not for a 3-D input" in text
    assert 'einsum("bi,ij->bj", x, W)' in text


def test_two_outputs_swapped_and_one_wrong():
    exercise = made(two, outputs=("y", "total"), mistakes={
        lambda x, W: (x @ W, x.mean(-1)): "You averaged.",
        lambda x, W: (x @ W.T, x.sum(-1)): "You transposed W.",
    }, cases=lambda rng: cases(rng)[1:])  # fmt: skip
    swapped = say(lambda x, W: two(x, W)[::-1], exercise)
    assert "y and total are swapped" in swapped.text
    both = say(lambda x, W: (x @ W.T, x.mean(-1)), exercise)
    assert {m.message for m in both.mistakes} == {
        "You averaged.",
        "You transposed W.",
    }
    one = say(lambda x, W: (x @ W, 2 * x.sum(-1)), exercise)
    assert "total is 2 times what is expected" in one.text


def test_mistake_of_both_outputs_made_in_one():
    exercise = made(two, outputs=("y", "total"), mistakes={
        lambda x, W: (2 * (x @ W), 2 * x.sum(-1)): "You doubled.",
    }, cases=lambda rng: cases(rng)[1:])  # fmt: skip
    one = say(lambda x, W: (x @ W, 2 * x.sum(-1)), exercise)
    assert one.text.startswith("Not yet. In total, you doubled.")
    both = say(lambda x, W: (2 * (x @ W), 2 * x.sum(-1)), exercise)
    assert both.text.startswith("Not yet. You doubled.")


def test_outputs_of_one_shape_swapped():
    def pair(x, W):
        return x @ W, x + 1

    exercise = made(pair, outputs=("y", "z"), mistakes={
        lambda x, W: (x @ W, x): "You forgot the 1.",
    })  # fmt: skip
    text = say(lambda x, W: pair(x, W)[::-1], exercise).text
    assert "y and z are swapped" in text


def three(x, W):
    return x @ W, x.sum(axis=-1), W.sum(axis=-1)


def of_three(**given):
    """Make an exercise of three outputs, all (4,) or (4, 4) in one case."""
    return made(
        three, outputs=("y", "total", "weight"), cases=lambda rng: [
            (rng.normal(size=(n, 4)), rng.normal(size=(4, 4))) for n in (4, 5)
        ], **{"mistakes": {(lambda x, W: (x, x, x)): "All x."}, **given}
    )  # fmt: skip


@pytest.mark.parametrize("came", list(itertools.permutations(range(3)))[1:])
def test_any_other_order_of_the_outputs(came):
    names = ("y", "total", "weight")

    def wrong(x, W):
        return tuple(three(x, W)[k] for k in came)

    moved = [names[i] for i in range(3) if came[i] != i]
    order = ", ".join(names[k] for k in came)
    words = (
        f"Not yet. {' and '.join(moved)} are swapped. That is with"
        if len(moved) == 2
        else f"Not yet. The outputs came in the order {order}; "
        "the order asked for is y, total, weight. That is with"
    )
    text = say(wrong, of_three()).text
    assert text.startswith(words), text


def test_small_arguments_are_shown_beside_shapes():
    def scaled(x, axes, eps):
        return x.mean(axes) * eps

    exercise = made(
        scaled,
        mistakes={(lambda x, axes, eps: x): "You returned x."},
        cases=[(np.arange(200.0).reshape(10, 20), (0, 1), 0.1)],
    )
    text = say(lambda x, axes, eps: np.float64(7), exercise).text
    assert "x of shape (10, 20), axes = (0, 1) and eps = 0.1." in text


@pytest.mark.parametrize(
    "came, words",
    [
        ("-y, -t, -w", "Each of y, total and weight has the wrong sign"),
        ("y / 8, 3 * t, w / 8", "Each of y and weight is 0.125 times what is "
         "expected. Besides, total differs."),
        ("y, t.sum() + 1, w.sum() + 1", "Each of total and weight has shape "
         "() (a single number); expected is (4,). That is"),
        ("2 * y, t[:, None], w + 1", "has shape (4, 1) where (4,) is "
         "expected. Besides, y and weight differ."),
        ("2 * y, w, t", "total and weight are swapped. Besides, y differs."),
        ("y, w, w", "Answer 2 is weight, where total is asked. That is"),
        ("y, 2 * w - y.sum(), t", "Answer 3 is total, where weight is asked. "
         "Besides, answer 2 is not total."),
        ("y[None], t[:, None], w + 1", "where (4, 4) is expected. Besides, "
         "total has shape (4, 1) where (4,) is expected and weight differs."),
    ],
)  # fmt: skip
def test_what_holds_for_several_outputs_is_said_once(came, words):
    wrong = eval(f"lambda y, t, w: ({came})")
    text = say(lambda x, W: wrong(*three(x, W)), of_three()).text
    assert words in text, text


@pytest.mark.parametrize(
    "message, said",
    [
        ("total and weight are not summed.", "weight is not summed."),
        ("You averaged total and weight.", "You averaged weight."),
        ("You averaged the sums.", "In weight, you averaged the sums."),
        ("NumPy averaged.", "In weight, NumPy averaged."),
    ],
)
def test_mistake_of_two_outputs_told_of_the_one_that_shows_it(message, said):
    exercise = of_three(mistakes={
        lambda x, W: (x @ W, x.mean(-1), W.mean(-1)): message,
    })  # fmt: skip
    verdict = say(lambda x, W: (x @ W, x.sum(-1), W.mean(-1)), exercise)
    assert verdict.mistakes and verdict.text.startswith(f"Not yet. {said}\n")


@pytest.mark.parametrize(
    "left_out, words",
    [
        (np.s_[:, 3], "Column 3 of your answer is all zeros"),
        (np.s_[:, 1:3], "Columns 1 and 2 of your answer are all zeros"),
        (np.s_[1], "Row 1 of your answer is all zeros"),
    ],
)
def test_part_that_was_never_filled(left_out, words):
    def wrong(x, W):
        return bumped(x @ W, left_out, -(x @ W)[left_out])

    exercise = made(cases=lambda rng: [
        (rng.normal(size=(n, 4)), rng.normal(size=(4, 4))) for n in (2, 5)
    ])  # fmt: skip
    assert f"{words}; the rest is right." in say(wrong, exercise).text


@pytest.mark.parametrize(
    "axis, words", [(0, "line [:, 2, 3]"), (-1, "row [1, 2]")]
)
def test_line_of_a_larger_array_is_named_by_its_indices(axis, words):
    def wrong(x, W):
        factor = np.linspace(1, 3, 24 // x.shape[axis])
        shape = np.delete(x.shape, axis)
        return x @ W * np.expand_dims(factor.reshape(shape), axis)

    exercise = made(cases=lambda rng: cases(rng)[3:])
    text = say(wrong, exercise).text
    assert f": 3 times in {words}." in text, text


def test_number_cut_off():
    def total(x, W):
        return float((x @ W).sum()) * 100

    text = say(lambda x, W: int(total(x, W)), made(total)).text
    assert "cut off to a whole number: does an `int(…)` or a `//`" in text


def test_zero_is_not_called_cut_off():
    """Any number below 1 would be, and nobody wrote `int`."""

    def small(x, W):
        return float((x @ W).sum()) / 100

    text = say(lambda x, W: 0, made(small)).text
    assert "Your answer is 0, expected is" in text and "cut off" not in text


def test_none_on_some_cases_only():
    def wrong(x, W):
        if x.ndim == 2:
            return x @ W

    text = say(wrong, made()).text
    assert "f returned None on 1 of 4 cases" in text
    assert "every way through it" in text and "That is with a 3-D" in text


def test_wrong_answer_that_changes_from_call_to_call():
    calls, words = [], "changes from call to call"

    def counted(x, W):
        calls.append(x)
        return x @ W * len(calls)

    def raises_later(x, W):
        calls.append(x)
        return x @ W / [1, 2, 3, 4][len(calls) - 1]

    def raises_its_own(x, W):
        class Own(Exception):
            pass

        raise Own

    assert words in say(counted, made()).text
    calls.clear()
    assert words in say(raises_later, made()).text
    assert words not in say(lambda x, W: x @ W + 1, made()).text
    assert words not in say(lambda x, W: x @ W / 0, made()).text
    assert words not in say(raises_its_own, made()).text


def test_ambiguous_answer_is_not_named():
    """Two listed mistakes that cannot be told apart name neither."""
    exercise = made(mistakes={
        lambda x, W: x @ W.T: "You transposed W.",
        lambda x, W: np.einsum("...i,ji", x, W): "You summed over columns.",
    })  # fmt: skip
    verdict = say(lambda x, W: x @ W.T, exercise)
    assert verdict.mistakes == () and verdict.state == NOT_YET


def test_wrong_in_another_way_on_one_case_is_not_named():
    def wrong(x, W):
        return x @ W.T if x.ndim == 2 else x @ W * 2

    assert say(wrong, made()).mistakes == ()


def test_rough_case_tells_noise_from_another_error():
    def mean_square(x):
        return (x * x).mean() - x.mean() ** 2

    def var(x):
        return np.mean((x - x.mean()) ** 2)

    exercise = made(
        var, mistakes={mean_square: "You used one pass."},
        cases=lambda rng: [
            (rng.normal(size=4),),
            Case(rng.normal(1e6, 1, 9), rough=True, note="a mean of 10⁶"),
        ],
    )  # fmt: skip
    one_pass = say(lambda x: np.mean(x**2) - np.mean(x) ** 2, exercise)
    assert [m.message for m in one_pass.mistakes] == ["You used one pass."]
    clipped = say(lambda x: var(np.clip(x, -1e3, 1e3)), exercise)
    assert clipped.mistakes == () and "a mean of 10⁶" in clipped.text
    assert say(np.var, exercise).state == RIGHT


def test_verdict_says_what_is_wrong():
    def counterexample():
        return np.array([1.0, 2.0])

    exercise = made(
        counterexample, cases=((),),
        verdict=lambda z: (
            None if z[0] < z[1]
            else "It is level. So is a lake." if z[0] == z[1]
            else f"It must rise: {z[0]}."
        ),
        together=lambda answers, cases: (
            "A hundred is too much." if answers[0][1] == 100 else None
        ),
        mistakes=[lambda: np.zeros(2), lambda: np.array([9, 2])],
    )  # fmt: skip
    assert say(lambda: np.array([0.0, 5.0]), exercise).passed
    assert say(lambda: [0, 5], exercise).passed
    assert "It is level." in say(lambda: [2, 2], exercise).text
    assert say(lambda: [3, 2], exercise).text == "Not yet. It must rise: 3."
    assert "A hundred is too much." in say(lambda: [0, 100], exercise).text
    level = say(lambda: [5, 5], exercise)
    assert [m.message for m in level.mistakes] == ["It is level."]
    text = say(lambda: np.array([0, np.nan]), exercise).text
    assert "not finite" in text
    text = say(lambda: "a rise", exercise).text
    assert text == "Not yet. A NumPy array is expected; what came is text."


@pytest.mark.parametrize(
    "given, rule",
    [
        ({"hints": ["one."]}, "three hints"),
        ({"lesson": "5"}, "two digits"),
        ({"mistakes": {}}, "named mistake"),
        ({"statement": " "}, "statement"),
    ],
)
def test_half_an_exercise_is_refused(given, rule):
    with pytest.raises(ValueError, match=rule):
        made(**given)


@pytest.mark.parametrize("answer, agrees", [(np.inf, True), (1.0, False)])
def test_an_infinity_agrees_with_itself_alone(answer, agrees):
    assert close(np.array([answer, 1.0]), np.array([np.inf, 1.0])) is agrees


def test_two_numbers_get_as_many_digits_each():
    """A number that ends in 0 keeps it: 0.69860 beside 0.69862."""
    assert apart(0.6986, 0.69862) == ("0.69860", "0.69862")
    assert apart(0.5, 2.0) == ("0.5", "2")


def test_an_article_within_a_sentence_is_small():
    said = outputs.only_in(
        "A factor is missing.", ["dx", "dW1", "db1"], [0, 1]
    )
    assert said == "In dx and dW1, a factor is missing."
