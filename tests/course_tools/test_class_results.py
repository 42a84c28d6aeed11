"""``python -m course_tools class``: from files handed in to counts."""

import json

import pytest

from answer_check import check, progress
from answer_check.exercise import find
from course_tools.__main__ import main

AVERAGE, STANDARDIZE = find("average"), find("standardize")
# By the alphabet the less frequent one would come first.
SECOND, FIRST = sorted(AVERAGE.listed[:2], key=lambda m: m.message)


@pytest.fixture
def hand_in(tmp_path, monkeypatch, capsys):
    """Let a learner answer exercises, and hand in a copy of the progress."""
    folder = tmp_path / "class"
    folder.mkdir()

    def learner(name, *answers, copy=None):
        monkeypatch.setenv("COURSE_PROGRESS", str(tmp_path / f"home-{name}"))
        for answer in answers:
            if answer in (AVERAGE, STANDARDIZE):
                progress.remember(answer.name, "source")
            else:
                check(answer.function, "average")
        out = folder / (copy or f"{name}.jsonl")
        assert main(["progress", "-o", str(out)]) == 0
        return out

    learner.folder = folder
    return learner


@pytest.fixture
def results(hand_in, capsys):
    """Count what was handed in; return the words."""

    def count():
        capsys.readouterr()
        assert main(["class", str(hand_in.folder)]) == 0
        return capsys.readouterr().out

    return count


def named(count, mistake):
    return f"{count:>6}  {mistake.message}"


def test_solved_and_named_are_counted_by_learner(hand_in, results):
    hand_in("ada", FIRST, FIRST, AVERAGE, STANDARDIZE)
    hand_in("bob", FIRST, SECOND)
    hand_in("cyn", AVERAGE, FIRST, STANDARDIZE)
    progress.reset("standardize")
    progress.reset("average")  # is not counted any more
    hand_in("cyn", AVERAGE)
    hand_in("dan", STANDARDIZE)
    said = results()
    begin = said.index("00  average: solved by 2 of the 3 who tried")
    assert said.startswith("Learners counted: 4\n")
    assert said.index(named(2, FIRST)) < said.index(named(1, SECOND)) > begin
    assert "standardize: solved by 2 of the 2 who tried\n" in said
    # Lessons begun are told whole, others not at all.
    assert "mean_and_variance: solved by 0 of the 0 who tried" in said
    assert "layer_norm" not in said and "centre" not in said


def test_bad_files_are_told_by_name_and_the_rest_is_counted(hand_in, results):
    folder = hand_in.folder
    whole = hand_in("ada", FIRST, AVERAGE)
    hand_in("ada", copy="ada-last-week.jsonl")
    hand_in("ada", SECOND)
    text = whole.read_text(encoding="utf-8")
    half = text.replace('"journal": "', '"journal": "b')[:-20]
    later = {"event": "done", "exercise": "no_such", "on": "", "at": 1}
    bad = {"event": "wrong", "exercise": "standardize", "on": "", "at": 1,
           "mistakes": ["<script>alert(1)</script>"]}  # fmt: skip
    for name, content in {
        "bob.jsonl": half.encode(),
        "cyn.jsonl": b"",
        "dan.jsonl": b"PK\x03\x04\xff\n" * 9,
        "eve.jsonl": b'{"average": {"on": "2026-01-01"}}',
        "group/fay.jsonl": json.dumps(later).encode(),
        "mal.jsonl": json.dumps(bad).encode(),
        ".gus.jsonl": b"?",
        ".DS_Store": b"\x00",
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    said = results()
    assert said.startswith("Learners counted: 4\n")
    assert "average: solved by 2 of the 2 who tried" in said
    assert named(2, FIRST) in said and named(1, SECOND) in said
    for line in (
        "ada-last-week.jsonl: not counted, ada.jsonl is of the same learner "
        "and no shorter.",
        "bob.jsonl: 1 of 3 lines cannot be read; the others are counted.",
        "cyn.jsonl: not counted, it is empty.",
        "dan.jsonl: not counted, no line of it is progress.",
        "eve.jsonl: not counted, no line of it is progress.",
        ".gus.jsonl: not counted, no line of it is progress.",
        "group/fay.jsonl: this version of the course does not know no_such; "
        "the rest counts.",
    ):
        assert line in said.splitlines()
    assert "DS_Store" not in said


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


STEERING = "\ud800 \x1b[2J \a \u202e"  # a lone surrogate; what terminals obey


def test_what_could_steer_a_terminal_is_escaped(hand_in, results):
    hand_in("ada", AVERAGE)
    bad = [
        {"event": "wrong", "exercise": "average", "on": "", "at": 1,
         "mistakes": [f"μ {STEERING}"]},
        {"event": "done", "exercise": f"no {STEERING}", "on": "2026-01-01",
         "at": 1},
    ]  # fmt: skip
    file = hand_in.folder / "b\x1b[2Job.jsonl"
    file.write_text("\n".join(map(json.dumps, bad)))
    said = results()
    assert said.startswith("Learners counted: 2\n")
    escaped = "\\ud800 \\x1b[2J \\x07 \\u202e"
    assert f"     1  μ {escaped}\n" in said
    unknown = f"this version of the course does not know no {escaped}; "
    assert f"\nb\\x1b[2Job.jsonl: {unknown}" in said
    assert all(c.isprintable() or c == "\n" for c in said)
