"""The quizzes: their sheets, their keys, and what a class gains."""

import re
from pathlib import Path

import numpy as np
import pytest

from answer_check.journal import Journal
from course_tools import gain
from course_tools.__main__ import main
from course_tools.quiz import NAMES, key, questions, quiz

TOP = Path(__file__).parents[2]


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
