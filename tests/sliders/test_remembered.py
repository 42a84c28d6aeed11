"""What a learner did in a panel is there again in the next run of its cell."""

import json
from contextlib import closing
from types import SimpleNamespace

import pytest

from course_lib.sliders import remembered
from course_lib.sliders.prediction import REVEAL, SKIP
from course_site.live import in_kernel
from course_tools.__main__ import main
from lesson_parts.layernorm import explorers


class GammaBeta(explorers.GammaBeta):
    """Asks, moves and remembers as that of lesson 05; drawn at once."""

    size = (1, 1)

    def draw(self, figure):
        """Draw one word."""
        axes = figure.subplots()
        axes.axis("off")  # ticks are most of the work
        return {"word": axes.text(0.5, 0.5, "")}

    def move(self, artists, now):
        """Write one number."""
        artists["word"].set_text(f"{now.gamma}")


WRONG = "reversing the order of the features"
RULE = [GammaBeta.question, *GammaBeta.choices]


@pytest.fixture
def lesson(monkeypatch, own_progress):
    """Show panels as a cell of lesson 05 does, each time in a new kernel."""
    made, cell = [], {"cellId": "sliders"}
    header = {"msg_id": "1", "session": "of this window"}
    parent = {"metadata": cell, "header": header, "content": {}}
    shell = SimpleNamespace(get_parent=lambda: parent)
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    monkeypatch.setenv("JPY_SESSION_NAME", "/home/a/05_layernorm.ipynb")

    def show(kind=GammaBeta, cell_id="sliders"):
        cell["cellId"] = cell_id
        if made:
            made[-1]._kept = SimpleNamespace(update=lambda *a, **more: None)
            made[-1]._keep()
            made[-1].close()
        made.append(kind())
        made[-1]._ipython_display_()
        return made[-1]

    yield show
    for each in made:
        each.close()


@pytest.mark.parametrize("pressed", [WRONG, SKIP, REVEAL, ""])
def test_a_panel_goes_on_where_it_was_left(lesson, pressed):
    first = lesson()
    assert first.prediction.finished is False
    first.prediction.press(pressed)
    first.set(gamma=0.0, moved="feature 1 alone")
    again = lesson()
    assert again.prediction.pressed == pressed
    assert again.prediction.finished is bool(pressed)
    assert again.values == {"gamma": 0, "beta": 0, "moved": "feature 1 alone"}
    assert again.text == first.text and again.text in str(again.fallback())
    for each in again.inputs.values():
        assert each.disabled is not bool(pressed)
    if pressed == WRONG:
        assert "Not quite." in again.prediction._said.value
    again.reset()
    assert lesson().values["gamma"] == 1


def test_another_cell_lesson_or_panel_has_its_own(lesson, monkeypatch):
    lesson().set(gamma=0.0)
    assert lesson(cell_id="other").values["gamma"] == 1
    monkeypatch.setenv("JPY_SESSION_NAME", "05_layernorm.yours1.ipynb")
    assert lesson().values["gamma"] == 1
    monkeypatch.setenv("JPY_SESSION_NAME", "05_layernorm.ipynb")
    assert lesson().values["gamma"] == 0


def test_what_does_not_fit_is_not_used(lesson):
    first = lesson()
    first.prediction.press(WRONG)
    lesson()
    (file,) = remembered.folder().iterdir()
    kept = json.loads(file.read_text("utf-8"))
    for change in (
        {"version": 2}, {"asked": ["Another question?"]}, {"values": []},
        {"pressed": None}, {"pressed": 3}, [],
    ):  # fmt: skip
        file.write_text(json.dumps(kept | change if change else []), "utf-8")
        assert remembered.recall(file, RULE) == {}, change
    for values in (
        {"delta": 1}, {"gamma": 99}, {"moved": 7}, {"gamma": "x"}
    ):  # fmt: skip
        file.write_text(json.dumps(kept | {"values": values}), "utf-8")
        with closing(GammaBeta()) as made:
            made._ipython_display_()
            assert made.prediction.finished
            assert made.values == first.values, values


def test_a_file_that_is_none_and_a_full_disk_cost_nothing(
    lesson, own_progress
):
    lesson()
    file = remembered.folder() / "05_layernorm.sliders.GammaBeta.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"\xff{")
    assert remembered.recall(file, RULE) == {}
    assert lesson().values["gamma"] == 1
    assert remembered.recall(file.parent, RULE) == {}
    blocked = own_progress.parent / "file"
    blocked.write_text("")
    remembered.keep(blocked / "a.json", RULE, "", {})


def test_nothing_is_kept_when_it_is_switched_off(lesson, monkeypatch):
    monkeypatch.setenv("COURSE_PROGRESS", "off")
    lesson().set(gamma=0.0)
    assert lesson().values["gamma"] == 1
    assert remembered.folder() is None and remembered.forget() is False


def test_all_can_be_forgotten(lesson, capsys):
    lesson().prediction.press(WRONG)
    lesson(cell_id="other")
    assert main(["forget"]) == 0 and main(["forget"]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "Every panel asks again.",
        "Nothing was kept.",
    ]


def test_a_panel_of_a_file_is_written_into_its_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(in_kernel, "HOME", tmp_path)
    monkeypatch.setenv("COURSE_PROGRESS", str(tmp_path / "progress.jsonl"))
    for name in ("../outside.json", "a.json"):
        record = {"kind": "panel", "name": name, "value": "{}"}
        in_kernel.write_panels([record])
    assert [*tmp_path.iterdir()] == [remembered.folder()]
    assert {each.name for each in remembered.folder().iterdir()} == {
        "outside.json", "a.json"
    }  # fmt: skip
