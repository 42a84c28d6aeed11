"""The quizzes: their answers are computed, and sheets keep them back."""

import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from answer_check.journal import Journal
from course_desk import gain
from course_desk.__main__ import main
from course_desk.quiz import NAMES, key, questions, quiz
from course_lib.layers import LayerNorm
from lesson_parts.derivatives.two_runs import backward_b, train

TOP = Path(__file__).parents[2]
X = np.array([0.3, -1.2, 2.5, 0.1])
STEP = 1e-6


def slope(f, x):
    return (f(x + STEP) - f(x - STEP)) / (2 * STEP)


def right_digits():
    """Say what is left of 2/3 when squares near 10¹⁸ are subtracted."""
    x = 1e9 + np.arange(3)
    if abs((x**2).mean() - x.mean() ** 2 - 2 / 3) < 1e-6:
        return "2/3 to about seven digits"
    return "a number without a single right digit"


def lost_axis(n):
    """Return the means of n rows after `x - x.mean(axis=-1)`."""
    x = np.random.default_rng(n).normal(size=(n, n))
    return (x - x.mean(axis=-1)).mean(axis=-1)


def spreads(gain, shift):
    """Return the standard deviations of two tokens, normalized and scaled."""
    layer = LayerNorm(4, eps=0)
    layer.gamma[:], layer.beta[:] = gain, shift
    return layer.forward(np.stack([X, 9 * X + 2])).std(axis=-1)


def moved(f, x):
    """Count the results that move when the last number does."""
    other = x + np.array([0] * (len(x) - 1) + [0.1])
    return (abs(f(other) - f(np.array(x, float))) > 1e-9).sum()


def pieces(bends):
    """Count the slopes of a curve with bends at these whole numbers."""
    x = np.arange(-1, len(bends) + 1, 0.5)
    curve = sum(np.maximum(0, x - bend) for bend in bends)
    return len({*np.diff(curve)})


def x_hat(x):
    return LayerNorm(len(x), eps=0).forward(x)


own = slope(lambda a: x_hat(np.array([a, 0.0, 1.0]))[0], -1)
falls = train(backward_b)[-1] < train(backward_b)[0]


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


# A number, or the words of the right choice, whatever its letter.
COMPUTED = {
    "before": [
        np.std([1, 1, 7]),
        1e16 + 1 - 1e16,
        "takes from each column the mean of a row" if lost_axis(3).any()
        else "takes from each row its own mean",
        "perhaps wrong" if falls else "right",
        slope(lambda x: 2 * x + 3 * x, 1),
        0.9**50,
        "both have the mean 20 and the standard deviation 5"
        if np.allclose(spreads(5, 20), 5) else "both are as they were",
        "all three" if moved(lambda x: x - x.mean(), [1, 2, 9]) == 3 else "?",
        slope(lambda x: x / (x + 1), 1),
        pieces(range(3)),
    ],
    "after": [
        np.std([0, 0, 3]),
        right_digits(),
        "the tokens do not have the mean 0" if lost_axis(5).any()
        else "each token has the mean 0",
        "may fall all the same" if falls else "cannot fall",
        4 * slope(lambda x: x + 0.5 * x, 1),
        0.95**100,
        "with the mean and the spread of the first one"
        if np.allclose(spreads(X.std(), X.mean()), X.std()) else "?",
        "all four" if moved(x_hat, X) == 4 else "?",
        "one that is smaller than 1/σ"
        if own < 0.99 / np.std([-1, 0, 1]) else "1/σ",
        pieces(range(8)),
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


def test_both_quizzes_ask_for_the_same_beliefs_as_the_notes():
    before, after = map(key, NAMES)
    beliefs = [belief for _, _, belief in before]
    assert beliefs == [belief for _, _, belief in after]
    assert len({*beliefs}) == 10
    notes = TOP / "notebooks" / "lesson_parts"
    for name in NAMES:
        for (right, wrong, belief), (_, _, said) in zip(
            key(name), questions(name)
        ):
            assert right != wrong, said
            note = re.search(r"lesson_parts/(\w+)/note", said)[1]
            text = (notes / note / "note.md").read_text("utf-8")
            assert f"\n- {belief}" in text, f"{note} does not say {belief}"


# As the tables of textbooks print it, two-sided, 5 %.
@pytest.mark.parametrize(
    "freedom, t", [(1, 12.706), (2, 4.303), (5, 2.571), (40, 2.021)]
)
def test_students_t_is_that_of_printed_tables(freedom, t):
    assert round(gain.students(freedom), 3) == t


@pytest.mark.parametrize("size, spread", [(1, 2), (0.5, 1.5), (2, 2)])
def test_so_many_learners_see_the_gain_four_times_of_five(size, spread):
    n = gain.learners_needed(size, spread)
    rng, seen = np.random.default_rng(3), []
    for learners in (n, n // 2):
        gains = rng.normal(size, spread, (20_000, learners))
        t = gains.mean(axis=1) / gains.std(axis=1, ddof=1) * learners**0.5
        seen.append((abs(t) > gain.students(learners - 1)).mean())
    assert 0.79 < seen[0] < 0.85 and seen[1] < 0.6


SCORES = [(3, 6), (4, 8), (5, 6), (2, 7)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Hand in both quizzes of four, one of the fifth, old ones of the last."""
    given = [
        {
            name: "".join(k[0] for k in key(name))[:score].ljust(10, "X")
            for name, score in zip(NAMES, pair)
        }
        for pair in SCORES
    ]
    beliefs = "".join(wrong for _, wrong, _ in key("before"))
    given += [{"before": beliefs}, dict.fromkeys(NAMES, beliefs)]
    for k, letters in enumerate(given):
        file = tmp_path / f"{k}.jsonl"
        monkeypatch.setenv("COURSE_PROGRESS", str(file))
        for each in letters.items():
            assert main(["quiz", *each]) == 0
            assert main(["quiz", each[0], "X" * 10]) == 0  # the first counts
    text = file.read_text().replace(gain.edition("after"), "1")
    file.write_text(text)
    (tmp_path / "bad.jsonl").write_bytes(b"PK\x03\x04")
    return tmp_path


def test_a_class_is_told_its_gain_and_what_it_believes(folder, said):
    before = {path: path.read_bytes() for path in folder.iterdir()}
    told = said(main, ["class", str(folder), "--gain", "2"])
    gains = np.array([after - before for before, after in SCORES])
    half = 3.182446 * gains.std(ddof=1) / 2
    for words in (
        "Both quizzes: 4 learners, 10 questions.",
        "Right before: 3.50. Right after: 6.75. Gain: +3.25, with the 95 % "
        f"interval {3.25 - half:+.2f} to {3.25 + half:+.2f} (paired t).",
        "To see a mean gain of 2 in four classes of five it takes 8 learners",
        " 0 0 Units multiply the pieces.",
        "1 answered only one of the two quizzes; not counted.",
        "1 answered quizzes of another edition of the course; not counted.",
        "bad.jsonl: not counted, no line of it is progress.",
    ):
        assert words in told, (words, told)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_bad_letters_and_no_gain_are_refused(folder, capsys):
    for bad in ("ABC", "ABCABCABCD"):
        assert main(["quiz", "before", bad]) == 1
        assert "Nothing is kept" in capsys.readouterr().err
    assert main(["class", str(folder), "--gain", "0"]) == 1


def test_those_who_hold_a_belief_are_counted(own_progress):
    beliefs = "".join(wrong for _, wrong, _ in key("before"))
    for name, letters in zip(NAMES, (beliefs, "X" * 10)):
        main(["quiz", name, letters])
    said = gain.lines([Journal(own_progress).read()], 1)
    assert sum(line.startswith("     1   0  ") for line in said) == 10
    assert any("of one learner there is no interval" in line for line in said)
