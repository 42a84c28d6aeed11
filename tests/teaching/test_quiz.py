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
    got = (x**2).mean() - x.mean() ** 2
    return "A" if abs(got - 2 / 3) < 1e-6 else "B"


def dx(x=X, gamma=1.0, dy=None):
    layer = LayerNorm(len(x))
    layer.gamma[:] = gamma
    layer.forward(x)
    return layer.backward(np.ones(len(x)) if dy is None else dy)


def moved(nudge, eps=1e-5):
    layer = LayerNorm(len(X), eps=eps)
    return np.linalg.norm(layer.forward(X + nudge) - layer.forward(X))


def closed():
    layer = FeedForward(2, 3)
    layer.b1[:] = -100, 0, 0
    layer.forward(np.ones((4, 2)))
    layer.backward(np.ones((4, 2)))
    return not layer.dW1[:, 0].any() and layer.dW1[:, 1:].any()


def verdict(number):
    """Return the verdict of the runs on a question of the plan."""
    return findings.answered()[number - 1][-1]


def by_value(value, *choices):
    """Return the letter of the one choice that the value is near to."""
    (k,) = [
        k for k, c in enumerate(choices) if np.isclose(value, c, rtol=0.05)
    ]
    return "ABC"[k]


standard = [
    (np.array(x) - np.mean(x)) / np.std(x) for x in ([1, 2, 3], [10, 20, 30])
]
same = [
    np.allclose(n(4).forward(X), n(4).forward(X + 3))
    for n in (LayerNorm, RMSNorm)
]
COMPUTED = {
    "before": [
        by_value(np.mean([2, 4, 12]), 6, 5.5, 8),
        by_value(np.std([1, 1, 7]), 2.67, 2.83, 3.46),
        by_value((3 * X).var() / X.var(), 3, 9, 1),
        by_value(np.mean([1, 2, -3]), 1 / 3, 0),
        "B" if refuses() else "A",
        by_value(slope(lambda x: x**2, 3), 3, 6, 9),
        by_value(slope(lambda x: (2 * 5 * x) ** 2, 1), 20, 100, 200),
        by_value(slope(lambda x: 2 * x + 3 * x, 1), 5, 6, 2.5),
        "C" if np.allclose(*standard) else None,
        "C" if slope(lambda m: max(0, m), -2) == max(0, -2) == 0 else None,
    ],
    "after": [
        right_digits(),
        by_value(
            np.linalg.norm(LayerNorm(384, eps=0).forward(np.arange(384.0))),
            1, 384**0.5,
        ),
        "B" if np.allclose(dx(), 0) else "A",
        by_value(float(Fraction(1, 2) ** 10), 1, 0.001, 1.5**10),
        "C" if not LayerNorm(4).forward(np.full(4, 4.0)).any() else None,
        "A" if moved(1e-3 * (X - X.mean())) < 1e-5 else "C",
        by_value(dx(gamma=np.arange(4), dy=X).sum(), X.sum(), 0),
        "A" if closed() else "B",
        "C" if (verdict(4), verdict(5)) == ("more", "less") else "A",
        {(1, 0): "A", (0, 1): "B", (1, 1): "C"}[tuple(same)],
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_what_is_computed(name):
    answers = [answer[2] for _, _, answer in questions(name)]
    assert answers == COMPUTED[name]


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
