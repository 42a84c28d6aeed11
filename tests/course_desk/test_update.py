"""The newest edition comes, and what a learner wrote stays."""

import re
import shutil
import subprocess
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from course_desk import update as updating
from course_desk.__main__ import main
from course_desk.update import NotUpdated, update

TOP = Path(__file__).parents[2]
IMPORTS = "import numpy as np\n\nfrom answer_check import check\n\n\n"
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
    "starter": IMPORTS + STARTER,
    "text": "New words.",
    "same": "As it is.",
    "added": "A new cell.",
}


def git(folder, *words):
    who = ("-c", "user.name=a", "-c", "user.email=a@b")
    made = subprocess.run(
        ["git", *who, *words],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    return made.stdout


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
    """Clone a course of three lessons, of which a new edition is out."""
    origin, clone = tmp_path / "origin", tmp_path / "course"
    origin.mkdir()
    git(origin, "init", "-b", "main")
    lessons = [origin / "notebooks" / f"{k}.ipynb" for k in "123"]
    for lesson in lessons:
        write(lesson, OLD)
    (origin / "words.txt").write_text("old")
    (origin / "course_lib").mkdir()
    (origin / "course_lib" / "__init__.py").touch()
    git(origin, "add", ".")
    git(origin, "commit", "-m", "old")
    git(tmp_path, "clone", "-q", str(origin), str(clone))
    for lesson in lessons[:2]:
        write(lesson, NEW)
    (origin / "words.txt").write_text("new")
    git(origin, "commit", "-a", "-m", "new")
    return clone


def updated(course):
    said = []
    update(course, install=False, say=said.append)
    return "\n".join(said)


def test_answers_and_notes_stay(course):
    lesson = course / "notebooks" / "1.ipynb"
    theirs = {
        "title": OLD["title"],
        "first": "My first cell.",
        "empty": " ",
        "starter": ANSWER,
        "text": "Old words, and my note.",
        "same": "As it is, and my note.",
        "gone": "This cell will go, but my note stays.",
        "mine": "A cell of my own.",
    }
    write(lesson, theirs)
    other = course / "notebooks" / "3.ipynb"
    write(other, OLD | {"text": "A note where nothing is new."})
    (course / "words.txt").write_text("my words")
    mine = lesson.read_bytes(), other.read_bytes()
    said = updated(course / "notebooks")
    now = read(lesson)
    assert list(now) == [
        "title", "first", "starter", "text", "yours-text", "same", "gone",
        "mine", "added",
    ]  # fmt: skip
    assert now["starter"].split() == (IMPORTS + ANSWER).split()
    assert now["text"] == "New words."
    for name in ("first", "text", "same", "gone", "mine"):
        assert theirs[name] in now.values(), name
    assert lesson.with_name("1.yours1.ipynb").read_bytes() == mine[0]
    assert other.read_bytes() == mine[1]
    assert read(course / "notebooks" / "2.ipynb") == NEW
    assert (course / "words.txt").read_text() == "new"
    assert (course / "words.yours1.txt").read_text() == "my words"
    assert "1.ipynb: 6 cells of yours stand in it" in said
    assert "3.ipynb: as you left it." in said
    assert said.endswith("\nClose JupyterLab and start it again.")
    assert "pip install" not in said
    nbformat.validate(nbformat.read(lesson, as_version=4))
    assert updated(course) == "You have the newest edition."


@pytest.mark.parametrize("ids", ["new", "none"])
def test_an_answer_comes_once_after_a_tool_that_wrote_other_ids(course, ids):
    """Tools such as nbstripout write new ids, and Colab none."""
    lesson = course / "notebooks" / "1.ipynb"
    write(lesson, OLD | {"starter": ANSWER, "mine": "A cell of my own."})
    made = nbformat.read(lesson, as_version=4)
    for number, cell in enumerate(made.cells):
        cell["id"] = str(number)
        if ids == "none":
            del cell["id"]
    made.nbformat_minor = 0 if ids == "none" else 5
    nbformat.write(made, lesson)
    assert "1.ipynb: 2 cells of yours stand in it" in updated(course)
    now = [*read(lesson).values()]
    assert len(now) == len(NEW) + 1
    assert now[1].split() == (IMPORTS + ANSWER).split()
    assert now.count("A cell of my own.") == 1


def test_a_lesson_that_was_only_run_leaves_no_copy(course):
    lesson = course / "notebooks" / "1.ipynb"
    ran = nbformat.read(lesson, as_version=4)
    ran.cells[1].execution_count = 7
    nbformat.write(ran, lesson)
    assert "1.ipynb: you had only run it" in updated(course)
    assert read(lesson) == NEW
    assert len(list(lesson.parent.iterdir())) == 3


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


def test_without_room_for_the_lesson_the_copy_is_whole(course, full_after):
    lesson = course / "notebooks" / "1.ipynb"
    write(lesson, OLD | {"starter": ANSWER})
    mine = lesson.read_bytes()
    full_after(1)
    assert "1.ipynb: not brought back, No space left" in updated(course)
    assert read(lesson) == NEW
    assert lesson.with_name("1.yours1.ipynb").read_bytes() == mine
    assert len(list(lesson.parent.iterdir())) == 4


def test_an_answer_to_another_exercise_takes_no_place(course):
    lesson = course / "notebooks" / "1.ipynb"
    other = ANSWER.replace("average", "centre")
    write(lesson, OLD | {"starter": other})
    assert "1.ipynb: 1 cell of yours stands in it" in updated(course)
    assert read(lesson) == NEW | {"yours-starter": other}


def test_of_a_page_that_is_gone_a_copy_stays(course):
    origin, name = course.with_name("origin"), "notebooks/2.ipynb"
    git(origin, "rm", name)
    git(origin, "commit", "-m", "newer")
    write(course / name, OLD | {"starter": ANSWER})
    said = "2.ipynb: the newest edition has no such page; your copy is 2.yours"
    assert said in updated(course)
    assert not (course / name).exists()
    copy = course / "notebooks" / "2.yours1.ipynb"
    assert read(copy)["starter"] == ANSWER


def test_a_notebook_that_cannot_be_read_is_kept_whole(course):
    lesson = course / "notebooks" / "1.ipynb"
    lesson.write_text("half a file {")
    earlier = lesson.with_name("1.yours1.ipynb")
    earlier.write_text("a copy of an earlier day")
    assert "1.ipynb: the newest edition's; your copy" in updated(course)
    assert read(lesson) == NEW
    assert earlier.read_text() == "a copy of an earlier day"
    kept = lesson.with_name("1.yours2.ipynb")
    assert kept.read_text() == "half a file {"


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
