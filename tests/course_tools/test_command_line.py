"""``python -m course_tools``: the sheets, what is done, the errors."""

import re
from pathlib import Path

import pytest

import answer_check
from answer_check import progress, teacher
from answer_check.exercise import every, find, names
from answer_check.widgets.html import inline
from course_tools.__main__ import main
from course_tools.sheets import sheet


def test_a_class_gets_room_and_the_teacher_the_rest():
    for_class, for_teacher = sheet(every()), sheet(every(), teacher=True)
    for page in (for_class, for_teacher):
        assert page.count("<article>") == len(names())
        assert all(f"<h1>{name}</h1>" in page for name in names())
    assert for_class.count('class="room"') == len(names())
    assert "<h2>" not in for_class and 'class="room"' not in for_teacher
    one = find("layer_norm")
    assert sheet([one]).count("def layer_norm") == 1  # the starter
    assert sheet([one], teacher=True).count("def layer_norm") == 2
    for mistake in one.listed:
        assert mistake.message not in sheet([one])
    tags = "html|head|meta|title|style|body|article|h1|h2|p|ul|ol|li|b|pre"
    tags = rf"</?({tags}|code)\b[^<>]*>|<!DOCTYPE html>"
    assert "<" not in re.sub(tags, "", for_teacher)  # what is no tag is told


@pytest.mark.parametrize("lesson", ["5", "05"])
def test_the_sheets_of_a_lesson(lesson, tmp_path, said):
    out, number = tmp_path / "sheet.html", len(every("05"))
    words = said(main, ["sheet", "--lesson", lesson, "-o", str(out)])
    assert f"{number} exercises" in words
    assert out.read_text(encoding="utf-8").count("<article>") == number


@pytest.mark.parametrize(
    "words, name",
    [
        ("--quiz before", "quiz_before"), ("--quiz after", "quiz_after"),
        ("--lesson 5", "lesson_05"), ("layer_norm", "sheet"),
        ("", "exercises"),
    ],
)  # fmt: skip
def test_a_sheet_is_named_after_what_it_holds(
    words, name, tmp_path, monkeypatch, said
):
    """So none is written over another, nor the teacher's over the class's."""
    monkeypatch.chdir(tmp_path)
    assert f"{name}.html" in said(main, ["sheet", *words.split()])
    said(main, ["sheet", *words.split(), "--teacher"])
    made = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert made.keys() == {f"{name}.html", f"{name}_teacher.html"}
    assert made[f"{name}.html"] != made[f"{name}_teacher.html"]


def test_a_mistake_stands_once_on_the_teachers_sheet():
    """Though several slips have the same text."""
    several = 0
    for exercise in every():
        texts = [inline(each.why, each.message) for each in exercise.listed]
        several += len(texts) > len({*texts})
        page = sheet([exercise], teacher=True)
        listed = page.split('<ul class="mistakes">')[1].split("</ul>")[0]
        assert listed.count("<li>") == len({*texts}), exercise.name
    assert several


def test_the_teachers_line_of_the_readme_runs(monkeypatch):
    monkeypatch.setenv("COURSE_TEACHER", "")
    readme = Path(answer_check.__file__).with_name("README.md")
    (line,) = re.findall(r"`([^`]+switch\([^`]+)`", readme.read_text("utf-8"))
    exec(line, {})
    assert teacher.unlocked() and teacher.solutions() == "show"


def test_progress_and_reset(said, own_progress):
    progress.remember("layer_norm", None)
    progress.remember("average", None)
    assert "2 of" in said(main, ["progress"])
    assert "Forgotten." in said(main, ["reset", "layer_norm"])
    assert set(progress.done()) == {"average"}
    progress.note("wrong", "centre", mistakes=[])
    assert "Nothing was kept." in said(main, ["reset", "rms_norm"])
    assert "Forgotten." in said(main, ["reset", "centre"])
    assert f"{own_progress} still holds" in said(main, ["reset"])
    assert progress.kept() == ({}, {})
    assert "Nothing was kept." in said(main, ["reset"])


def test_errors_say_what_was_not_possible(tmp_path, capsys, monkeypatch, said):
    nowhere = str(tmp_path / "nofolder" / "x.html")
    wrong = {
        ("sheet", "nothing"): "no exercise called 'nothing'",
        ("sheet", "--lesson", "99"): "Lesson '99' has no exercises.",
        ("sheet", "-o", nowhere): "nofolder/x.html cannot be written: No such",
        ("sheet", "-o", str(tmp_path)): " is a folder. Name a file.",
        ("reset", "nothing"): "no exercise called 'nothing'",
    }
    for command, words in wrong.items():
        assert main([*command]) == 1
        assert words in capsys.readouterr().err
    monkeypatch.setenv("COURSE_PROGRESS", str(tmp_path))
    for command in ("progress", "reset"):
        text = said(main, [command])
        assert "cannot be used (it is not an ordinary file)" in text


def test_a_place_lost_meanwhile_is_said(own_progress, capsys, monkeypatch):
    progress.remember("average", None)

    def full(*_, mode):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(progress.os, "open", full)
    assert main(["reset"]) == 1
    said = capsys.readouterr().err
    assert f"{own_progress} cannot be written: No space left" in said
    assert set(progress.done()) == {"average"}
