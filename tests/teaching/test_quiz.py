"""The quizzes: their answers are computed, and sheets keep them back."""

import re
from fractions import Fraction

import numpy as np
import pytest

from course_lib.__main__ import main
from course_lib.layers import FeedForward, LayerNorm, RMSNorm
from course_lib.teaching.quiz import NAMES, questions, quiz
from parts.training import findings

X = np.array([0.3, -1.2, 2.5, 0.1])
STEP = 1e-6


def slope(f, x):
    return (f(x + STEP) - f(x - STEP)) / (2 * STEP)


def refuses():
    try:
        return not np.zeros((2, 3)) - np.zeros(2)
    except ValueError:
        return True


def right_digits():
    """Say what is left of 2/3 when squares near 10¹⁸ are subtracted."""
    x = 1e9 + np.arange(3)
    if abs((x**2).mean() - x.mean() ** 2 - 2 / 3) < 1e-6:
        return "2/3 to about seven digits"
    return "a number without a single right digit"


def dx(x=X, gamma=1.0, dy=None):
    layer = LayerNorm(len(x))
    layer.gamma[:] = gamma
    layer.forward(x)
    return layer.backward(np.ones(len(x)) if dy is None else dy)


def of_an_empty_token():
    """Say which parameter LayerNorm returns for a token without spread."""
    layer = LayerNorm(4)
    layer.gamma[:], layer.beta[:] = (2, 3, 4, 5), (6, 7, 8, 9)
    y = layer.forward(np.full(4, 4.0))
    return {tuple(layer.gamma): "γ", tuple(layer.beta): "β"}.get(tuple(y))


def along_itself():
    """Say how far x̂ moves with a token of σ = 2 that grows a little."""
    centred = 2 * (X - X.mean()) / X.std()
    layer, nudge = LayerNorm(len(X), eps=1e-5), 1e-4 * centred
    moves = layer.forward(centred + nudge) - layer.forward(centred)
    factor = np.linalg.norm(moves) / np.linalg.norm(nudge)
    ways = {0: "hardly moves", 1 / 2: "moves 1/σ as far", 1: "moves as far"}
    (said,) = [ways[way] for way in ways if abs(factor - way) < 0.01]
    return said


def shut_unit():
    """Return a layer with its gradients, whose first unit is shut."""
    layer = FeedForward(2, 3)
    layer.b1[:] = -100, 0, 0
    layer.forward(np.ones((4, 2)))
    layer.backward(np.ones((4, 2)))
    assert layer.dW1[:, 1:].any() and layer.db1[1:].any()
    return layer


def gradient_of_a_shut_unit():
    """Return the largest slope of its column, where an open one has some."""
    return np.abs(shut_unit().dW1[:, 0]).max()


def reads_more(*optimizers, start):
    """Return by how much pre-norm reads more than post-norm, 16 blocks."""
    change = {} if start == "usual" else {"start": start}
    return np.mean([
        findings.mean("pre-norm", 16, each, **change)
        - findings.mean("post-norm", 16, each, **change)
        for each in optimizers or findings.BOTH
    ])  # fmt: skip


def verdict(number):
    """Return the verdict of the runs on a question of the plan."""
    return findings.answered()[number - 1][-1]


def choices(text):
    """Return the words of a question's choices, by letter."""
    parts = re.split(r"\*\*([A-Z])\*\*", " ".join(text.split()))[1:]
    return {k: said.strip(" ,.") for k, said in zip(parts[::2], parts[1::2])}


def number(words):
    """Return the number that a choice is, or None if it is none."""
    plain = words.removeprefix("about ").replace("−", "-")
    root = plain.startswith("√")
    try:
        value = float(Fraction(plain.removeprefix("√")))
    except ValueError:
        return None
    return value**0.5 if root else value


def agrees(words, computed):
    """Whether a choice says what is computed: a number, or words."""
    if isinstance(computed, str):
        return words == computed
    value = number(words)
    return value is not None and np.isclose(
        computed, value, rtol=0.05, atol=1e-6
    )


standard = [
    (np.array(x) - np.mean(x)) / np.std(x) for x in ([1, 2, 3], [10, 20, 30])
]
same = [
    np.allclose(n(4).forward(X), n(4).forward(X + 3))
    for n in (LayerNorm, RMSNorm)
]
# A number, or the words of the right choice, whatever its letter.
COMPUTED = {
    "before": [
        np.mean([2, 4, 12]),
        np.std([1, 1, 7]),
        (3 * X).var() / X.var(),
        np.mean([1, 2, -3]),
        "refuses" if refuses() else "takes each number from its row",
        slope(lambda x: x**2, 3),
        slope(lambda x: (2 * 5 * x) ** 2, 1),
        slope(lambda x: 2 * x + 3 * x, 1),
        "the first" if np.allclose(*standard) else "ten times the first",
        f"{max(0, -2)} and {slope(lambda m: max(0, m), -2):.0f}",
    ],
    "after": [
        right_digits(),
        np.linalg.norm(LayerNorm(384, eps=0).forward(np.arange(384.0))),
        "passes the check" if np.allclose(dx(), 0) else "fails it",
        float(Fraction(1, 2) ** 10),
        of_an_empty_token(),
        along_itself(),
        dx(gamma=np.arange(4), dy=X).sum(),
        gradient_of_a_shut_unit(),
        "It depends on the weights that training starts from"
        if (verdict(4), verdict(5)) == ("more", "less")
        else "Yes",
        {
            (1, 0): "LayerNorm's alone", (0, 1): "RMSNorm's alone",
            (1, 1): "both",
        }[tuple(same)],
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_what_is_computed(name):
    asked = questions(name)
    assert len(asked) == len(COMPUTED[name]), (
        f"COMPUTED[{name!r}] in this file needs one row for each question"
    )
    for (heading, text, answer), computed in zip(asked, COMPUTED[name]):
        right = [
            letter
            for letter, words in choices(text).items()
            if agrees(words, computed)
        ]
        assert right == [answer[2]], (
            f"{heading} answers {answer[2]}, and of {choices(text)} {right} "
            f"are what COMPUTED in this file says: {computed}"
        )


# How somebody comes to a wrong number, by the question and the letter.
SLIPS = {
    ("before", 1, "B"): 5 + 3 / 2,  # shared by the two that stay
    ("before", 1, "C"): 5 + 3,  # not shared
    ("before", 2, "A"): abs(np.array([1, 1, 7]) - 3).mean(),
    ("before", 2, "C"): np.std([1, 1, 7], ddof=1),
    ("before", 3, "A"): (X + 3).var() / X.var(),  # as for a shift
    ("before", 3, "B"): (3 * X).std() / X.std(),
    ("before", 4, "B"): np.mean([0, 0, 1]),  # right to two of the axes
    ("before", 6, "A"): 3,  # x
    ("before", 6, "C"): 3**2,
    ("before", 7, "A"): slope(lambda y: y**2, 2 * 5),  # its last link
    ("before", 7, "B"): (2 * 5 * 1) ** 2,  # L itself
    ("before", 8, "B"): 2 * 3,
    ("before", 8, "C"): np.mean([2, 3]),
    ("after", 2, "A"): np.linalg.norm(X / np.linalg.norm(X)),
    ("after", 4, "A"): 1**10,  # the shortcuts alone
    ("after", 4, "C"): (1 + 0.5) ** 10,  # without the sign
}
# What the explanation calls a wrong choice, by the question's number.
WRONG = {
    ("before", 2): {
        "is the mean distance": SLIPS["before", 2, "A"],
        "divides by 2 in place of 3": SLIPS["before", 2, "C"],
    },
}


# The reason that an answer gives, by the question's number.
BECAUSE = {
    "before": {
        "The sum grows by 3, and three numbers share that": np.isclose(
            np.mean([2, 4, 9 + 3]) - np.mean([2, 4, 9]), 3 / 3
        ),
        "√((4 + 4 + 16) / 3)": np.isclose(
            ((4 + 4 + 16) / 3) ** 0.5, np.std([1, 1, 7])
        ),
        "Distances grow by 3, and their squares by 9": np.isclose(
            abs(3 * X - 3 * X.mean()).sum(), 3 * abs(X - X.mean()).sum()
        ) and np.isclose((3 * X).var(), 9 * X.var()),
        "The dot product with ones is the sum of the entries, and it is 0":
            np.dot([1, 2, -3], np.ones(3)) == sum([1, 2, -3]) == 0,
        "Shapes are compared from the right, where 3 meets 2": refuses()
        and (np.zeros((3, 2)) - np.zeros(2)).shape == (3, 2),
        "The slope of x² is 2x": np.isclose(slope(lambda x: x**2, 1.7), 3.4),
        "The slopes 5, 2 and 2y = 20 are multiplied": np.isclose(
            slope(lambda x: (2 * 5 * x) ** 2, 1), 5 * 2 * 20
        ),
        "Where paths meet, slopes are added": np.isclose(
            slope(lambda x: 2 * x + 3 * x, 1), 2 + 3
        ),
        "A factor goes into the distances and into the standard deviation "
        "alike": np.allclose(
            [np.ptp(10 * X) / np.ptp(X), (10 * X).std() / X.std()], 10
        ),
        "Left of 0 the curve is flat":
            abs(slope(lambda m: max(0, m), -2)) < 1e-9,
    },
    "after": {
        "Both terms are near 10¹⁸, where neighbouring floats are 128 apart":
            np.spacing(1e18) == 128,
        "Its mean is 0 and the mean of its squares is 1, so the squares add "
        "up to 384": np.isclose(
            (LayerNorm(384, eps=0).forward(np.arange(384.0)) ** 2).sum(), 384
        ),
        "The outputs of a token add up to the same number whatever x is, so "
        "all true slopes are 0": np.isclose(
            LayerNorm(4).forward(X).sum(), LayerNorm(4).forward(X**2).sum()
        ),
        "Each layer has the slope 1 − 0.5, and 0.5¹⁰ is about 0.001":
            round((1 - 0.5) ** 10, 3) == 0.001,
        "All deviations are 0, and 0 divided by √ε is 0": not np.any(
            (np.full(4, 4.0) - 4) / 1e-5**0.5
        ),
        "It moves ε/s³ as far: a token that only grows longer looks the same":
            along_itself() == "hardly moves",
        "A shift of all features changes nothing, so no gradient asks for "
        "one": np.allclose(
            LayerNorm(4).forward(X), LayerNorm(4).forward(X + 3)
        ),
        "All of D's entries in that column are 0. Its bias gets 0 as well":
            shut_unit().db1[0] == 0 and not shut_unit().dW1[:, 0].any(),
        "From He's weights it reads more signals right. From weights that "
        "shrink with the depth it reads fewer with gradient descent, and "
        "about as many with Adam":
            verdict(4) == "more" and reads_more(start="usual") > 0.1
            and reads_more("gradient descent", start="small") < -0.05
            and abs(reads_more("Adam", start="small")) < 0.02,
        "RMSNorm does not subtract the mean, so a shift changes what it "
        "divides by": not np.allclose(
            *(RMSNorm(4).forward(X + shift) for shift in (0, 3))
        ),
    },
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_the_reason_of_an_answer_is_true(name):
    rows = BECAUSE[name].items()
    found = questions(name)
    assert len(rows) == len(found)
    for (heading, _, answer), (words, true) in zip(found, rows):
        assert words in " ".join(answer.split()), (
            f"{heading} no longer says “{words}”: change BECAUSE in this file"
        )
        assert true, f"{heading}: “{words}” is not what is computed"


@pytest.mark.parametrize("name", NAMES)
def test_wrong_choices_are_what_their_explanation_calls_them(name):
    for at, (heading, text, answer) in enumerate(questions(name), 1):
        words = " ".join(answer.replace("**", "").split())
        told = re.findall(r"\*([A-C])\* (.+?)(?:, and (?=\*)|\.)", words)
        called = WRONG.get((name, at), {})
        assert {said for _, said in told} == {*called}, heading
        for letter, said in told:
            assert agrees(choices(text)[letter], called[said]), heading


@pytest.mark.parametrize("name", NAMES)
def test_wrong_numbers_come_from_slips(name):
    for at, (heading, text, answer) in enumerate(questions(name), 1):
        for letter, words in choices(text).items():
            if letter != answer[2] and number(words) is not None:
                assert agrees(words, SLIPS[name, at, letter]), heading


@pytest.mark.parametrize("name", NAMES)
def test_letters_do_not_help_to_guess(name):
    letters = "".join(answer[2] for *_, answer in questions(name))
    assert {*letters} == {*"ABC"}
    assert max(map(letters.count, "ABC")) <= 4, letters
    assert not re.search(r"(.)\1\1", letters), letters


@pytest.mark.parametrize("name", NAMES)
def test_each_question_belongs_to_a_lesson(name):
    found = questions(name)
    numbers = [int(heading.split(".")[0]) for heading, *_ in found]
    assert numbers == list(range(1, 11))
    for heading, text, answer in found:
        assert re.findall(r"\*\*([ABC])\*\*", text) == ["A", "B", "C"], heading
        assert re.search(r"\[Lesson \d\d\]\(\.\./\d\d_", answer), heading


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_has_answers_for_the_teacher_alone(name, tmp_path, capsys):
    out = tmp_path / "quiz.html"
    assert main(["sheet", "--quiz", name, "-o", str(out)]) == 0
    for_class = out.read_text(encoding="utf-8")
    assert for_class.count("<h2>") == 10
    assert "Lesson" not in for_class and "](" not in for_class
    assert quiz(name, teacher=True).count("Lesson") == 10
    assert "ten questions" in capsys.readouterr().out
