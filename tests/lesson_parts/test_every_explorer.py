"""What every explorer must do. A new explorer is found here by itself."""

import base64
import io
import itertools
import random

import expected
import ipywidgets
import numpy as np
import pytest
from bs4 import BeautifulSoup
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.lines import Line2D
from matplotlib.text import Text
from picture_rules import drawn, problems
from PIL import Image
from printed_numbers import parsed, printed

from answer_check.widgets.panel import close_all
from course_lib.sliders.explorer import Choice
from course_lib.sliders.prediction import Prediction
from course_lib.sliders.words_html import paragraph, unbroken
from course_site.book.explorer_registry import explorers, live
from lesson_parts.layernorm.explorers import GammaBeta

LEAVE = ("DepthAndGain",)  # explorers whose lines leave the axes
each_kind_that_asks = pytest.mark.parametrize(
    "kind", [kind for kind in explorers().values() if kind.question]
)


@pytest.fixture(params=explorers())
def panel(request):
    """Hand out the one panel of each kind, at its start."""
    panel = live(request.param)
    panel.reset()
    return panel


# What the base class does is tried on one panel.
of_the_base = pytest.mark.parametrize("panel", ["GammaBeta"], indirect=True)


def stops(control):
    """List both ends, the middle and the start; of names, all."""
    low, *others = control.values
    middle = control.values[len(others) // 2]
    some = [low, middle, control.start, control.values[-1]]
    return control.values if isinstance(control, Choice) else sorted({*some})


def ends(panel, end):
    """Return the values with all controls at one end."""
    return {name: each.values[end] for name, each in panel.controls.items()}


def pixels_of(artist):
    """Return where a line or a patch is drawn: its points, or its corners."""
    if isinstance(artist, LineCollection):
        points = np.concatenate([np.empty((0, 2)), *artist.get_segments()])
    elif isinstance(artist, Line2D):
        points = artist.get_xydata()
    else:
        return artist.get_window_extent().get_points()
    return artist.get_transform().transform(points)


def numbers_in(text):
    """Read the numbers of a sentence, each good to half of its last digit."""
    read = map(parsed, printed(text))
    return [pytest.approx(n, rel=0, abs=0.501 * unit) for n, unit in read]


def told(panel, **values):
    """Move the picture, without rendering it, and return its sentence.

    It has the numbers that are computed anew, and every value has its name.
    """
    kind, now = type(panel).__name__, panel.at(**values)
    panel.move(panel.picture.artists, now)
    text = panel.sentence(now)
    values = {name: getattr(now, name) for name in panel.controls}
    if kind not in expected.LOOKED_UP:
        assert hasattr(expected, kind), (
            f"write a function {kind} in tests/lesson_parts/expected.py: from "
            "the values of the controls it returns the sentence's numbers"
        )
        said = getattr(expected, kind)(**values)
        assert said == numbers_in(text), f"{kind} at {values}: {text}"
    for artist in panel.picture.moving:
        assert_inside(artist, panel.picture.windows, kind in LEAVE)
    assert {"nan", "inf", "−0.0", "−0.00"}.isdisjoint(text.split())
    for name, control in panel.controls.items():
        assert control.words(values[name]) in text, (
            f"{kind}: name the value of {name} in the sentence: {text}"
        )
    return text


def assert_inside(artist, windows, may_leave):
    """Nothing leaves the axes; no text is cut where a picture is stacked."""
    if isinstance(artist, Text):
        assert "nan" not in artist.get_text()
        x0, x1 = artist.get_window_extent().intervalx
        assert any(a <= x0 and x1 <= b for a, b in windows), artist
    elif not isinstance(artist, QuadMesh):
        pixels, box = pixels_of(artist), artist.axes.bbox.get_points()
        assert np.isfinite(pixels).all(), artist
        assert may_leave or (box[0] - 1 < pixels).all(), artist
        assert may_leave or (pixels < box[1] + 1).all(), artist


def test_each_value_of_a_control_changes_sentence_and_picture(panel):
    """A callback may fail at a single value; picture and sentence need all."""
    for name, control in panel.controls.items():
        said = {told(panel, **{name: value}) for value in control.values}
        assert len(said) == len(control.values), name
        frames = set()
        for value in stops(control):
            panel.reset()
            panel.inputs[name].value = value
            assert panel.error is None
            assert panel.text in said
            frames.add(panel.frame)
        assert len(frames) == len(stops(control)), f"{name}: same picture"


def test_all_controls_together(panel):
    """In any order: what was shown before leaves no trace."""
    every = [*itertools.product(*map(stops, panel.controls.values()))]
    for values in random.Random(0).sample(every, len(every)):
        told(panel, **dict(zip(panel.controls, values)))
    for values in expected.BESIDES.get(type(panel).__name__, ()):
        told(panel, **values)


def test_the_panel_shows_its_controls_and_its_sentence(panel):
    """What stands still is drawn below, and is not empty."""
    shown = [panel]
    for each in shown:
        shown += getattr(each, "children", ())
    assert {*panel.inputs.values()} <= {*shown}
    html = "".join(e.value for e in shown if isinstance(e, ipywidgets.HTML))
    page = BeautifulSoup(html, "html.parser")
    text = page.text.replace("\xa0", " ")
    assert panel.task in text and panel.text in text
    png = page.find("image")["href"].partition("base64,")[2]
    pixels = np.asarray(Image.open(io.BytesIO(base64.b64decode(png))))
    assert pixels[..., :3].std() > 5
    assert page.find(role="img").find(["path", "use"])


def test_the_other_end_reads_from_the_back_row(panel):
    """The run of its page judges its start."""
    assert problems(drawn(panel.snapshot(**ends(panel, -1)))) == []


@of_the_base
def test_the_reset_button_brings_back_the_first_picture(panel):
    text, frame = panel.text, panel.frame
    shown = set()
    for end in (-1, 0):  # it may start at one of them
        panel.set(**ends(panel, end))
        shown.add(panel.text)
    assert shown != {text}
    panel._reset.click()
    assert (panel.text, panel.frame) == (text, frame)
    assert panel.error is None


@of_the_base
def test_an_error_is_shown_and_the_next_event_works(panel, monkeypatch):
    name, control = next(iter(panel.controls.items()))
    with monkeypatch.context() as broken:
        broken.setattr(panel, "sentence", lambda _: 1 / 0)
        other = next(v for v in control.values if v != control.start)
        panel.inputs[name].value = other
    assert isinstance(panel.error, ZeroDivisionError)
    assert "division by zero" in panel._trouble.value
    panel.inputs[name].value = control.start
    assert panel.error is None
    assert panel._trouble.value == ""
    assert control.words(control.start) in panel.text


@of_the_base
def test_bad_values_are_refused_and_change_nothing(panel):
    values, text = panel.values, panel.text
    with pytest.raises(TypeError, match="no control 'volume'; it has"):
        panel.set(**values, volume=1)
    for name, control in panel.controls.items():
        wrong = "no such option" if isinstance(control, Choice) else 1e9
        for ask in (panel.set, panel.snapshot):
            with pytest.raises(ValueError, match=f"{name} (goes from|is one)"):
                ask(**{name: wrong})
    assert (panel.values, panel.text) == (values, text)


def asking(kind, done=list):
    """Return a prediction and its parts: buttons, room, what is said."""
    asked = Prediction(kind.question, kind.choices, kind.answer, done)
    question, answer = asked.children
    assert unbroken(kind.question) in question.value
    buttons, room, said = answer.children
    assert said.value == ""
    return asked, buttons, room, said


@each_kind_that_asks
def test_each_choice_is_answered_where_there_is_room(kind):
    for button, (choice, why) in enumerate(kind.choices.items()):
        asked, buttons, room, said = asking(kind)
        buttons.children[button].click()
        right = "Yes." if choice == kind.answer else "Not quite."
        words = paragraph(f"You said: {choice}.", f"{right} {why}")
        assert words in said.value and len(words) <= len(room.value)
        assert len(why) > 20
        assert "course-done" in buttons._dom_classes
        close_all(asked)


@each_kind_that_asks
def test_whoever_skips_may_still_choose_or_reveal(kind):
    done = []
    asked, buttons, _, said = asking(kind, lambda: done.append(said.value))
    names = [each.description for each in buttons.children]
    assert names == [*kind.choices, "Skip the question"]
    assert "course-skip" in buttons.children[-1]._dom_classes  # the key U
    buttons.children[-1].click()
    asked.skip()
    assert asked.finished and done == [""]
    assert buttons.children[-1].description == "Reveal the answer"
    buttons.children[-1].click()
    assert done == ["", ""], "the sliders unlock before the answer stands"
    words = paragraph(f"{kind.answer}.", kind.choices[kind.answer])
    assert words in said.value
    close_all(asked)


def locked(panel):
    """Say whether the controls refuse to be moved."""
    parts = [*panel.inputs.values(), panel._reset]
    (disabled,) = {each.disabled for each in parts}
    assert ("Locked" in panel._lock_note.value) == disabled
    return disabled


def test_the_controls_wait_for_a_prediction():
    panel = GammaBeta()
    assert locked(panel)
    with pytest.raises(ValueError, match="choose one of .*; got 'maybe'"):
        panel.prediction.take("maybe")
    assert locked(panel)
    panel.prediction.take(panel.answer)
    assert not locked(panel)
    panel.close()


def test_a_teacher_waits_for_nothing(monkeypatch):
    monkeypatch.setenv("COURSE_TEACHER", "1")
    panel = GammaBeta()
    assert not locked(panel)
    *_, last = panel.prediction.children[1].children[0].children
    assert last.description == "Reveal the answer"
    panel.close()


def test_without_a_question_there_is_nothing_to_wait_for():
    class Open(GammaBeta):
        question = ""

    panel = Open()
    assert not locked(panel) and panel.prediction.children == ()
    panel.close()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"controls": {}}, "Odd has 0 controls"),
        ({"controls": dict.fromkeys("abcd")}, "Odd has 4 controls"),
        ({"answer": "no"}, "'no' is not among the choices reversing"),
    ],
)
def test_an_author_is_told_what_cannot_be(given, told):
    with pytest.raises(ValueError, match=told):
        type("Odd", (GammaBeta,), given)
