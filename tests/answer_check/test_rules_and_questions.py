"""What is said where no mistake has a name; code to mend; questions."""

import functools

import numpy as np
import pytest

from answer_check import check, grade, own_or_ours
from answer_check.exercise import Exercise, find
from answer_check.judging.judge import judge
from answer_check.question import Question


def scaled(x, factor, shift):
    """Scale x by a factor and shift it."""
    return factor * x + shift


def shifted_first(x, factor, shift):
    """Scale x by a factor and shift it."""
    # the wrong order
    return factor * (x + shift)


made = functools.partial(
    Exercise,
    lesson="05",
    statement="Scale.",
    reference=scaled,
    mistakes={shifted_first: "You shifted first. It comes last."},
    hints=["a.", "b.", "c."],
    cases=lambda rng: [
        (rng.normal(size=n), 0.5 + rng.random(), rng.random()) for n in (3, 4)
    ],
)
WITH_A_RULE = made(properties={
    "twice the factor moves twice as far from shift": "02: f(factor=2 * "
    "factor) - shift == 2 * (answer - shift)",
    "only for long x": "03: answer == 0 * x if len(x) > 99",
})  # fmt: skip


@pytest.mark.parametrize(
    "answer", [lambda x, f, s: x**2 * f if s < 1 else s, lambda x, f, s: x[:0]
               * f * s,
               lambda x, f, s: np.sin(5000 * (x + f + s)) > 0]
)  # fmt: skip
def test_an_answer_of_strange_shape_or_of_booleans_is_judged(answer):
    rule = {"rounding is no matter": "02: f(x=np.round(x, 1)) == answer"}
    text = judge(answer, made(properties=rule)).text
    assert text.startswith("Not yet. Your answer "), text


@pytest.mark.parametrize(
    "answer, words",
    [
        (
            lambda x, f, s: f**2 * x + s**3,
            "breaks a rule of lesson 02: twice "
            "the factor moves twice as far from shift. In the example "
            "`scaled(factor=2 * factor) - shift` is ",
        ),
        (lambda x, f, s: np.cos(x**2) * f + s, "Not yet. "),
        (lambda x, f, s: 3 * (f * x + s), "Not yet. Your answer breaks a r"),
        (lambda x, f, s: 0 * x, "Your answer is all zeros."),
    ],
)
def test_a_rule_is_told_before_numbers(answer, words):
    text = judge(answer, WITH_A_RULE).text
    assert words in text and "only for long x" not in text, text
    assert "expected" in text.split("\n")[-1]


def test_a_number_that_is_not_one_is_marked():
    text = judge(lambda x, f, s: np.where(x < max(x), 0, np.nan), made()).text
    assert "→nan" in text, text


def test_code_to_mend_is_the_starter(cell):
    exercise = made(mend=shifted_first)
    untouched = cell(exercise.starter)["scaled"]
    verdict = judge(untouched, exercise)
    assert verdict.state == "Not started yet." and not verdict.mistakes
    again = cell("def scaled(x, a, b):\n    y = x + b\n    return y * a\n")
    assert "You shifted first." in judge(again["scaled"], exercise).text
    assert judge(scaled, exercise).passed


def test_looking_for_a_place_prints_nothing(cell, capsys):
    code = (
        "def scaled(x, factor, shift):\n    print(x)\n"
        "    y = factor + x\n    return y + shift\n"
    )
    assert "Look at line 3" in judge(cell(code)["scaled"], made()).text
    assert not capsys.readouterr().out


@pytest.mark.parametrize(
    "body, words",
    [
        ("x *= factor; return x", "as it was. Besides, your answer is not "
         "right yet. Your code never uses `shift`."),
        ("y = x; y *= factor + shift; return y", "Besides, your answer is "
         "not right yet."),
        ("x += shift; return factor * x", "right yet. You shifted first. It"),
    ],
)  # fmt: skip
def test_what_came_hides_nothing_else(body, words, cell):
    code = f"def scaled(x, factor, shift):\n    {body}\n"
    text = judge(cell(code)["scaled"], made()).text
    assert words in text, text


CHOICE = Question(
    name="which", lesson="11", statement="a, b or c?", right="c",
    wrong={"a": "a is noise.", "b": "b is late."}, why="c falls.",
    hints=["1.", "2.", "3."],
)  # fmt: skip
NUMBER = Question(
    name="how_many", lesson="11", statement="How many?", right=100.0,
    factor=2, wrong={(500, 2000): "You forgot the batch."}, why="10 · 10.",
    hints=["1.", "2.", "3."],
)  # fmt: skip


@pytest.mark.parametrize(
    "question, answer, text",
    [
        (CHOICE, ..., "Not started yet. Put your answer in place of `...`: "
         '"a", "b" or "c".'),
        (CHOICE, " C", "Right. c falls."),
        (CHOICE, "c)", "Right. c falls."),
        (CHOICE, "b", "Not yet. b is late."),
        (CHOICE, "a and b", 'Not yet. What came is \'a and b\'. '
         'Answer with "a", "b" or "c".'),
        (CHOICE, ["a"], 'Not yet. What came is [\'a\']. Answer with "a", '
         '"b" or "c".'),
        (NUMBER, 51, "Right. 10 · 10."),
        (NUMBER, np.float32(700), "Not yet. You forgot the batch."),
        (NUMBER, 300, "Not yet. That is too large."),
        (NUMBER, "many", 'Not yet. What came is \'many\'. Answer with '
         "a number above 0, within a factor of 2."),
    ],
)  # fmt: skip
def test_a_question_is_answered_in_words(question, answer, text):
    assert question.verdict(answer).text == text


@pytest.mark.parametrize(
    "answer",
    [
        own_or_ours("centre"),
        functools.partial(own_or_ours("centre")),
        lambda x: find("centre").reference(x),
        lambda x: own_or_ours("centre")(x),
        lambda x: x, np.zeros(3), 7, np.linalg.norm, type,
    ],
)  # fmt: skip
def test_grade_refuses_what_check_refuses_in_the_same_words(answer, said):
    shown = said(check, answer, "centre")
    with pytest.raises(AssertionError) as told:
        grade(answer, "centre")
    assert shown.startswith(" ".join(str(told.value).split()))


def test_a_right_answer_is_graded_so(solved):
    grade(solved("centre"))
    grade(find("which_pair").right, "which_pair")
