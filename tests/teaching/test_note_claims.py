"""What the teachers' notes say of their votes and boards is computed."""

import re
import runpy
from pathlib import Path

import numpy as np
import pytest

from course_lib.book.__main__ import for_teachers

TABLE = Path(__file__).with_name("note_claims.py")
NOTES = {path[:2]: text for path, text in for_teachers().items()}
# What is to be drawn there, and no fact that could be computed.
DRAWN = {"00", "09", "10", "11"}
ELSEWHERE = {"07"}  # its arrows, in test_notes.py


@pytest.fixture(scope="module")
def claims():
    return runpy.run_path(TABLE)["CLAIMS"]


def joined(text):
    return " ".join(text.split())


def note(lesson):
    return NOTES[lesson].read_text(encoding="utf-8")


LESSONS = sorted(name for name in NOTES if name.isdigit())


@pytest.mark.parametrize("lesson", LESSONS)
def test_what_a_note_says_is_true(lesson, claims):
    gone = [w for w in claims[lesson] if joined(w) not in joined(note(lesson))]
    assert not gone, f"no longer in the note, so change {TABLE}: {gone}"
    held = claims[lesson].values()
    assert all(isinstance(v, (bool, np.bool_)) for v in held)
    wrong = [words for words, true in claims[lesson].items() if not true]
    assert not wrong, f"not true by what the row computes: {wrong}"


@pytest.mark.parametrize("lesson", LESSONS)
def test_each_vote_and_each_board_has_a_row(lesson, claims):
    text = note(lesson)
    parts = re.findall(r"^\d\. .+?(?=^\d\. |^#)", text, re.M | re.S)
    assert len(parts) == 3
    board = text.partition("## On the board\n")[2].partition("\n## ")[0]
    parts += [] if lesson in DRAWN | ELSEWHERE else [board]
    bare = [
        part
        for part in parts
        if not any(joined(w) in joined(part) for w in claims[lesson])
    ]
    assert not bare, f"add a row to {TABLE}: {bare}"
