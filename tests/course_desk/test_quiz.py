"""The quizzes: their answers are computed, and sheets keep them back."""

import re
from fractions import Fraction

import numpy as np
import pytest

from course_desk.__main__ import main
from course_desk.quiz import NAMES, questions, quiz
from course_lib.layers import FeedForward, LayerNorm, RMSNorm
from lesson_parts.laboratory import findings, runs

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


def from_both_starts():
    """Return the verdicts on pre-norm at 16 blocks, by start."""
    found = findings.answers()["Where does the norm stand?"]
    return {
        start: found[column].verdict
        for column, (depth, start) in enumerate(runs.COLUMNS) if depth == 16
    }  # fmt: skip


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
        if from_both_starts() == {"He": "more", "PyTorch": "less"}
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
        f"say in COMPUTED[{name!r}] of this file what each answer comes to"
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


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_has_answers_for_the_teacher_alone(name, tmp_path, capsys):
    out = tmp_path / "quiz.html"
    assert main(["sheet", "--quiz", name, "-o", str(out)]) == 0
    for_class = out.read_text(encoding="utf-8")
    assert for_class.count("<h2>") == 10
    assert "Lesson" not in for_class and "](" not in for_class
    assert quiz(name, teacher=True).count("Lesson") == 10
    assert "ten questions" in capsys.readouterr().out
