"""Which questions come back, when, and what they ask.

What was missed comes back after one, three and seven days: a panel's
prediction, a question, and a mistake in an exercise or a derivation that is
done by now. So do a lesson's questions for tomorrow, the files recall.toml,
once the exercise that each names is done. Two right answers in a row retire
a question. All of it follows from the learner's journal and the day.
"""

import tomllib
import zlib
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from answer_check import progress, registry
from answer_check.exercise import find
from answer_check.question import Question, of_choices

DAYS = 1, 3, 7  # after what was missed, and after each time it was asked
ENOUGH = 2  # right answers in a row
MOST = 3  # questions on a card
AHEAD = "The clock was set back: some of these may come early."
GONE = (
    "This edition of the course has no question any more about {}; your "
    "journal keeps what it says."
)


@dataclass
class Asked:
    """A question that is due: its key in the journal, and what it asks."""

    name: str
    mistake: str
    question: Question
    code: str = ""


@dataclass
class Due:
    """The first questions that are due, and what else there is to say.

    ``count`` are all that are due, ``remarks`` sentences about the journal.
    """

    asked: list
    count: int
    remarks: list


def due(most=MOST):
    """Return what is due today, as `Due`; the oldest comes first.

    No more are asked on a day, however many lessons are opened, and none
    where the learner put them off.
    """
    today, journal, found = date.today(), _journal(), []
    answers = journal.asked
    for item, met in _items(journal).items():
        last, wait = _state(met, answers.get(item, {}))
        if wait and not 0 <= (today - last).days < wait:
            found.append((last, item))
    days = [{on for on, _ in each.values()} for each in answers.values()]
    most -= sum(f"{today}" in each for each in days)
    if f"{today}" in journal.put_off:
        most = 0
    asked, gone, count = [], [], 0
    for _, (name, mistake) in sorted(found):
        try:
            made = _made(name, mistake, journal.done)
        except LookupError:
            gone.append(name)
            continue
        count += made is not None
        fresh = name not in [each.name for each in asked]
        if made and fresh and len(asked) < most:
            asked.append(Asked(name, mistake, *made))
    told = [progress.trouble(), GONE.format(", ".join(gone)) if gone else ""]
    told += [AHEAD] if any(last > today for last, _ in found) else []
    return Due(asked, count, [each for each in told if each])


def summary():
    """Say what is due, and remarks other than the journal's trouble."""
    found = due()
    said = [each for each in found.remarks if each != progress.trouble()]
    if found.count:
        count = f"{found.count} question{'s' * (found.count > 1)}"
        said = [f"Due again: {count}. The first cell of a lesson asks.", *said]
    return " ".join(said)


def lost():
    """Whether there should be a journal, and none can be used."""
    return bool(progress.path()) and _journal().file is None


def _journal():
    with suppress(OSError):  # `trouble` says so
        return progress.own_journal()
    return progress.Journal(None)


def _day(at):
    """Return the day of a time in the journal, or the first day there is."""
    with suppress(ValueError, OverflowError, OSError):
        return date.fromtimestamp(at / 1e9)
    return date.min


def _items(journal):
    """Return ``{(name, mistake): when it was missed or met}``."""
    done, items = journal.done_at, {}
    for (name, mistake), at in journal.wrong_at.items():
        kind = name.split(" ")[0]
        if kind == "panel" or not mistake:
            mistake = ""  # one question, whatever was chosen
        elif kind == "derivation" and name not in done:
            continue  # its card is still open
        items[name, mistake] = max(at, items.get((name, mistake), 0))
    for name, told in for_tomorrow().items():
        if told["after"] in done:
            items[f"question {name}", ""] = done[told["after"]]
    return items


def _state(met, asked):
    """Return the last day of an item, and how many days it waits from then.

    None of them if it is retired. Of the answers of one day the first counts,
    so that two tabs do not answer twice.
    """
    answers = {}
    for at, (on, right) in sorted(asked.items()):
        if at > met:
            answers.setdefault(on, right)
    if [*answers.values()][-ENOUGH:] == [True] * ENOUGH:
        return None, 0
    last = _day(met)
    with suppress(IndexError, ValueError):  # it has not been asked yet
        last = date.fromisoformat([*answers][-1])
    return last, DAYS[min(len(answers), len(DAYS) - 1)]


def for_tomorrow():
    """Return the questions for tomorrow of all lessons, by name."""
    folders = map(Path, registry.course().folders)
    return {
        name: told
        for folder in folders
        for file in sorted(folder.glob("*/recall.toml"))
        for name, told in tomllib.loads(file.read_text("utf-8")).items()
    }


def _made(name, mistake, done):
    """Return a question and its code; None where there is nothing to ask.

    Raises LookupError if this edition does not have it.
    """
    kind, _, rest = name.partition(" ")
    if kind == "question":
        return from_file(rest, for_tomorrow()[rest]), ""
    if rest:
        made = registry.course().recall[kind](rest, mistake)
        return made and (made, "")
    exercise = find(name)
    if isinstance(exercise, Question):
        return None if mistake else (exercise, "")
    return about(exercise, mistake) if mistake and name in done else None


def from_file(name, told):
    """Make the question of a table in recall.toml."""
    lesson, right = find(told["after"]).lesson, told["right"]
    wrong, more = told["wrong"], {}
    if isinstance(right, str) and "accept" not in told:
        choices = {right: told["why"], **wrong}
        return of_choices(name, lesson, told["ask"], choices, right)
    if not isinstance(right, str):
        more = {"factor": told["factor"]}
        wrong = {(*map(float, k.split(" to ")),): v for k, v in wrong.items()}
    return Question(
        name=name, lesson=lesson, statement=told["ask"], right=right,
        wrong=wrong, why=told["why"], hints=(), **more,
        accept=told.get("accept", ()),
    )  # fmt: skip


def about(exercise, message):
    """Ask which mistake some code makes, or why a mistake is one.

    Return the question and the code, or None if there is none to ask.
    """
    name = exercise.name
    meant = [m for m in exercise.listed if m.message == message]
    if not meant:
        raise LookupError(name)
    mistake = next((m for m in meant if m.edits), meant[0])
    if mistake.edits:
        code = exercise.source.applied(mistake.edits)
        ask = f"What is wrong with this answer to `{name}`?"
    else:
        code = ""
        ask = f"`{name}`: “{message}” Why is that wrong?"
    one, other = ("message", "why") if code else ("why", "message")
    said = {
        getattr(m, one): getattr(m, other)
        for m in exercise.listed if m.message != message
    }  # fmt: skip
    said.pop("", None)
    right = getattr(mistake, one)
    others = [text for text in said if text != right]
    others.sort(key=lambda text: zlib.crc32((message + text).encode()))
    if not right or len(others) < 2:
        return None
    choices = {text: "That is another mistake." for text in others[:2]}
    choices[right] = getattr(mistake, other)
    return of_choices(name, exercise.lesson, ask, choices, right), code
