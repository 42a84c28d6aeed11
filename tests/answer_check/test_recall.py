"""Questions that come back, with a clock that the test moves."""

import json
from datetime import date
from types import SimpleNamespace

import numpy as np
import pytest
from ipywidgets import Button

from answer_check import check, progress, recall
from answer_check.exercise import every, find
from answer_check.judging.judge import judge
from answer_check.question import Question
from answer_check.recall_card import RecallCard
from course_tools.__main__ import main
from derivation_check.show import derive
from lesson_parts.start import installation

DAY = 86_400 * 10**9
NOON = 1_790_000_000 * 10**9
TOMORROW = recall.for_tomorrow()


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Let a test set the time: ``clock.now``, in nanoseconds."""
    found = SimpleNamespace(now=NOON)

    class Date(date):
        @classmethod
        def today(cls):
            return date.fromtimestamp(found.now / 1e9)

    monkeypatch.setattr(progress.time, "time_ns", lambda: found.now)
    monkeypatch.setattr(progress.datetime, "date", Date)
    monkeypatch.setattr(recall, "date", Date)
    return found


@pytest.fixture
def shown(monkeypatch):
    """Run a page's first cell; return the cards that it shows."""

    def run():
        cards = []
        monkeypatch.setattr("answer_check.recall_card.display", cards.append)
        monkeypatch.setattr(installation, "get_ipython", lambda: True)
        installation.find_the_course()
        return cards

    return run


def missed(name="panel GammaBeta"):
    progress.note("wrong", name, mistakes=["wrong"])


def due(most=3):
    return [each.name for each in recall.due(most).asked]


def answer(right):
    """Answer the first question that is due, rightly or wrongly."""
    card = RecallCard(recall.due())
    asked = card.now.question
    card.answer(asked.right if right else min(asked.wrong))
    return card


def days_asked(clock, answers):
    """Answer each time on the first day that asks; return these days."""
    days = []
    for day in range(1, 40):
        clock.now = NOON + day * DAY
        if due():
            days.append(day)
            answer(answers[len(days) - 1])
    return days


@pytest.mark.parametrize(
    "answers, days",
    [
        ([True, True], [1, 4]),
        ([False, True, True], [1, 4, 11]),
        ([True, False, True, True], [1, 4, 11, 18]),
    ],
)
def test_after_one_three_and_seven_days_until_two_are_right(
    clock, answers, days
):
    missed()
    assert due() == []
    assert days_asked(clock, answers) == days
    assert recall.summary() == ""
    missed()  # again, and it comes again
    clock.now += DAY
    assert due() == ["panel GammaBeta"]


def test_what_is_missed_anywhere_comes_back(clock, said):
    mistake = find("layer_norm").listed[0]
    check(mistake.function, "layer_norm")
    check("a", "which_pair")
    derive("move", "mean(u)′ = 1")
    missed()
    clock.now += DAY
    assert due(9) == ["panel GammaBeta", "which_pair"]  # the others are open
    clock.now -= DAY
    for name in "layer_norm", "derivation move":
        progress.remember(name, "source")
    clock.now += DAY
    asked = {each.name: each for each in recall.due(9).asked}
    assert len(asked) == 5  # with a question for tomorrow
    wrong = asked["layer_norm"]
    made = find("layer_norm").source.made(wrong.code)
    assert mistake.message in judge(made, find("layer_norm")).message
    assert mistake.message in wrong.question.statement
    choice = f"{asked['derivation move'].question.right}) mean(u)′ = 1"
    assert choice in asked["derivation move"].question.statement


def test_a_day_asks_three_and_who_wants_none_is_left_alone(clock, shown):
    for name in "GammaBeta", "DepthAndGain", "Bends", "SharedAxes", "LeaveOut":
        missed(f"panel {name}")
    assert shown() == []
    clock.now += DAY
    (card,) = shown()
    for _ in range(3):
        card.answer(card.now.question.right)
        card._ask()
    assert "all for today" in card.shown.value and not card.answers.children
    assert shown() == []  # on no other page either
    clock.now += DAY
    (card,) = shown()
    assert card.of == 2 and card.fallback() == {"text/plain": ""}
    card.later.click()
    assert shown() == []
    clock.now += DAY
    assert len(shown()) == 1


def test_a_card_is_used_by_its_buttons(clock):
    progress.remember("standardize", "source")
    clock.now += DAY
    card = RecallCard(recall.due())
    buttons = [b for b in card.answers.children if isinstance(b, Button)]
    buttons[0].click()
    assert "Right" in card.told.value and not card.answers.children
    card.next.click()
    field, button = card.answers.children
    for typed in "", "six":
        field.value = typed
        button.click()
        assert "Answer with a number" in card.told.value
    field.value = "12/2"
    button.click()
    assert "9 · 4" in card.told.value
    assert len(progress.own_journal().asked) == 2


def test_two_tabs_count_once(clock):
    missed()
    clock.now += DAY
    first, second = (RecallCard(recall.due()) for _ in range(2))
    for card in first, second:
        card.answer(card.now.question.right)
    clock.now += 3 * DAY
    assert due() == ["panel GammaBeta"]


def test_a_bad_journal_is_told_and_stays(clock, own_progress, shown, capsys):
    missed()
    missed("panel NoSuch")
    progress.note("wrong", "no_such_exercise", mistakes=["What it was."])
    far = {"event": "wrong", "exercise": "panel Bends", "on": "x",
           "at": 10**40, "mistakes": []}  # fmt: skip
    nobody = far | {"exercise": None}
    with own_progress.open("a") as file:
        file.write(f"{json.dumps(far)}\n{json.dumps(nobody)}\nhalf of a li\n")
    before = own_progress.read_bytes()
    clock.now += DAY
    (card,) = shown()
    told = card.children[-1].value
    assert "no_such_exercise" in told and "panel NoSuch" in told
    assert "1 line" in told and card.now.name == "panel Bends"
    assert main(["progress"]) == 0
    printed = capsys.readouterr().out
    assert "Due again: 2 questions" in printed and "panel NoSuch" in printed
    assert own_progress.read_bytes() == before
    own_progress.write_text("not a journal")
    (card,) = shown()
    assert "cannot be used" in card.children[-1].value and not card.left
    own_progress.unlink()
    assert shown() == []


def test_every_question_for_tomorrow_can_be_answered():
    for name, told in TOMORROW.items():
        asked = recall.from_file(name, told)
        for right in (asked.right, *asked.accept):
            assert asked.verdict(right).passed, (name, right)
        for key in asked.wrong:
            wrong = np.mean(key) if asked.factor else key
            assert asked.verdict(wrong).mistakes, (name, key)


def test_most_mistakes_of_every_exercise_can_be_asked():
    for exercise in every():
        listed = {m.message for m in getattr(exercise, "listed", ())}
        made = [m for m in listed if isinstance(exercise, Question)
                or recall.about(exercise, m)]  # fmt: skip
        assert 2 * len(made) > len(listed), exercise.name
