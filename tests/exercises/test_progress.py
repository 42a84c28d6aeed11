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
from course_lib.exercises import check, progress
from course_lib.exercises.exercise import find, names
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
    kept = json.loads(own_progress.read_text())
    assert len(kept["on"]) == len("2026-01-01")
    for line in ("import numpy as np", "from math import sqrt as sqrt",
                 "SCALE = 1.0", "def total(numbers):"):  # fmt: skip
        assert line in kept["source"]
    mine = progress.load("average")
    assert mine(np.array([1.0, 2.0, 6.0])) == 3
    assert "def average" in inspect.getsource(mine)


def test_of_a_wrong_answer_the_names_of_its_mistakes_are_kept(own_progress):
    def average(numbers):
        raise NotImplementedError

    check(average)
    assert not own_progress.exists()
    for mistake in find("average").mistakes[:2]:
        check(mistake.function, "average")
    check(lambda numbers: 0.0, "average")
    told = {m.message for m in find("average").mistakes[:2]}
    assert progress.kept() == ({}, {"average": told})
    assert "source" not in own_progress.read_text()
    assert progress.load("average") is None


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
                   "import os\n", "(" * 10_000, "\0"):  # fmt: skip
        progress.remember("average", source)
        assert progress.load("average") is None


GOOD = '{"event": "done", "exercise": "average", "on": "2026-01-01"}'
DAMAGED = [
    "{", "[]", "3", "null", '"done"', '{"done": 3}', GOOD[:-9], "\x00ÿ",
    GOOD.replace('"average"', "5"), GOOD.replace('"done"', "[]"),
    GOOD[:-1] + ', "source": 5}', GOOD[:-1] + ', "mistakes": [5]}',
    "[" * 100_000, "9" * 5_000,
    "PK\x03\x04" * 50, GOOD.replace("on", "off"),
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_line_costs_no_other(own_progress, damage):
    own_progress.write_bytes(f"{GOOD}\n{damage}".encode("latin-1"))
    assert set(progress.done()) == {"average"}
    assert progress.remember("layer_norm", None) == ""
    assert set(progress.done()) == {"average", "layer_norm"}
    assert damage.encode("latin-1") in own_progress.read_bytes()
    assert progress.trouble() == (
        f"1 line of {own_progress} could not be read; they stay where they "
        "are."
    )


def test_a_hostile_file_runs_nothing_by_being_loaded(tmp_path, own_progress):
    mark = tmp_path / "it_ran"
    for line in (f"MARK = open({str(mark)!r}, 'w')", f"open({str(mark)!r}, "
                 "'w')", "import sys\nsys.exit(3)",
                 "while True:\n    pass"):  # fmt: skip
        answer = "def average(x):\n    return sum(x) / len(x)\n"
        assert progress.remember("average", f"{line}\n{answer}") == ""
        assert progress.done() and progress.summary() and progress.by_lesson()
        assert progress.load("average") is None
    assert not mark.exists()
    progress.remember("average", "SCALE = 1\n" + answer)
    assert progress.load("average")(np.array([3.0])) == 3


WRITERS = """
import os, sys
from course_lib.exercises import progress
for writer in range(int(sys.argv[1])):
    if os.fork() == 0:
        for i in range(100):
            assert progress.remember(f"{writer}:{i}", "x" * 3000) == ""
        os._exit(0)
while True:
    try:
        os.wait()
    except ChildProcessError:
        break
"""


def run_python(code, *args, **more):
    return subprocess.Popen(
        [sys.executable, "-c", code, *args], text=True, stdout=-1, stderr=-1,
        **more,
    )  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "fork"), reason="os.fork")
@pytest.mark.parametrize("writers", [2, 10])
def test_kernels_lose_nothing_to_each_other(own_progress, writers):
    printed, errors = run_python(WRITERS, str(writers)).communicate(timeout=90)
    assert not errors
    assert len(progress.done()) == 100 * writers
    assert progress.trouble() == ""


def test_a_kill_leaves_the_old_state_or_the_new(own_progress):
    endless = (
        "from course_lib.exercises import progress\n"
        "print('go', flush=True)\n"
        "while True: progress.remember('average', 'x' * 3000)\n"
    )
    run = run_python(endless)
    run.stdout.readline()
    before = own_progress.stat().st_size if own_progress.exists() else 0
    while not own_progress.exists() or own_progress.stat().st_size == before:
        pass
    run.kill()
    run.communicate()
    assert set(progress.done()) == {"average"} and not progress.trouble()
    assert os.listdir(own_progress.parent) == [own_progress.name]


@pytest.mark.skipif(os.name != "posix", reason="limits of a process")
def test_a_full_disk_is_said_and_costs_nothing_that_was_kept(own_progress):
    code = (
        "import resource\n"
        "from course_lib.exercises import progress\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))\n"
        "for i in range(9): said = progress.remember(f'e{i}', 'x' * 40)\n"
        "print(said, len(progress.done()))\n"
    )
    said, errors = run_python(code).communicate(timeout=60)
    assert "will not be remembered" in said and said.strip().endswith(" 2")
    progress.remember("average", None)
    assert set(progress.done()) == {"e0", "e1", "average"}


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
@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_cannot_be_used_is_left_alone(tmp_path, what):
    """In a process of its own, which gives up being root."""
    code = (
        "import os\n"
        "from course_lib.exercises import progress\n"
        "if os.getuid() == 0: os.seteuid(65534)\n"
        "print(progress.done(), progress.remember('average', None))\n"
        "print(progress.trouble())\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "progress.jsonl")
        if what == "file":
            with open(file, "w", encoding="utf-8") as out:
                out.write(GOOD)
            os.chmod(file, 0o222)  # may be written, not read
        os.chmod(folder, 0o555 if what == "folder" else 0o777)
        run = run_python(code, env={**os.environ, "COURSE_PROGRESS": file})
        printed, errors = run.communicate(timeout=60)
        os.chmod(folder, 0o755)
        if what == "file":
            os.chmod(file, 0o600)
            with open(file, encoding="utf-8") as kept:
                assert kept.read() == GOOD
            assert "(Permission denied)" in printed.splitlines()[1]
    assert printed.startswith("{}  It will not be remembered"), errors
    assert "COURSE_PROGRESS" in printed and "Errno" not in printed


def test_nothing_is_kept_when_switched_off(monkeypatch):
    monkeypatch.setenv("COURSE_PROGRESS", "off")
    assert progress.path() is None
    assert progress.remember("average", None) == ""
    progress.remember_wrong("average", [])
    progress.reset()
    assert progress.kept() == ({}, {}) and progress.trouble() == ""


def test_file_stands_in_the_users_folder_by_default(monkeypatch):
    monkeypatch.delenv("COURSE_PROGRESS")
    assert progress.path().parts[-2:] == ("add-norm-course", "progress.jsonl")


def test_reset_forgets_and_the_journal_still_holds(own_progress):
    progress.remember("average", "a")
    progress.remember("layer_norm", "b")
    progress.remember_wrong("average", [])
    progress.remember_wrong("layer_norm", [])
    progress.reset("average")
    assert list(map(set, progress.kept())) == [{"layer_norm"}] * 2
    progress.reset()
    assert progress.kept() == ({}, {})
    assert '"source": "b"' in own_progress.read_text()
    progress.remember("average", "c")
    assert progress.done()["average"]["source"] == "c"


def test_nothing_but_the_file_stays_in_the_folder(own_progress):
    for name in names():
        progress.remember(name, None)
    assert os.listdir(own_progress.parent) == [own_progress.name]
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
        assert teaching.solutions() == solutions
        # Predictions and the first hints are for learners: hide leaves them.
        assert teaching.unlocked() == (to != "hide")
        assert teaching.hints() == (2 if to == "hide" else 3)
    teaching.switch("off")
    assert not teaching.unlocked() and teaching.solutions() == "ask"
    with pytest.raises(ValueError, match="'maybe'"):
        teaching.switch("maybe")
