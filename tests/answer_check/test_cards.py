"""The card and the printed words."""

import re

import numpy as np
import pytest
from ipywidgets.widgets.widget import _instances

from answer_check import (
    ProgressPanel,
    card,
    check,
    hint,
    solution,
    teacher,
)
from answer_check.exercise import find
from learner import plain

EXERCISE = find("layer_norm")


@pytest.fixture
def made():
    panel = card("layer_norm")
    yield panel
    panel.close()


def words(widget):
    """Read a widget; nothing is marked by a colour alone."""
    return plain(widget.value)


def lines(panel):
    """Return what the panel of progress shows, as HTML."""
    (output,) = panel.lines.outputs
    return output["data"]["text/html"]


def test_the_panel_of_progress_links_to_the_lessons(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in "05_layernorm.ipynb", "05_layernorm.yours1.ipynb":
        (tmp_path / name).write_text("")
    panel = ProgressPanel()
    links = re.findall('<a href="(.*?)".*?>(.*?)</a>', lines(panel))
    assert links == [("05_layernorm.ipynb", "05 layernorm")]
    assert "layer norm backward" in plain(lines(panel))
    panel.close()


def test_hints_come_one_by_one(made):
    assert made.panel.layout.display == "none"
    for number in (1, 2, 3):
        assert made.hint_button.description == f"Hint {number} of 3"
        assert not made.hint_button.disabled
        made.hint_button.click()
        assert f"<summary>Hint {number}</summary>" in made.panel.value
        assert made.panel.value.count("<details open>") == number
        assert made.panel.value.count("<p>") == number
    assert made.hint_button.disabled and made.panel.layout.display is None


def test_solution_is_a_step_further_away_before_a_try(made, said, solved):
    def click(described, shown):
        assert made.solution_button.description == described
        assert ("def layer_norm" in words(made.panel)) == shown
        made.solution_button.click()

    click("Show solution", False)
    assert "Try it first" in words(made.panel)
    click("Show it anyway", False)
    click("Hide solution", True)
    said(check, lambda x, gamma, beta, eps: x, "layer_norm")
    click("Show solution", False)
    assert "def layer_norm" in words(made.panel)  # at the first click
    said(check, solved("layer_norm"))
    click("Show solution", False)  # "Right." has put it away


def test_state_follows_the_checks(made, said, cell, solved):
    def state():
        return words(made.state), made.layout.border_left

    untouched = cell(EXERCISE.starter)["layer_norm"]
    before = state()
    assert before[0] == "○ Not started yet."
    said(check, lambda x, gamma, beta, eps: x, "layer_norm")
    wrong = state()
    assert wrong[0] == "✗ Not yet."
    said(check, solved("layer_norm"))
    right = state()
    assert right[0] == "✓ Done."
    assert len({colour for _, colour in (before, wrong, right)}) == 3
    assert said(check, untouched).startswith("Not started yet.")
    assert re.fullmatch(r"✓ Done on \d{4}-\d\d-\d\d\.", state()[0])
    again = card("layer_norm")
    assert again.state.value == made.state.value
    again.solution_button.click()  # whoever solved it is asked no more
    assert "def layer_norm" in words(again.panel)
    again.close()


def test_words_are_the_same_whatever_is_remembered(made, said, solved):
    """A fresh notebook prints one thing for everybody."""
    panel = ProgressPanel()
    before = made.fallback(), panel.fallback()
    assert EXERCISE.statement.split(".")[0] in before[0]["text/plain"]
    said(check, solved("layer_norm"))
    again = card("layer_norm")
    assert (again.fallback(), panel.fallback()) == before
    assert "0 of" in lines(panel)
    panel.children[-1].click()
    for told in "1 of", "✓ done: layer norm○ open", "Next: average in lesson":
        assert told in plain(lines(panel))
    bars = re.findall(r"<progress max=\d+ value=(\d+)", lines(panel))
    assert sum(map(int, bars)) == 1
    for each in (again, panel):
        each.close()


def test_closed_card_leaves_nothing(said, solved):
    before = dict(_instances)
    made = card("layer_norm")
    assert len(_instances) > len(before) + 10
    made.close()
    assert _instances == before
    said(check, solved("layer_norm"))  # no card is left to tell


def test_teacher_shows_and_hides_solutions(said):
    teacher.switch("show")
    shown = card("layer_norm")
    assert "def layer_norm" in words(shown.panel)
    teacher.switch("hide")
    hidden = card("layer_norm")
    hidden.solution_button.click()
    for _ in range(3):
        hidden.hint_button.click()
    assert hidden.solution_button.layout.display == "none"
    for told, there in (("def layer", 0), ("Hint 2", 1), ("Hint 3", 0)):
        assert (told in words(hidden.panel)) == there
    by_the_teacher = "is hidden by the teacher's switch."
    assert said(solution, "layer_norm") == f"The solution {by_the_teacher}"
    assert said(hint, "layer_norm", 2).startswith("Hint 2 of 2. ")
    assert said(hint, "layer_norm", 3) == f"The last hint {by_the_teacher}"
    teacher.switch("off")
    assert said(solution, "layer_norm").startswith("def layer_norm")
    shown.close()
    hidden.close()


def test_the_teachers_switch():
    for to, solutions in (("off", "ask"), ("1", "ask"), ("show", "show"),
                          ("hide", "hide"), ("off", "ask")):  # fmt: skip
        teacher.switch(to)
        assert teacher.solutions() == solutions
        # Predictions and the first hints are for learners: hide leaves them.
        assert teacher.unlocked() == (to in ("1", "show"))
        assert teacher.hints(3) == (2 if to == "hide" else 3)
    with pytest.raises(ValueError, match="'maybe'"):
        teacher.switch("maybe")


def test_hints_in_a_terminal(said):
    assert said(hint, "layer_norm").startswith("Hint 1 of 3. ")
    assert "gamma multiplies x̂ alone" in said(hint, "layer_norm", 3)
    with pytest.raises(ValueError, match="1 to 3, not 4"):
        hint("layer_norm", 4)


@pytest.mark.parametrize(
    "given, words",
    [
        (3, "without brackets"),
        (np.zeros(3), "without brackets"),
        (lambda x: x, "no exercise called '<lambda>'"),
        (EXERCISE.reference, "the course's own function"),
        (np.linalg.norm, "Did you mean rms_norm?"),
    ],
)
def test_check_of_something_else(given, words, said):
    assert words in said(check, given)


def test_a_copy_of_the_solution_is_an_answer(cell, said):
    """Even if it stands in the line where the course's own stands."""
    exercise = find("average")
    above = exercise.reference.__code__.co_firstlineno - 1
    copy = cell("\n" * above + exercise.solution)["average"]
    assert copy.__code__ == exercise.reference.__code__
    assert said(check, copy).startswith("Right.")
