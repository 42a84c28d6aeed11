"""What is remembered, and that nothing is lost when it cannot be."""

import inspect
import json
import os
import re
import subprocess
import sys
from math import sqrt
from types import SimpleNamespace

import numpy as np
import pytest

from answer_check import check, journal, progress
from answer_check.exercise import find, names

AVERAGE = """
SCALE = 1.0

def total(numbers):
    return [np.sum(numbers) * SCALE for _ in "1"][0]

def average(numbers):
    return sqrt(total(numbers) ** 2) / len(numbers) * (
        1 if total(numbers) > 0 else -1)
"""
PLAIN = "def average(x):\n    return sum(x) / len(x)\n"


def test_passing_is_remembered_with_the_source(cell, said, own_progress):
    said(check, cell(AVERAGE, sqrt=sqrt)["average"])
    assert os.name != "posix" or own_progress.stat().st_mode & 0o77 == 0
    kept = json.loads(own_progress.read_text())
    assert len(kept["on"]) == len("2026-01-01")
    for line in ("import numpy as np", "from math import sqrt as sqrt",
                 "SCALE = 1.0", "def total(numbers):"):  # fmt: skip
        assert line in kept["source"].splitlines()
    mine = progress.load("average")
    assert mine(np.array([1.0, 2.0, 6.0])) == 3
    assert "def average" in inspect.getsource(mine)


def test_a_function_under_another_name(cell, said):
    mine = cell(PLAIN.replace("average", "mine"))["mine"]
    assert said(check, mine, "average").startswith("Right.")
    assert progress.load("average")(np.array([4.0])) == 4


def test_of_a_wrong_answer_the_names_of_its_mistakes_are_kept(
    cell, said, own_progress
):
    said(check, cell(find("average").starter)["average"])
    assert not own_progress.exists()
    told = find("average").listed[:2]
    for mistake in told:
        said(check, mistake.function, "average")
    said(check, lambda numbers: 0.0, "average")
    kept = {}, {"average": {mistake.message for mistake in told}}
    assert progress.kept() == kept
    assert "source" not in own_progress.read_text()
    assert progress.load("average") is None


HALF = (
    "def average(numbers):\n    return half(2 * sum(numbers)) / len(numbers)\n"
)
NOT_KEPT = [  # what stands before the function, and what is said
    ("half = lambda x: x / 2\n",
     "`half` is not written with `def` alone, without"),
    ("w = np.array([0.5])\ndef half(x):\n    return x * w[0]\n",
     "it uses `w`, an array of shape (1,) that stands outside of it."),
    ("class Half:\n    value = 2\ndef half(x):\n    return x / Half.value\n",
     "it uses `Half`, a class that stands outside of it."),
    ("def made():\n    k = 2\n    def half(x): return x / k\n"
     "    return half\nhalf = made()\n",
     "`half` is not written with `def` alone, without"),
]  # fmt: skip


@pytest.mark.parametrize("before, reason", NOT_KEPT)
def test_a_right_answer_that_cannot_be_kept_is_told_so(
    before, reason, cell, said, monkeypatch
):
    page = cell(before + HALF)
    mine = page["average"]
    monkeypatch.setitem(sys.modules, "__main__", SimpleNamespace(**page))
    told = said(check, mine)
    assert told.startswith("Right. It agrees")
    use = "Later lessons use our solution and not your code: "
    assert use + reason in told
    assert set(progress.done()) == {"average"}
    assert progress.load("average") is None
    monkeypatch.setenv("COURSE_PROGRESS", "off")  # where nothing is kept
    assert "kept" not in said(check, mine)


@pytest.mark.parametrize(
    "text, page",
    [
        ("TWO = 2\ndef half(x, by=TWO):\n    return x / by\n" + HALF, {}),
        # The page has a number called mean, and the answer uses x.mean.
        ("def average(x):\n    return x.mean()\n", {"mean": np.float64(6)}),
    ],
)
def test_a_default_and_an_attribute_are_kept(text, page, cell, said):
    assert "kept" not in said(check, cell(text, **page)["average"])
    assert progress.load("average")(np.array([4.0])) == 4


def test_what_is_not_a_right_answer_is_not_loaded():
    for source in (
        "def average(x):\n    return 0\n", "def average(", "1/0", "(" * 10_000,
        "import os\n", "\0", "average = 3", f"x = {{[]: 1}}\n{PLAIN}",
        f"1/0\n{PLAIN}",
        f"import sys\nsys.exit(3)\n{PLAIN}",
        f"while True:\n    pass\n{PLAIN}",
    ):  # fmt: skip
        assert progress.remember("average", source) == ""
        assert progress.summary().startswith("1 of ")
        assert progress.load("average") is None
    progress.remember("average", "SCALE = 1\n" + PLAIN)
    assert progress.load("average")(np.array([3.0])) == 3


GOOD = '{"event": "done", "exercise": "average", "on": "2026-01-01", "at": 1}'
DAMAGED = [
    "{", "[]", "3", "null", '"done"', '{"done": 3}', GOOD[:-9], "\x00ÿ",
    GOOD.replace('"average"', "5"), GOOD.replace('"done"', "[]"),
    GOOD[:-1] + ', "source": 5}', GOOD[:-1] + ', "mistakes": [5]}',
    GOOD[:-1] + ', "mistakes": "ab"}', GOOD.replace("exercise", "exercises"),
    "[" * 100_000, "9" * 5_000,
    "PK\x03\x04" * 50, GOOD.replace("on", "off"),
    GOOD.replace("1}", '"1"}'),
]  # fmt: skip


def test_an_answer_that_is_right_is_taken_and_else_ours():
    ours = find("average").reference
    for wrong in (None, PLAIN.replace("/", "-")):
        if wrong:
            progress.remember("average", wrong)
        assert progress.own_or_ours("average") is ours
        assert progress.whose("average") == "the course’s"
    progress.remember("average", PLAIN)
    mine = progress.own_or_ours("average")
    assert mine is not ours and mine(np.array([1.0, 2.0, 6.0])) == 3
    assert progress.whose("average") == "yours"


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_line_costs_no_other(own_progress, damage):
    own_progress.parent.mkdir()
    own_progress.write_bytes(f"{GOOD}\n{damage}".encode("latin-1"))
    assert set(progress.done()) == {"average"}
    assert progress.remember("layer_norm", None) == ""
    assert set(progress.done()) == {"average", "layer_norm"}
    assert damage.encode("latin-1") in own_progress.read_bytes()
    assert progress.trouble() == (
        f"1 line of {own_progress} could not be read; they stay where they "
        "are."
    )


def python(code, **more):
    """Run code that knows `progress` in a process of its own."""
    code = f"import os\nfrom answer_check import progress\n{code}"
    return subprocess.Popen(
        [sys.executable, "-c", code], text=True, stdout=-1, stderr=-1, **more
    )


def test_kernels_lose_nothing_to_each_other():
    runs = [
        python(
            "for i in range(50):\n"
            "    progress.remember(f'{os.getpid()}:{i}', 'x' * 3000)\n"
        )
        for _ in range(3)
    ]
    assert [run.communicate(timeout=600)[1] for run in runs] == [""] * 3
    assert len(progress.done()) == 150 and progress.trouble() == ""


def test_journals_are_merged_whichever_comes_first(monkeypatch, tmp_path):
    """Two learners' days on two machines, and what was forgotten between."""
    texts, clock = {"a": "", "b": ""}, iter(range(1, 99))
    monkeypatch.setattr(progress.time, "time_ns", lambda: next(clock))
    acts = [
        ("b", lambda: progress.reset("average")),
        ("b", lambda: progress.note("wrong", "centre", mistakes=[])),
        ("b", lambda: progress.reset("centre")),
        ("a", lambda: progress.remember("average", "early")),
        ("b", lambda: progress.remember("centre", "theirs")),
        ("a", lambda: progress.remember("rms_norm", "gone")),
        ("b", lambda: progress.reset("rms_norm")),
        (
            "b",
            lambda: progress.note("wrong", "average", mistakes=["too late"]),
        ),
        ("a", lambda: progress.reset("average")),
        ("b", lambda: progress.remember("average", "late")),
        ("a", lambda: progress.note("wrong", "centre", mistakes=[])),
    ]
    for machine, act in acts:
        file = tmp_path / machine
        monkeypatch.setenv("COURSE_PROGRESS", str(file))
        act()
        texts[machine] = file.read_text()
    for first, second in ("ab", "ba"):
        monkeypatch.setenv(
            "COURSE_PROGRESS", str(tmp_path / f"{first}{second}")
        )
        for machine in first, second, first, second:
            news = progress.take_in(texts[machine])
        assert news == 0
        sources = {n: e["source"] for n, e in progress.done().items()}
        assert sources == {"average": "late", "centre": "theirs"}
        assert progress.kept()[1] == {"centre": set()}
        assert progress.path().read_bytes().count(b'"journal"') == 2
        oldest = re.search('"journal": "(.*?)"', texts["b"])[1]
        both = journal.Journal(progress.path()).read()
        assert (both.mark, both.latest) == (oldest, len(acts))
        with pytest.raises(ValueError, match="no line of it is progress"):
            progress.take_in("[1]\nhello\n")


def test_what_the_page_saved_beside_events_is_left_out(own_progress):
    cell = '{"event":"cell","page":"00_start_here.ipynb","source":"x = 1"}'
    assert progress.take_in(f"{cell}\n{GOOD}\n") == 1
    assert set(progress.done()) == {"average"}
    own_progress.write_text(f"{cell}\n{GOOD}\n")
    assert set(progress.done()) == {"average"} and progress.trouble() == ""


def test_a_clock_that_is_set_back_forgets_nothing(monkeypatch):
    clock = iter([90, 20, 10])
    monkeypatch.setattr(progress.time, "time_ns", lambda: next(clock))
    progress.remember("average", "first")
    progress.reset("average")
    progress.remember("average", "second")
    assert progress.done()["average"]["source"] == "second"


def test_a_kill_loses_nothing_that_was_acknowledged(own_progress):
    """The line that was being written may be cut, and costs no other."""
    run = python(
        "for i in range(10**6):\n"
        "    print(progress.remember(f'e{i}', 'x' * 30_000) or i, flush=True)"
    )
    heard = [run.stdout.readline() for _ in range(20)]
    run.kill()
    heard += run.communicate()[0].splitlines(True)
    kept = {f"e{line.strip()}" for line in heard}
    assert len(kept) >= 20 and kept <= set(progress.done())
    cut = f"1 line of {own_progress} could not be read; they stay"
    assert progress.trouble() == "" or progress.trouble().startswith(cut)
    assert progress.remember("average", None) == ""
    assert kept | {"average"} <= set(progress.done())


def test_place_that_cannot_be_written(own_progress, said, cell):
    own_progress.parent.write_text("")  # a file where a folder should be
    assert progress.done() == {}
    told = said(check, cell(PLAIN)["average"])
    assert told.startswith("Right.") and "will not be remembered" in told


def test_nothing_is_kept_when_switched_off(monkeypatch):
    monkeypatch.delenv("COURSE_PROGRESS")  # a file in the user's folder
    assert progress.path().parts[-2:] == ("add-norm-course", "progress.jsonl")
    monkeypatch.setenv("COURSE_PROGRESS", "off")
    assert progress.path() is None
    assert progress.remember("average", None) == ""
    progress.note("wrong", "average", mistakes=[])
    progress.reset()
    assert progress.kept() == ({}, {}) and progress.trouble() == ""
    assert progress.take_in(GOOD) == 0


def test_reset_forgets_and_the_journal_still_holds(own_progress):
    for name in ("average", "layer_norm"):
        progress.remember(name, f"source of {name}")
        progress.note("wrong", name, mistakes=[])
    progress.reset("average")
    assert list(map(set, progress.kept())) == [{"layer_norm"}] * 2
    progress.remember("average", "b")
    progress.note("wrong", "average", mistakes=[])
    progress.reset()
    assert progress.kept() == ({}, {})
    assert '"source": "source of layer_norm"' in own_progress.read_text()
    progress.remember("average", "c")
    assert progress.done()["average"]["source"] == "c"


def test_summary_says_what_is_open():
    total = len(names())
    progress.remember("layer_norm", None)
    first, *lines = progress.summary().split("\n")
    assert first == f"1 of {total} exercises done."
    (line,) = (line for line in lines if line.startswith("05"))
    assert line.startswith("05: 1 of") and "layer_norm," not in line
    assert "; open: " in line and "refute_undo" in line
    for name in names():
        progress.remember(name, None)
    assert progress.summary().startswith(f"{total} of {total} exercises done.")
    assert "open" not in progress.summary()


@pytest.mark.parametrize("begun", ["", "\n", '{"event": "do', "\n{"])
def test_a_journal_gets_its_mark_when_no_line_has_one(own_progress, begun):
    """As after a first write that failed."""
    own_progress.parent.mkdir()
    own_progress.write_text(begun)
    for name in "average", "centre":
        assert progress.remember(name, None) == ""
    marks = re.findall('"journal": "(.*?)"', own_progress.read_text())
    assert len(marks) == 1
    assert set(progress.done()) == {"average", "centre"}


def test_where_the_file_is(monkeypatch, tmp_path):
    """Whatever folder a lesson is opened in, it is the same file."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for said, there in {
        "~/x.jsonl": tmp_path / "home/x.jsonl",
        "x.jsonl": tmp_path / "data/add-norm-course/x.jsonl",
        "OFF": None,
        str(tmp_path / "x"): tmp_path / "x",
    }.items():
        monkeypatch.setenv("COURSE_PROGRESS", said)
        assert progress.path() == there
        assert progress.remember("average", None) == ""
        assert set(progress.done()) == ({"average"} if there else set())
    assert {each.name for each in tmp_path.iterdir()} == {"home", "data", "x"}


def test_a_file_that_is_no_journal_is_left_alone(own_progress):
    own_progress.parent.mkdir()
    own_progress.write_text('{\n "cells": []\n}')
    why = "no line of it is progress"
    assert f"cannot be used ({why})" in progress.remember("average", None)
    assert why in progress.trouble() and progress.done() == {}
    assert own_progress.read_text() == '{\n "cells": []\n}'
