"""The teaching notes name only what is there, and fit on a page."""

import re
from collections import namedtuple
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import nbformat
import numpy as np
import pytest

from course_lib.book.__main__ import for_teachers
from course_lib.book.in_order import explorers
from course_lib.book.notebook_page import called
from course_lib.exercises.exercise import every
from course_lib.layers import LayerNorm

TOP = Path(__file__).parents[2]
LESSONS = [path.stem for path in sorted(TOP.glob("notebooks/[0-9]*.ipynb"))]
PAGES = for_teachers()
SECTIONS = [
    "What they believe", "Fifty minutes", "Three votes", "On the board",
    "When time is short", "Home work",
]  # fmt: skip
WORDS = 450
SECTION = re.compile(r"\((?:\.\./)+(\w+)\.ipynb#([^)]+)\)")
NAME = re.compile(r"`([^`]+)`")
# Such numbers come from a run: 2.35, 1,197, 512, 10⁸, 4·10⁸ and 1/32, but
# not 5. A fraction is one number.
FIGURE = r"\d+(?:[.,]\d+)+|\d{3,}"
FRACTION = r"(?<![\w/.])\d+/\d+(?![\w/])"
NUMBER = re.compile(
    rf"{FRACTION}|(?:(?:{FIGURE}|\d+) ?[·×] ?)?\d+⁻?[⁰¹²³⁴-⁹]+|{FIGURE}"
)


Place = namedtuple("Place", "at, headings, folded")


@cache
def cells(lesson):
    path = TOP / "notebooks" / f"{lesson}.ipynb"
    return nbformat.read(path, as_version=4).cells


@cache
def named(lesson):
    """Return the places of a lesson's cells, cards and panels, by name."""
    found, above = {}, []
    for at, cell in enumerate(cells(lesson)):
        if cell.cell_type == "markdown":
            for marks, words in re.findall(r"^(#+) (.+)$", cell.source, re.M):
                above = [*above[: len(marks) - 1], words.replace(" ", "-")]
        call, text = called(cell)
        names = {text} if call == "card" else {call} & set(explorers())
        folded = "outputs_hidden" in cell.metadata.get("jupyter", {})
        for name in {cell.id, *names}:
            found[name] = Place(at, tuple(above), folded)
    return found


@cache
def exercises(lesson):
    return {each.name: each for each in every(lesson[:2])}


@cache
def numbers(lesson):
    """Return the numbers that a lesson, its exercises and panels show."""
    outputs = [o for c in cells(lesson) for o in c.get("outputs", ())]
    texts = [o.get("text") or o.data["text/plain"] for o in outputs]
    texts += [cell.source for cell in cells(lesson)]
    for kind in map(explorers().get, set(named(lesson)) & set(explorers())):
        texts += [kind.task, kind.question, *kind.choices.values()]
    return set(NUMBER.findall("\n".join(texts)))


def unknown(lesson, text):
    """Say what is named and is no cell, exercise or panel of the lesson."""
    for name in set(NAME.findall(text)) - {*named(lesson), *exercises(lesson)}:
        yield f"{name} is no cell, exercise or explorer of {lesson}"
    for number in set(NUMBER.findall(text)) - numbers(lesson):
        yield f"{number} is not a number of {lesson}"


def plans(text):
    """Return the rows of each plan: from, to, sections, names, words."""
    for plan in re.findall(r"(?:^\| \d+–\d+ \|.+\n)+", text, re.M):
        yield [
            (int(a), int(b), SECTION.findall(row), NAME.findall(row), row)
            for a, b, row in re.findall(r"\| (\d+)–(\d+) \|(.+)", plan)
        ]


def clock(plan):
    """Say that a plan does not go from minute 0 to minute 50."""
    starts, ends, *_ = zip(*plan)
    if (0, *ends) != (*starts, 50) or list(starts) != sorted(starts):
        yield f"not minute by minute from 0 to 50: {starts} {ends}"


def course(plan):
    """Say which row names what its sections do not hold, or hold earlier.

    A teacher runs all cells above the next one: no answer may be among them.
    """
    last = {}
    for *_, sections, names, row in plan:
        there = {
            name: (lesson, place)
            for lesson, heading in sections
            for name, place in named(lesson).items()
            if unquote(heading) in place.headings
        }
        for name in names:
            if name not in there:
                yield f"{name} does not stand below the headings of its row"
                continue
            lesson, place = there[name]
            if place.at < last.get(lesson, 0):
                yield f"{name} stands above the cell before it"
            last[lesson] = place.at
            guess = rf"[aA] guess,(?: on paper,)? `{name}`"
            if not place.folded and re.search(guess, row):
                yield f"{name} is no answer to a prediction"


COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
EACH = re.compile(r"(\w+) \w+ of `[\w-]+`, (\w+) minutes? each")


def minutes(lesson, text):
    """Say which minutes that are named in words are not those of the plan."""
    rows = [row for plan in plans(text) for row in plan]
    named = 0
    for at in re.findall(r"End the exercise at minute (\d+)", text):
        ends = [names for _, end, _, names, _ in rows if end == int(at)]
        if not any({*names} & {*exercises(lesson)} for names in ends):
            yield f"no row with an exercise ends at minute {at}"
        named += 1
    for start, end, _, _, row in rows:
        for count, each in EACH.findall(row):
            if COUNTS.get(count, 0) * COUNTS.get(each, 0) != end - start:
                yield f"{count} by {each} are not {start}–{end}: {row}"
            named += 1
    if len(re.findall(r"minutes?\b", text)) != named + SAID_BY_THE_FORM:
        yield (
            "minutes are said in a way that is not compared with the plan: "
            "say `End the exercise at minute N`, or add a way to minutes()"
        )


SAID_BY_THE_FORM = 2  # "Fifty minutes", and "minute" above the plan


def quotations(lesson, text):
    """Say which quoted mistake or choice is not one of the named thing."""
    for name, quoted in re.findall(r"(?:`(\w+)`: )?“([^”]+)”", text):
        told = set()
        if name in exercises(lesson):
            told = {m.message for m in exercises(lesson)[name].listed}
        elif name in explorers():
            told = set(explorers()[name].choices)
        if quoted not in told:
            yield f"{name or 'nothing'} does not say “{quoted}”"


def votes(text):
    """Say which vote is not complete: choices, the right one, the others."""
    asked = re.findall(r"^\d\. .+?(?=^\d\. |^#|\Z)", text, re.M | re.S)
    if len(asked) != 3:
        yield f"{len(asked)} votes in place of 3"
    for vote in asked:
        choices = re.findall(r"\*\*([A-Z])\*\* ", vote)
        right = re.findall(r"\*\*Right: ([A-Z])\.\*\*", vote)
        tempting = re.findall(r"\*([A-Z])\*[: ]", vote.replace("**", ""))
        if sorted(right + tempting) != choices or len(choices) < 3:
            yield f"choices {choices}, right {right}, explained {tempting}"
        if not NAME.search(vote):
            yield f"no cell or exercise that shows it: {vote}"


def length(text):
    """Say by how much a note is longer than a page."""
    plain = re.sub(r"\]\([^)]*\)", "]", text)
    words = sum(bool(re.search(r"\w", word)) for word in plain.split())
    if words > WORDS:
        yield f"{words} words, at most {WORDS}"


def problems(lesson, text):
    """List what is wrong with a note."""
    headings = re.findall(r"^## (.+)$", text, re.M)
    yield from [] if headings == SECTIONS else [f"sections {headings}"]
    aim = re.search(r"\*\*Aim\.\*\* ([^.]+\.)\n\n", text)
    yield from [] if aim else ["the aim is not one sentence"]
    if not list(plans(text)):
        yield "no plan"
    for plan in plans(text):
        yield from [*clock(plan), *course(plan)]
    yield from unknown(lesson, text)
    yield from minutes(lesson, text)
    yield from quotations(lesson, text)
    yield from votes(text)
    yield from length(text)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_a_note_that_holds(lesson):
    text = PAGES[lesson].read_text(encoding="utf-8")
    found = list(problems(lesson, text))
    assert not found, "\n".join(
        [*found, f"change the note, {PAGES[lesson]}, or what it speaks of"]
    )


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_a_page_belongs_to_a_lesson_and_its_paths_hold(path):
    text = path.read_text(encoding="utf-8")
    assert path.stem in LESSONS or not path.stem[0].isdigit()
    found = [p for plan in plans(text) for p in [*clock(plan), *course(plan)]]
    tasks = " ".join(re.findall(r"^Home work: .+", text, re.M))
    found += set(NAME.findall(tasks)) - {each.name for each in every()}
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "there, instead, complaint",
    [
        ("`drift`", "`drifts`", "drifts is no cell, exercise or explorer"),
        ("`layer_norm` in", "`layer_norms` in", "layer_norms is no cell"),
        ("GammaBeta", "GammaDelta", "GammaDelta is no cell, exercise"),
        ("`GammaBeta`:", "`EpsilonLab`:", "EpsilonLab does not stand below"),
        ("#Slide,-then", "#Slide,-and-then", "slide-and-stretch does not st"),
        ("then `undo-p", "a guess, `refute-undo-card`, `undo-p", "no answer"),
        ("GammaBeta`:", "GammaBeta`, `gamma-beta-numbers`", "stands above"),
        ("over the tokens.”", "over tokens.”", "layer_norm does not say “You"),
        ("`layer_norm`: “You added", "“You added", "nothing does not say “"),
        ("13–16", "13–17", "not minute by minute"),
        ("48–50", "48–51", "not minute by minute"),
        ("0–5", "1–5", "not minute by minute"),
        ("–", " to ", "no plan"),
        ("\n3. γ", "\nγ", "2 votes in place of 3"),
        ("**Right: B.** A", "**Right: A.** A", "right ['A']"),
        (" *C* forgets that β comes last.", "", "choices ['A', 'B', 'C']"),
        ("(`gamma-beta-numbers`)", "", "no cell or exercise that shows it"),
        ("## On the board", "## The board", "sections"),
        ("**Aim.** Every", "Every", "the aim is not one sentence"),
        ("1.4162", "4·10⁸", "4·10⁸ is not a number of 05"),
        ("1.4162", "1.4163", "1.4163 is not a number of 05"),
        ("on paper, both", "on paper, both" + " word" * 40, "at most 450"),
        ("at minute 33", "at minute 43", "no row with an exercise ends at m"),
        ("at minute 33", "at minute 36", "no row with an exercise ends at m"),
        ("End the exercise at", "Stop before", "minutes are said in a way"),
    ],
)
def test_a_note_that_does_not_hold_is_told(there, instead, complaint):
    is_told("05_layernorm", there, instead, complaint)


def test_a_count_of_minutes_is_that_of_its_row():
    is_told("00_start_here", "one minute each", "two minutes each", "44–49")
    is_told("00_start_here", "The five questions", "The six questions", "six")


def read(page):
    return PAGES[page].read_text(encoding="utf-8")


def test_a_vote_has_its_three_minutes():
    """As the page says how to read the notes."""
    said = PAGES["README"].read_text(encoding="utf-8")
    (count,) = re.findall(r"Count\s+(\w+) minutes", said)
    rows = [
        (end - start, row)
        for page in PAGES.values()
        for plan in plans(page.read_text(encoding="utf-8"))
        for start, end, *_, row in plan
        if re.search(r"\b[vV]otes? \d", row)
    ]
    shortest = min(rows)
    assert shortest[0] == COUNTS[count], shortest
    assert len(rows) > 40


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_votes_are_taken_in_their_order(lesson):
    rows = " ".join(row[-1] for p in plans(read(lesson)) for row in p)
    assert re.findall(r"\b[vV]ote (\d)", rows) == ["1", "2", "3"]


def test_a_fraction_is_read_whole():
    complaint = "1/16 is not a number of 06"
    is_told("06_layernorm_jacobian", "1/32", "1/16", complaint)


def goes_along(axis):
    """Say which of LayerNorm's gradients are computed along an axis.

    Axis 1 goes along a row, over the features of a token, and axis 0 down a
    column, over the tokens.
    """
    x, dy = np.random.default_rng(0).normal(size=(2, 3, 4))
    layer = LayerNorm(4)
    layer.gamma[:] = 0.5, 2, -1, 3
    layer.forward(x)
    dx, x_hat, d = layer.backward(dy), layer.x_hat, dy * layer.gamma
    rstd = 1 / np.sqrt(x.var(axis=1, keepdims=True) + layer.eps)
    first, second = (a.mean(axis, keepdims=True) for a in (d, d * x_hat))
    means = rstd * (d - first - x_hat * second)
    sums = np.array([(dy * x_hat).sum(axis), dy.sum(axis)])
    its = np.array([layer.dgamma, layer.dbeta])
    return {
        "the two means of dx": np.allclose(means, dx),
        "dγ and dβ": sums.shape == its.shape and np.allclose(sums, its),
    }


def test_the_arrows_on_the_board_go_along_the_right_axes():
    text = PAGES["07_add_norm_backward"].read_text(encoding="utf-8")
    board = " ".join(text.partition("## On the board")[2].split())
    said = dict(re.findall(r"An arrow ([\w ]+): ([^.]+)\.", board))
    assert "tokens are rows, features columns" in board
    for way, axis in (("along a row", 1), ("down a column", 0)):
        (words,) = (w for w, right in goes_along(axis).items() if right)
        assert said[way] == words


def is_told(lesson, there, instead, complaint):
    text = PAGES[lesson].read_text(encoding="utf-8")
    assert there in text
    found = "\n".join(problems(lesson, text.replace(there, instead)))
    assert complaint in found
