"""What is said of an answer that is wrong in a way nobody listed."""

from functools import partial

import numpy as np
import pytest

from answer_check.exercise import Case, Exercise
from answer_check.judging.answers import close
from answer_check.judging.judge import NOT_YET, RIGHT, judge
from answer_check.judging.words import apart


def f(x, W):
    return x @ W


def two(x, W):
    return x @ W, x.sum(axis=-1)


def three(x, W):
    return x @ W, x.sum(axis=-1), W.sum(axis=-1)


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


def of_sizes(*sizes):
    return lambda rng: [
        (rng.normal(size=(n, m)), rng.normal(size=(m, m))) for n, m in sizes
    ]


made = partial(
    Exercise,
    lesson="11",
    statement="Multiply.",
    reference=f,
    mistakes={"W → W.T": "You transposed W."},
    hints=["a.", "b.", "c."],
    cases=cases,
)


def of_two(mistakes):
    """Make an exercise of two outputs; no case has y as long as total."""
    return made(
        reference=two, outputs=("y", "total"), mistakes=mistakes,
        cases=lambda rng: cases(rng)[1:],
    )  # fmt: skip


def of_three(mistakes=None):
    """Make an exercise of three outputs, all (4,) or (4, 4) in one case."""
    return made(
        reference=three,
        outputs=("y", "total", "weight"),
        cases=of_sizes((4, 4), (5, 4)),
        mistakes=mistakes or {(lambda x, W: (x, x, x)): "All x."},
    )


MADE = made()
ONLY_2D = made(cases=of_sizes((5, 4)))
FLOAT32 = made(cases=lambda rng: [
    *cases(rng)[:3], Case(*cases(rng)[3].args, note="3-D", float32=True)
])  # fmt: skip
WEIGHTS_OF_1 = made(cases=lambda rng: [
    *cases(rng), Case(rng.normal(size=(2, 3)), np.eye(3), note="W = I")
])  # fmt: skip
RELATIONS = [  # what stands for the right answer y = x @ W, what is said
    ("0 * y", "Your answer is all zeros."),
    ("y * (1 + 3e-7)", "agrees in about 6 digits only"),
    ("y / np.where(x > 0, 1, 0)[..., :1]", "is something divided by 0"),
    ("np.zeros(x.shape[::-1] if len(x) == 2 else 7)",
     "has shape (3, 2); expected is (2, 3)."),
    ("np.einsum('bi,ij->bj', x, W)",
     "It is wrong for a 3-D input; the other cases of the check are right."),
    ("y if x.ndim > 2 else None", "f returned None: does every way through "
     "it end with return?"),
    *((f"np.clip(x, -{most}, {most}) @ W",
       "but not on numbers a thousand times as large") for most in (20, 100)),
    ("y if W[0, 1] else y**2",
     "wrong for W = I; the other cases of the check are right.", WEIGHTS_OF_1),
    ("y if x.dtype == float else y**2",
     "It is wrong for 3-D in float32; the other cases of the check are right."
     "\nHere is an example for 3-D in float32:", FLOAT32),
]  # fmt: skip


def test_a_mistake_that_answers_in_float64_is_told_of_float32_too():
    tripled = made(cases=FLOAT32.cases, mistakes={
        (lambda x, W: 3 * x.astype(float) @ W): "You tripled it."
    })  # fmt: skip
    assert "You tripled it." in judge(lambda x, W: x @ W * 3, tripled).text


def test_of_a_long_line_its_neighbours_are_shown():
    wide = made(cases=of_sizes((40, 50)))
    verdict = judge(lambda x, W: x @ W + 9 * (np.arange(50) == 30), wide)
    *_, came, right = (row.split() for row in verdict.table())
    assert len(came) < 12 and came[3] == came[-1] == right[-1] == "…", came


@pytest.mark.parametrize("row", RELATIONS)
def test_relation_is_found(row):
    came, words, exercise = (*row, MADE)[:3]
    wrong = eval(f"lambda x, W: (lambda y: {came})(x @ W)", globals())
    verdict = judge(wrong, exercise)
    assert verdict.state == NOT_YET and verdict.mistakes == ()
    assert words in verdict.text, verdict.text


@pytest.mark.parametrize(
    "came, words",
    [
        ("t, y, w", "came in the order total, y, weight; the"),
        ("w, t, y", "came in the order weight, total, y; the"),
        ("t, w, y", "Not yet. The outputs came in the order total, weight, y; "
         "the order asked for is y, total, weight."),
        ("y, t.sum() + 1, w.sum() + 1", "Each of total and weight has shape "
         "() (a single number); expected is (4,). y is right."),
        ("2 * y, t[:, None], w + 1", "has shape (4, 1) where (4,) is expect"),
        ("y, w, t", "came in the order y, weight, total; the"),
        ("y[None], t[:, None], w + 1", "where (4, 4) is expected."),
    ],
)  # fmt: skip
def test_what_is_said_of_several_outputs(came, words):
    wrong = eval(f"lambda y, t, w: ({came})")
    text = judge(lambda x, W: wrong(*three(x, W)), of_three()).text
    assert words in text, text


def test_mistakes_are_named_by_the_outputs_that_show_them():
    exercise = of_two({
        lambda x, W: (x @ W, x.mean(-1)): "You averaged.",
        lambda x, W: (x @ W.T, x.sum(-1)): "You transposed W.",
    })  # fmt: skip
    for answer, said in (
        (lambda x, W: (x @ W.T, x.sum(-1)), "You transposed W."),
        (lambda x, W: (x @ W, x.mean(-1)), "You averaged."),
    ):  # fmt: skip
        verdict = judge(answer, exercise)
        assert verdict.text.startswith(f"Not yet. {said}"), verdict.text
    whole = of_two({
        lambda x, W: (2 * (x @ W), 2 * x.sum(-1)): "You doubled.",
    })  # fmt: skip
    text = judge(lambda x, W: (x @ W, 2 * x.sum(-1)), whole).text
    assert "You doubled." not in text and "y is right." in text, text
    swapped = judge(lambda x, W: two(x, W)[::-1], exercise)
    assert (
        "the order asked for is y, total" in swapped.text
        and not swapped.mistakes
    )


def test_the_line_and_the_entry_that_are_furthest_off_are_shown():
    def answer(x, W):
        return x @ W + [[0, 1, 0], [0, 0, 7]]

    exercise = made(cases=[(np.arange(6.0).reshape(2, 3), np.eye(3))])
    *_, yours, right = judge(answer, exercise).example
    whole = made(cases=[(np.eye(2, dtype=int), np.eye(2, dtype=int))])
    assert "dtype" not in judge(lambda x, W: 1.0 * x @ W, whole).text
    assert yours == ("yours, row [1]", "3", "4", "→12")
    assert right == ("expected, row [1]", "3", "4", "→5")


def test_small_arguments_are_shown_beside_shapes():
    text = judge(lambda x, W: x @ W + 1, ONLY_2D).text
    assert "x  shape (5, 4)" in text and "W   -0.7133    0.5534" in text


def test_wrong_answer_that_changes_from_call_to_call():
    calls = []

    def counted(x, W):
        calls.append(x)
        return x @ W * len(calls)

    def raises_its_own(x, W):
        class Own(Exception):
            pass

        raise Own

    for answer, changes in (
        (counted, True),
        (lambda x, W: x @ W + 1, False),
        (lambda x, W: x @ W / 0, False),
        (raises_its_own, False),
    ):
        calls.clear()
        text = judge(answer, made()).text
        assert ("changes from call to call" in text) is changes, text


def test_ambiguous_answer_is_not_named():
    """Of two that cannot be told apart neither, nor one by chance."""
    seen = {case.args[0].tobytes() for case in MADE.make_cases()}
    by_chance = judge(lambda x, W: x @ (
        W.T if x.tobytes() in seen else W), MADE)  # fmt: skip
    assert by_chance.mistakes == ()
    twins = {
        lambda x, W: x @ W.T: "You transposed W.",
        lambda x, W: +x @ W.T: "You summed over columns.",
    }
    answer, transposed = (lambda x, W: x @ W.T), "You transposed W."
    assert judge(answer, made(mistakes=twins)).mistakes == ()
    assert [m.message for m in judge(answer, MADE).mistakes] == [transposed]


def test_rough_case_tells_noise_from_another_error():
    def mean_square(x):
        return (x * x).mean() - x.mean() ** 2

    def var(x):
        return np.mean((x - x.mean()) ** 2)

    exercise = made(
        reference=var, mistakes={mean_square: "You used one pass."},
        cases=lambda rng: [
            (rng.normal(size=4),),
            Case(rng.normal(1e6, 1, 9), rough=True, note="a mean of 10⁶"),
        ],
    )  # fmt: skip
    one_pass = judge(lambda x: np.mean(x**2) - np.mean(x) ** 2, exercise)
    assert [m.message for m in one_pass.mistakes] == ["You used one pass."]
    clipped = judge(lambda x: var(np.clip(x, -1e3, 1e3)), exercise)
    assert clipped.mistakes == () and "a mean of 10⁶" in clipped.text
    assert judge(np.var, exercise).state == RIGHT


def test_an_exercise_may_say_why_not_and_what_is_said_of_a_right_answer():
    def counterexample():
        return np.array([1.0, 2.0])

    exercise = made(
        reference=counterexample, cases=((),),
        why_not=lambda z: (
            None if z[0] < z[1]
            else "It is level. So is a lake." if z[0] == z[1]
            else f"It must rise: {z[0]}."
        ),
        mistakes=[lambda: np.zeros(2), lambda: np.array([9, 2])],
        when_right=lambda z: f"It rises by {z[1] - z[0]:g}.",
    )  # fmt: skip
    for answer, text in (
        (np.array([0.0, 5.0]), "Right. It rises by 5."),
        ([0, 5], "Right. It rises by 5."),
        ([2, 2], "Not yet. It is level. So is a lake."),
        ([3, 2], "Not yet. It must rise: 3."),
        (
            [0, np.nan],
            "Not yet. Your answer has entries that are not finite numbers.",
        ),
        ("a rise", "Not yet. A NumPy array is expected; what came is text."),
        (
            np.array([0.0, 5.0]).mean,
            "Not yet. A NumPy array is expected; what came is a function, "
            "not its answer: call it, with brackets.",
        ),
    ):
        said = judge(lambda: answer, exercise).text  # noqa: B023
        assert said.split("\n")[0] == text
    level = judge(lambda: [5, 5], exercise)
    assert [m.message for m in level.mistakes] == ["It is level."]


@pytest.mark.parametrize(
    "given, rule",
    [
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
    assert apart(12954.0, 12953.0) == ("12954", "12953")
