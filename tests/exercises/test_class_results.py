"""``python -m course_lib.exercises class``: from files handed in to counts."""

import json

import pytest

from course_lib.exercises import check, progress
from course_lib.exercises.__main__ import main
from course_lib.exercises.exercise import find

AVERAGE, CENTRE = find("average"), find("centre")
# By the alphabet the less frequent one would come first.
SECOND, FIRST = sorted(AVERAGE.mistakes[:2], key=lambda m: m.message)


@pytest.fixture
def hand_in(tmp_path, monkeypatch, capsys):
    """Let a learner answer exercises, and hand in a copy of the progress."""
    folder = tmp_path / "class"
    folder.mkdir()

    def learner(name, *answers, copy=None):
        monkeypatch.setenv("COURSE_PROGRESS", str(tmp_path / f"home-{name}"))
        for exercise, mistake in answers:
            if mistake:
                check(mistake.function, exercise.name)
            else:
                progress.remember(exercise.name, "source")
        out = folder / (copy or f"{name}.jsonl")
        assert main(["progress", "-o", str(out)]) == 0
        capsys.readouterr()
        return out

    learner.folder = folder
    return learner


def results(folder, capsys, *more):
    assert main(["class", str(folder), *more]) == 0
    return capsys.readouterr().out


def named(count, mistake):
    return f"{count:>6}  {mistake.message}"


def test_solved_and_named_are_counted_by_learner(hand_in, capsys, tmp_path):
    solved = (AVERAGE, None), (CENTRE, None)
    hand_in("ada", (AVERAGE, FIRST), (AVERAGE, FIRST), *solved)
    hand_in("bob", (AVERAGE, FIRST), (AVERAGE, SECOND))
    hand_in("cyn", (AVERAGE, None))
    page = tmp_path / "class.html"
    said = results(hand_in.folder, capsys, "-o", str(page))
    begin = said.index("00  average: solved by 2, tried by 3")
    assert said.startswith("Learners counted: 3\n")
    assert said.index(named(2, FIRST)) < said.index(named(1, SECOND)) > begin
    assert "centre: solved by 1, tried by 1\n" in said
    # Lessons begun are told whole, others not at all.
    assert "affine: solved by 0, tried by 0" in said
    assert "layer_norm" not in said and "mean_and" not in said
    html = page.read_text(encoding="utf-8")
    assert (
        '<div class="solved" style="flex: 0 0 66.666667%"></div>'
        '<div class="tried" style="flex: 0 0 33.333333%"></div>'
    ) in html
    assert "2 solved it, 1 tried and have not, 0 have not begun." in html
    assert f"<b>2</b> {FIRST.message}" in html


def test_what_was_forgotten_is_not_counted(hand_in, capsys):
    hand_in("ada", (AVERAGE, FIRST), (CENTRE, None))
    progress.reset("average")
    hand_in("ada")
    said = results(hand_in.folder, capsys)
    assert "average" not in said and "centre: solved by 1" in said


def test_bad_files_are_told_by_name_and_the_rest_is_counted(hand_in, capsys):
    folder = hand_in.folder
    whole = hand_in("ada", (AVERAGE, FIRST), (AVERAGE, None))
    hand_in("ada", copy="ada-last-week.jsonl")
    hand_in("ada", (AVERAGE, SECOND))
    text = whole.read_text(encoding="utf-8")
    half = text.replace('"journal": "', '"journal": "b')
    (folder / "bob.jsonl").write_text(half[: len(half) - 20])
    (folder / "cyn.jsonl").write_text("")
    (folder / "dan.jsonl").write_bytes(b"PK\x03\x04\xff\n" * 9)
    (folder / "eve.jsonl").write_text('{"average": {"on": "2026-01-01"}}')
    later = {"event": "done", "exercise": "no_such", "on": "2031-01-01"}
    (folder / "group").mkdir()
    (folder / "group" / "fay.jsonl").write_text(json.dumps(later))
    (folder / ".DS_Store").write_bytes(b"\x00")
    said = results(folder, capsys)
    assert said.startswith("Learners counted: 3\n")
    assert "average: solved by 2, tried by 2" in said
    assert named(2, FIRST) in said and named(1, SECOND) in said
    for line in (
        "ada-last-week.jsonl: not counted, ada.jsonl is of the same learner "
        "and no shorter.",
        "bob.jsonl: 1 of 3 lines cannot be read; the others are counted.",
        "cyn.jsonl: not counted, it is empty.",
        "dan.jsonl: not counted, no line of it is progress.",
        "eve.jsonl: not counted, no line of it is progress.",
        "group/fay.jsonl: this version of the course does not know no_such; "
        "the rest counts.",
    ):
        assert line in said.splitlines()
    assert "DS_Store" not in said


def test_a_learner_cannot_write_into_the_page(hand_in, capsys, tmp_path):
    bad = {"event": "wrong", "exercise": "average", "on": "2026-01-01",
           "mistakes": ["<script>alert(1)</script>"]}  # fmt: skip
    (hand_in.folder / "mal.jsonl").write_text(json.dumps(bad))
    page = tmp_path / "class.html"
    results(hand_in.folder, capsys, "-o", str(page))
    assert "<script" not in page.read_text(encoding="utf-8")


def test_errors_say_what_to_do(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("")
    for name, words in (
        ("empty", "empty holds no file. Name the folder"),
        ("nowhere", "nowhere is not a folder. Name the folder"),
        ("file", "file is not a folder. Name the folder"),
    ):
        assert main(["class", str(tmp_path / name)]) == 1
        assert words in capsys.readouterr().err
    assert main(["progress", "-o", str(tmp_path / "copy")]) == 1
    assert "nothing to copy" in capsys.readouterr().err
