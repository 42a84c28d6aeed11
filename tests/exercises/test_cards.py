"""The card and the printed words."""

import io
import re
from contextlib import redirect_stdout

import numpy as np
import pytest
from ipywidgets.widgets.widget import _instances

from course_lib import teaching
from course_lib.exercises import (
    ProgressPanel,
    card,
    check,
    hint,
    progress,
    solution,
)
from course_lib.exercises.exercise import find


@pytest.fixture(autouse=True)
def switch_off(monkeypatch):
    monkeypatch.setenv("COURSE_TEACHER", "")


@pytest.fixture
def layer_norm_card():
    made = card("layer_norm")
    yield made
    made.close()


def layer_norm(x, gamma, beta, eps):
    y = x - x.mean(-1, keepdims=True)
    return gamma * y / np.sqrt((y * y).mean(-1, keepdims=True) + eps) + beta


def printed(function, *args):
    out = io.StringIO()
    with redirect_stdout(out):
        function(*args)
    return out.getvalue()


def test_hints_come_one_by_one(layer_norm_card):
    made, hints = layer_norm_card, find("layer_norm").hints
    assert "Hint 1" not in made.panel.value
    for number in (1, 2, 3):
        assert made.hint_button.description == f"Hint {number} of 3"
        made.hint_button.click()
        assert f"<b>Hint {number}.</b>" in made.panel.value
    assert made.hint_button.disabled
    assert made.panel.value.count("<p>") == len(hints)


def test_solution_is_shown_on_request_and_put_away(layer_norm_card):
    made = layer_norm_card
    assert "def layer_norm" not in made.panel.value
    made.solution_button.click()
    assert "def layer_norm" in made.panel.value
    assert made.solution_button.description == "Hide solution"
    made.solution_button.click()
    assert "def layer_norm" not in made.panel.value


def test_state_follows_the_checks(layer_norm_card):
    def untouched(x, gamma, beta, eps):
        raise NotImplementedError

    made = layer_norm_card
    assert "Not started yet." in made.state.value
    printed(check, lambda x, gamma, beta, eps: x, "layer_norm")
    assert "Not yet." in made.state.value
    printed(check, layer_norm)
    assert "Done." in made.state.value
    printed(check, untouched, "layer_norm")
    assert re.search(r"Done on \d{4}-\d\d-\d\d\.", made.state.value)
    again = card("layer_norm")
    assert "Done on" in again.state.value
    again.close()


def test_words_are_the_same_whatever_is_remembered(layer_norm_card):
    """A fresh notebook prints one thing for everybody."""
    bundle = layer_norm_card.fallback()
    panel = ProgressPanel()
    words = panel.fallback()["text/plain"]
    printed(check, layer_norm)
    again, panel_again = card("layer_norm"), ProgressPanel()
    for kind in ("text/plain", "text/html"):
        assert again.fallback()[kind] == bundle[kind]
    assert panel_again.fallback()["text/plain"] == words
    said = panel_again.lines.value
    assert "1 of" in said
    assert "<div>done: <code>layer_norm</code>" in said
    assert "Next: <code>" in said.split("</b>")[1][:20]
    assert find("layer_norm").statement.split(".")[0] in bundle["text/plain"]
    for each in (again, panel, panel_again):
        each.close()


def test_starter_is_not_started_though_it_was_done_before():
    progress.remember("layer_norm", None)
    namespace = {"np": np}
    exec(find("layer_norm").starter, namespace)
    said = printed(check, namespace["layer_norm"])
    assert said.startswith("Not started yet.")


def test_closed_card_leaves_nothing():
    before = dict(_instances)
    made = card("layer_norm")
    assert len(_instances) > len(before) + 10
    made.close()
    assert _instances == before
    printed(check, layer_norm)  # no card is left to tell


def test_teacher_shows_and_hides_solutions():
    teaching.switch("show")
    shown = card("layer_norm")
    assert "def layer_norm" in shown.panel.value
    teaching.switch("hide")
    hidden = card("layer_norm")
    assert hidden.solution_button.layout.display == "none"
    assert "def layer_norm" not in hidden.panel.value
    assert "hidden by the teacher" in printed(solution, "layer_norm")
    assert printed(hint, "layer_norm", 2).startswith("Hint 2 of 2. ")
    assert "hidden by the teacher" in printed(hint, "layer_norm", 3)
    for _ in range(3):
        hidden.hint_button.click()
    assert "Hint 2." in hidden.panel.value
    assert "Hint 3." not in hidden.panel.value
    teaching.switch("off")
    assert printed(solution, "layer_norm").startswith("def layer_norm")
    shown.close()
    hidden.close()


def test_hints_in_a_terminal():
    assert printed(hint, "layer_norm").startswith("Hint 1 of 3. ")
    assert "gamma multiplies x̂ alone" in " ".join(
        printed(hint, "layer_norm", 3).split()
    )
    with pytest.raises(ValueError, match="1, 2 and 3, not 4"):
        hint("layer_norm", 4)


@pytest.mark.parametrize(
    "given, words",
    [
        (3, "without brackets"),
        (np.zeros(3), "without brackets"),
        (lambda x: x, "no exercise called '<lambda>'"),
        (find("layer_norm").reference, "the course's own function"),
    ],
)
def test_check_of_something_else(given, words):
    assert words in printed(check, given)


def test_close_name_is_suggested():
    def layernorm(x):
        return x

    assert "Did you mean layer_norm" in " ".join(
        printed(check, layernorm).split()
    )


def test_lines_are_short_and_prints_are_few():
    def noisy(x, gamma, beta, eps):
        for i in range(30):
            print("line", i)
        return layer_norm(x, gamma, beta, eps)

    said = printed(check, noisy, "layer_norm")
    assert max(map(len, said.split("\n"))) <= 79
    assert "    line 7\n    … and 22 more lines\n" in said


def test_nothing_is_marked_by_colour_alone(layer_norm_card):
    words = re.sub("<[^>]+>", "", layer_norm_card.state.value)
    assert words == "Not started yet."
