"""What is remembered, and that nothing is lost when it cannot be."""

import inspect
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import pytest

from course_lib import teaching
from course_lib.exercises import check, own_or_solution, progress
from course_lib.exercises.catalogue import find, names
from course_lib.exercises.standalone import standalone_source

AVERAGE = """
SCALE = 1.0

def total(numbers):
    return np.sum(numbers) * SCALE

def average(numbers):
    return sqrt(total(numbers) ** 2) / len(numbers) * (
        1 if total(numbers) > 0 else -1)
"""


@pytest.fixture
def notebook(tmp_path, monkeypatch):
    """Run text as a notebook's cell does: with a source, in its own space."""
    import linecache

    def run(text, **names):
        filename = f"<cell {run.count}>"
        run.count += 1
        linecache.cache[filename] = (
            len(text), None, text.splitlines(True), filename,
        )  # fmt: skip
        namespace = {"__name__": "__main__", **names}
        exec(compile(text, filename, "exec"), namespace)
        return namespace

    run.count = 0
    return run


def test_passing_is_remembered_with_the_source(notebook, own_progress):
    from math import sqrt

    cell = notebook(AVERAGE, np=np, sqrt=sqrt)
    check(cell["average"])
    kept = json.loads(own_progress.read_text())["done"]["average"]
    assert len(kept["on"]) == len("2026-01-01")
    for line in ("import numpy as np", "from math import sqrt as sqrt",
                 "SCALE = 1.0", "def total(numbers):"):  # fmt: skip
        assert line in kept["source"]
    mine = progress.load("average")
    assert mine(np.array([1.0, 2.0, 6.0])) == 3
    assert "def average" in inspect.getsource(mine)
    assert own_or_solution("average")(np.array([2.0])) == 2


def test_a_wrong_answer_is_not_remembered(own_progress):
    def average(numbers):
        return 0.0

    check(average)
    assert not own_progress.exists()
    assert progress.load("average") is None
    assert own_or_solution("average") is find("average").reference


def test_a_function_under_another_name(notebook, own_progress, capsys):
    mine = notebook("def mine(a):\n    return sum(a) / len(a)\n")["mine"]
    check(mine, "average")
    assert "Right." in capsys.readouterr().out
    assert progress.load("average")(np.array([4.0])) == 4


def test_source_that_cannot_be_had():
    assert standalone_source(np.mean, "mean") is None
    assert standalone_source(lambda x: x, "f") is None
    scale = 3

    def closed(x):
        return x * scale

    assert standalone_source(closed, "closed") is None


def test_remembered_source_that_fails_now_is_not_trusted(own_progress):
    for source in ("def average(x):\n    return 0\n", "def average(", "1/0",
                   "import os\n"):  # fmt: skip
        progress.remember("average", source)
        assert progress.load("average") is None


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", '{"done": 3}', '{"done": {"a": 1}}', "\x00ÿ"]
)
def test_damaged_file_is_put_aside(own_progress, damage):
    own_progress.write_bytes(damage.encode("latin-1"))
    assert progress.done() == {}
    assert progress.remember("average", None) == ""
    assert set(progress.done()) == {"average"}
    aside = own_progress.with_suffix(".damaged.json")
    assert aside.read_bytes() == damage.encode("latin-1")


def test_place_that_cannot_be_written(tmp_path, monkeypatch, capsys):
    (tmp_path / "a_file").write_text("")
    file = tmp_path / "a_file" / "progress.json"
    monkeypatch.setenv("COURSE_PROGRESS", str(file))
    assert progress.done() == {}

    def average(numbers):
        return sum(numbers) / len(numbers)

    check(average)
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("Right.") and "will not be remembered" in said


@pytest.mark.skipif(os.name != "posix", reason="modes of a folder")
def test_read_only_folder():
    """In a process of its own, which gives up being root."""
    code = (
        "import os\n"
        "from course_lib.exercises import progress\n"
        "if os.getuid() == 0: os.seteuid(65534)\n"
        "print(progress.done(), progress.remember('average', None))\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o555)
        file = os.path.join(folder, "progress.json")
        run = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True,
            env={**os.environ, "COURSE_PROGRESS": file}, timeout=60,
        )  # fmt: skip
    assert run.stdout.startswith("{}  It will not be remembered"), run


def test_nothing_is_kept_when_switched_off(monkeypatch):
    monkeypatch.setenv("COURSE_PROGRESS", "off")
    assert progress.path() is None
    assert progress.remember("average", None) == ""
    assert progress.done() == {} and progress.reset() is None


def test_file_stands_in_the_users_folder_by_default(monkeypatch):
    monkeypatch.delenv("COURSE_PROGRESS")
    assert progress.path().parts[-2:] == ("add-norm-course", "progress.json")


def test_reset_keeps_a_copy(own_progress):
    assert progress.reset() is None
    progress.remember("average", "a")
    progress.remember("layer_norm", "b")
    progress.reset("average")
    assert set(progress.done()) == {"layer_norm"}
    backup = progress.reset()
    assert progress.done() == {} and not own_progress.exists()
    assert set(json.loads(backup.read_text())["done"]) == {"layer_norm"}


def test_nothing_but_the_file_stays_in_the_folder(own_progress):
    for name in names():
        progress.remember(name, None)
    assert os.listdir(own_progress.parent) == ["progress.json"]
    assert progress.summary().startswith(
        f"{len(names())} of {len(names())} exercises done."
    )


def test_summary_says_what_is_open():
    progress.remember("layer_norm", None)
    lines = progress.summary().split("\n")
    assert lines[0] == f"1 of {len(names())} exercises done."
    line = next(line for line in lines if line.startswith("05"))
    assert line.startswith("05: 1 of") and "layer_norm," not in line


def test_the_teachers_switch(monkeypatch):
    monkeypatch.setenv("COURSE_TEACHER", "")
    assert not teaching.unlocked() and teaching.solutions() == "ask"
    for to, solutions in (("1", "ask"), ("show", "show"), ("hide", "hide")):
        teaching.switch(to)
        assert teaching.unlocked() and teaching.solutions() == solutions
    teaching.switch("off")
    assert not teaching.unlocked() and teaching.solutions() == "ask"
    with pytest.raises(ValueError, match="'maybe'"):
        teaching.switch("maybe")
