"""What is remembered, and that nothing is lost when it cannot be."""

import inspect
import json
import os
import subprocess
import sys
import tempfile
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from course_lib.exercises import check, progress
from course_lib.exercises.exercise import find, names
from course_lib.exercises.standalone import NotKept, standalone_source

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


def test_source_that_cannot_be_had(cell):
    closed = "def make(k):\n    def f():\n        return k\n    return f\n"
    strange = (
        "class Shy:\n    def __repr__(self):\n        raise RuntimeError\n"
        "shy = Shy()\ndef f():\n    return shy\n"
    )
    for function in (np.mean, lambda x: x, cell(closed)["make"](1),
                     cell(strange)["f"]):  # fmt: skip
        with pytest.raises(NotKept):
            standalone_source(function, "f")


def test_what_is_not_a_right_answer_is_not_loaded(tmp_path, own_progress):
    """Nor is a line run that does anything but define."""
    mark = tmp_path / "it_ran"
    for source in (
        "def average(x):\n    return 0\n", "def average(", "1/0", "(" * 10_000,
        "import os\n", "\0", "average = 3", f"x = {{[]: 1}}\n{PLAIN}",
        f"MARK = open({str(mark)!r}, 'w')\n{PLAIN}",
        f"open({str(mark)!r}, 'w')\n{PLAIN}", f"1/0\n{PLAIN}",
        f"import sys\nsys.exit(3)\n{PLAIN}",
        f"while True:\n    pass\n{PLAIN}",
    ):  # fmt: skip
        assert progress.remember("average", source) == ""
        assert progress.summary().startswith("1 of ")
        assert progress.load("average") is None
    assert not mark.exists()
    progress.remember("average", "SCALE = 1\n" + PLAIN)
    assert progress.load("average")(np.array([3.0])) == 3


GOOD = '{"event": "done", "exercise": "average", "on": "2026-01-01"}'
DAMAGED = [
    "{", "[]", "3", "null", '"done"', '{"done": 3}', GOOD[:-9], "\x00ÿ",
    GOOD.replace('"average"', "5"), GOOD.replace('"done"', "[]"),
    GOOD[:-1] + ', "source": 5}', GOOD[:-1] + ', "mistakes": [5]}',
    GOOD[:-1] + ', "mistakes": "ab"}', GOOD.replace("exercise", "exercises"),
    "[" * 100_000, "9" * 5_000,
    "PK\x03\x04" * 50, GOOD.replace("on", "off"),
]  # fmt: skip


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
    code = f"import os\nfrom course_lib.exercises import progress\n{code}"
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
    assert [run.communicate(timeout=90)[1] for run in runs] == [""] * 3
    assert len(progress.done()) == 150 and progress.trouble() == ""


def test_a_kill_leaves_the_old_state_or_the_new(own_progress):
    run = python("while True: progress.remember('average', 'x' * 3000)")
    while not own_progress.exists() or own_progress.stat().st_size < 5000:
        assert run.poll() is None
    run.kill()
    run.communicate()
    assert set(progress.done()) == {"average"} and not progress.trouble()
    assert os.listdir(own_progress.parent) == [own_progress.name]


@pytest.mark.skipif(os.name != "posix", reason="limits of a process")
def test_a_full_disk_is_said_and_costs_nothing_that_was_kept():
    run = python(
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))\n"
        "for i in range(9): print(progress.remember(f'e{i}', 'x' * 40))\n"
    )
    said, errors = run.communicate(timeout=60)
    assert said.count("will not be remembered") == 7, errors
    progress.remember("average", None)
    assert set(progress.done()) == {"e0", "e1", "average"}


def test_place_that_cannot_be_written(own_progress, said, cell):
    own_progress.parent.write_text("")  # a file where a folder should be
    assert progress.done() == {}
    told = said(check, cell(PLAIN)["average"])
    assert told.startswith("Right.") and "will not be remembered" in told


@pytest.mark.skipif(os.name != "posix", reason="modes of a file")
def test_a_file_that_cannot_be_read_is_left_alone():
    """In a process of its own, which gives up being root."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "progress.jsonl")
        file.write_text(GOOD)
        file.chmod(0o222)  # may be written, not read
        Path(folder).chmod(0o777)
        run = python(
            "if os.getuid() == 0: os.seteuid(65534)\n"
            "print(progress.done(), progress.remember('average', None))\n"
            "print(progress.trouble())\n",
            env={**os.environ, "COURSE_PROGRESS": str(file)},
        )
        printed, errors = run.communicate(timeout=60)
        file.chmod(0o600)
        assert file.read_text() == GOOD
    assert printed.startswith("{} It will not be remembered"), errors
    assert "(Permission denied)" in printed.splitlines()[1]
    assert "COURSE_PROGRESS" in printed and "Errno" not in printed


def test_nothing_is_kept_when_switched_off(monkeypatch):
    monkeypatch.delenv("COURSE_PROGRESS")  # a file in the user's folder
    assert progress.path().parts[-2:] == ("add-norm-course", "progress.jsonl")
    monkeypatch.setenv("COURSE_PROGRESS", "off")
    assert progress.path() is None
    assert progress.remember("average", None) == ""
    progress.remember_wrong("average", [])
    progress.reset()
    assert progress.kept() == ({}, {}) and progress.trouble() == ""


def test_reset_forgets_and_the_journal_still_holds(own_progress):
    for name in ("average", "layer_norm"):
        progress.remember(name, f"source of {name}")
        progress.remember_wrong(name, [])
    progress.reset("average")
    assert list(map(set, progress.kept())) == [{"layer_norm"}] * 2
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
    assert "; open: " in line and "normalized_variance" in line
    for name in names():
        progress.remember(name, None)
    assert progress.summary().startswith(f"{total} of {total} exercises done.")
    assert "open" not in progress.summary()
