"""The newest edition comes, and what a learner wrote stays beside it."""

import errno
import re
import shutil
import subprocess
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from course_tools import update as updating
from course_tools.__main__ import main
from course_tools.update import NotUpdated, update
from processes import git

LESSONS = "123456"
STARTER = "def average(x):\n    raise NotImplementedError\n\n\ncheck(average)"
ANSWER = "def average(x):\n    return sum(x) / len(x)\n\n\ncheck(average)"
OLD = {
    "title": "# Lesson",
    "starter": STARTER,
    "text": "Old words.",
    "same": "As it is.",
    "gone": "This cell will go.",
}
NEW = {
    "title": "# Lesson",
    "starter": "import numpy as np\n\n\n" + STARTER,
    "text": "New words.",
    "same": "As it is.",
    "added": "A new cell.",
}


def write(path, cells):
    kinds = {"starter": new_code_cell}
    made = [
        kinds.get(name, new_markdown_cell)(text, id=name)
        for name, text in cells.items()
    ]
    path.parent.mkdir(exist_ok=True)
    nbformat.write(new_notebook(cells=made), path)


def read(path):
    cells = nbformat.read(path, as_version=4).cells
    return {cell.id: cell.source for cell in cells}


@pytest.fixture
def course(tmp_path):
    """Clone a course of six lessons, of which a new edition is out."""
    origin, clone = tmp_path / "origin", tmp_path / "course"
    origin.mkdir()
    git(origin, "init", "-b", "main")
    lessons = {k: origin / "notebooks" / f"{k}.ipynb" for k in LESSONS}
    for lesson in lessons.values():
        write(lesson, OLD)
    (origin / "words.txt").write_text("old")
    (origin / "course_lib").mkdir()
    (origin / "course_lib" / "__init__.py").touch()
    git(origin, "add", ".")
    git(origin, "commit", "-m", "old")
    git(tmp_path, "clone", "-q", str(origin), str(clone))
    for number in "1246":
        write(lessons[number], NEW)
    lessons["5"].unlink()
    (origin / "words.txt").write_text("new")
    git(origin, "commit", "-a", "-m", "new")
    return clone


def updated(course):
    said = []
    update(course, install=False, say=said.append)
    return "\n".join(said)


@pytest.fixture
def worked_in(course):
    """Leave something in some lessons; return them, and what they held.

    What a copy of an earlier day is called is not taken again.
    """
    folder = course / "notebooks"
    lessons = [folder / f"{number}.ipynb" for number in LESSONS]
    answered, _, noted, ran, gone, broken = lessons
    write(answered, OLD | {"starter": ANSWER, "mine": "A cell of my own."})
    write(noted, OLD | {"text": "A note where nothing is new."})
    as_run = nbformat.read(ran, as_version=4)
    as_run.cells[1].execution_count = 7
    for cell in as_run.cells:
        del cell["id"]  # as Colab leaves it
    as_run.nbformat_minor = 0
    nbformat.write(as_run, ran)
    write(gone, OLD | {"starter": ANSWER})
    broken.write_text("half a file {")
    (folder / "6.yours1.ipynb").write_text("of an earlier day")
    (course / "words.txt").write_text("my words")
    return lessons, [path.read_bytes() for path in lessons]


def test_what_the_learner_wrote_stays_beside_the_new_lessons(
    course, worked_in
):
    (answered, _, noted, ran, gone, broken), mine = worked_in
    updated(course)
    assert noted.read_bytes() == mine[2] and not gone.exists()
    copies = {
        path.name: path.read_bytes() for path in course.rglob("*.yours*")
    }
    assert copies == {
        "1.yours1.ipynb": mine[0], "5.yours1.ipynb": mine[4],
        "6.yours1.ipynb": b"of an earlier day", "6.yours2.ipynb": mine[5],
        "words.yours1.txt": b"my words",
    }  # fmt: skip
    assert (course / "words.txt").read_text() == "new"


def test_what_changed_is_new_and_all_of_it_is_told(course, worked_in):
    said = updated(course / "notebooks")
    for number in "1246":
        assert read(course / "notebooks" / f"{number}.ipynb") == NEW
    for words in (
        "1.ipynb: the newest edition's; yours, as you left it, is 1.yours1",
        "3.ipynb: as you left it.",
        "4.ipynb: you had only run it",
        "5.ipynb: there is none any more; yours, as you left it, is 5.yours1",
    ):
        assert words in said
    assert said.endswith("\nClose JupyterLab and start it again.")
    assert "pip install" not in said
    assert updated(course) == "You have the newest edition."


def files(course):
    """Return what stands in a folder, and what Git says of it."""
    found = {p: p.read_bytes() for p in course.rglob("*.*") if p.is_file()
             and ".git" not in p.parts}  # fmt: skip
    return found, git(course, "status", "--porcelain=2")


@pytest.mark.parametrize(
    ("way", "advice"),
    [
        ("own commit", "To join both: git merge"),
        ("file in the way", "Give yours other names"),
        ("damaged", "Is there a network?"),
        ("lock", "delete the file"),
    ],
)
def test_what_stands_in_the_way_changes_nothing(course, way, advice):
    lesson = course / "notebooks" / "1.ipynb"
    write(lesson, OLD | {"starter": ANSWER})
    origin = course.with_name("origin")
    if way == "own commit":
        git(course, "commit", "-a", "-m", "mine")
        write(lesson, OLD | {"starter": ANSWER, "text": "more"})
    elif way == "file in the way":
        (origin / "a.txt").write_text("theirs")
        git(origin, "add", ".")
        git(origin, "commit", "-m", "newer")
        (course / "a.txt").write_text("mine")
    elif way == "lock":
        (course / ".git" / "index.lock").touch()
    else:
        shutil.rmtree(origin)
    before, _ = files(course)
    with pytest.raises(NotUpdated, match=f"Git says: .*{re.escape(advice)}"):
        updated(course)
    assert files(course)[0] == before


def test_a_merge_that_is_not_finished_is_left_as_it_is(course):
    (course / "words.txt").write_text("mine")
    git(course, "commit", "-a", "-m", "mine")
    git(course, "fetch", "-q")
    with pytest.raises(subprocess.CalledProcessError):
        git(course, "merge", "origin/main")
    before = files(course)
    with pytest.raises(NotUpdated, match="git merge --abort"):
        updated(course)
    assert files(course) == before


def test_a_zip_inside_another_repository_leaves_that_alone(course):
    """Here the other one even is a clone of the course."""
    shutil.copytree(course / "notebooks", course / "zip" / "notebooks")
    before = files(course)
    for folder in (course / "zip", course / "zip" / "notebooks"):
        with pytest.raises(NotUpdated, match="zip is no clone.* download the"):
            updated(folder)
    assert files(course) == before


@pytest.mark.parametrize("room_for", [0, 1])
def test_on_a_full_disk_nothing_is_changed(course, room_for, monkeypatch):
    """Some files are written whole, and of the next one a part."""
    left, whole = [None] * room_for, Path.write_bytes

    def write_bytes(self, data):
        if not left:
            whole(self, data[:5])
            raise OSError(errno.ENOSPC, "No space left", str(self))
        left.pop()
        return whole(self, data)

    for name in ("1.ipynb", "2.ipynb"):
        write(course / "notebooks" / name, OLD | {"starter": ANSWER})
    before = files(course)
    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    with pytest.raises(NotUpdated, match="cannot be written: No space left"):
        updated(course)
    assert files(course) == before


def test_the_command(course, monkeypatch, capsys, tmp_path):
    asked = []
    run = subprocess.run

    def no_pip(words, **more):
        if words[0] == "git":
            return run(words, **more)
        asked.append(words)
        return subprocess.CompletedProcess(words, 1)

    monkeypatch.setattr(updating.subprocess, "run", no_pip)
    monkeypatch.chdir(course)
    assert main(["update"]) == 0
    assert "pip install" in capsys.readouterr().out and len(asked) == 1
    monkeypatch.chdir(tmp_path)
    assert main(["update"]) == 1
    assert "Nothing is changed. Git says:" in capsys.readouterr().out
    monkeypatch.setenv("PATH", "")
    assert main(["update"]) == 1
    assert "Git is not installed" in capsys.readouterr().out
    assert Path.cwd() == tmp_path
