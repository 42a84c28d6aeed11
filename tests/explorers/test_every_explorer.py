"""What every explorer must do. A new explorer is found here by itself."""

import base64
import io
import itertools
import json
from contextlib import contextmanager
from html.parser import HTMLParser

import ipywidgets
import numpy as np
import pytest
from matplotlib.cbook import flatten
from matplotlib.collections import Collection, LineCollection
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.text import Text
from PIL import Image

from course_lib.explorers.base import Choice
from course_lib.explorers.in_order import explorers
from course_lib.explorers.prediction import Prediction
from course_lib.panels import look
from course_lib.panels.panel import close_all
from course_lib.plots.show import png_bytes

EVERY = [*explorers().values()]


@contextmanager
def closing(kind):
    """Make an explorer and close it: nothing may stay of it."""
    alive = ipywidgets.widgets.widget._instances
    before = set(alive)
    made = kind()
    yield made
    made.close()
    assert set(alive) == before


@pytest.fixture(params=EVERY, ids=lambda kind: kind.__name__, scope="module")
def open_explorer(request):
    """Lend one of each, unlocked, to all tests."""
    with closing(request.param) as made:
        made.prediction.skip()
        yield made


@pytest.fixture
def explorer(open_explorer):
    """Hand out an explorer at its start."""
    open_explorer.reset()
    return open_explorer


def middle(c):
    v = list(c.values)
    return (
        v
        if isinstance(c, Choice)
        else sorted({v[0], v[(len(v) - 1) // 2], c.start, v[-1]})
    )


def stops(explorer):
    """List the values that a test visits, by control."""
    return {name: middle(each) for name, each in explorer.controls.items()}


def numbers_drawn(artist):
    """Collect what an artist would put on the page, as one array."""
    if isinstance(artist, Line2D):
        return artist.get_xydata()
    if isinstance(artist, LineCollection):
        return np.concatenate([np.empty((0, 2)), *artist.get_segments()])
    if isinstance(artist, Collection):
        return np.asarray(artist.get_offsets())
    if isinstance(artist, AxesImage):
        return np.asarray(artist.get_array())
    if hasattr(artist, "get_extents"):
        return artist.get_extents().extents
    return np.empty(0)


def assert_sound(explorer):
    """No NaN is drawn or said, and the sentence names every value."""
    for artist in flatten(explorer._picture.artists.values()):
        assert np.isfinite(numbers_drawn(artist)).all(), artist
        if isinstance(artist, Text):
            assert "nan" not in artist.get_text()
    text = explorer.text
    assert "nan" not in text.split()
    assert "inf" not in text.split()
    assert "−0.0" not in text.replace("−0.00", "−0.0 0").split()
    for name, control in explorer.controls.items():
        assert control.words(explorer.values[name]) in text, (name, text)


def test_each_control_alone_changes_picture_and_sentence(explorer):
    for name, values in stops(explorer).items():
        explorer.reset()
        seen = {}
        for value in values:
            explorer.set(**{name: value})
            assert_sound(explorer)
            seen[explorer.text] = explorer.frame
        assert len(seen) == len(values), f"{name}: {list(seen)}"
        assert len(set(seen.values())) == len(values), f"{name}: same picture"


def every_stop(control):
    """List each value that a learner can reach."""
    if isinstance(control, Choice):
        return control.values
    if control.log:
        exponents = range(control.min * 12, control.max * 12 + 1)
        return [
            10 ** (each / 12)
            for each in exponents[:: round(12 * control.step)]
        ]
    count = round((control.max - control.min) / control.step)
    return [control.min + each * control.step for each in range(count + 1)]


def test_no_stop_of_any_control_raises(explorer):
    """A callback may fail at a single value; picture and sentence need all."""
    for name, control in explorer.controls.items():
        explorer.reset()
        for value in every_stop(control):
            explorer.inputs[name].value = value
            assert explorer.error is None, (name, value, explorer.error)


class Page(HTMLParser):
    """What a reader finds in a piece of HTML: its tags with attributes."""

    def __init__(self, html):
        super().__init__()
        self.tags = []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        """Keep a tag."""
        self.tags.append((tag, dict(attributes)))


def parts_of(widget):
    """List a widget and all that it shows."""
    return [widget, *itertools.chain(*map(parts_of, shown_in(widget)))]


def shown_in(widget):
    """List the children of a box."""
    return getattr(widget, "children", ())


def test_the_panel_is_whole(explorer):
    """Every part stands in it, drawn, named, and not hidden."""
    shown = parts_of(explorer)
    for name in explorer.controls:
        assert explorer.inputs[name] in shown
        assert explorer.inputs[name].description == (
            explorer.controls[name].label
        )
    kinds = [type(each).__name__ for each in shown]
    assert "Voice" in kinds
    for each in shown[2:]:
        assert each.layout.display != "none", each
        assert each.layout.visibility != "hidden", each
    pages = [Page(each.value) for each in shown if hasattr(each, "value")
             and isinstance(each, ipywidgets.HTML)]  # fmt: skip
    tags = [tag for page in pages for tag in page.tags]
    images = [each["href"] for tag, each in tags if tag == "image"]
    assert len(images) == 1
    png = base64.b64decode(images[0].removeprefix("data:image/png;base64,"))
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("L"))
    assert pixels.std() > 5, "the background is empty"
    named = [each for tag, each in tags if each.get("role") == "img"]
    assert [each["aria-label"] for each in named] == [explorer.text]
    assert json.loads(named[0]["data-words"]) == {
        control.label: control.words(explorer.values[name])
        for name, control in explorer.controls.items()
    }
    assert explorer.frame.count("<path") + explorer.frame.count("<use") > 0


def test_all_controls_together(explorer):
    of = stops(explorer)
    for values in itertools.product(*of.values()):
        explorer.set(**dict(zip(of, values)))
        assert_sound(explorer)


def test_the_snapshot_is_the_live_picture(explorer):
    """Even after the live one has been at the other end."""
    of = stops(explorer)
    for index in (-1, 0):
        values = {name: stop[index] for name, stop in of.items()}
        explorer.set(**values)
        import base64

        assert (
            base64.b64encode(png_bytes(explorer.snapshot(**values))).decode()
            in explorer.fallback()["text/html"]
        )


def test_the_reset_button_brings_back_the_first_picture(explorer):
    text, frame = explorer.text, explorer.frame
    explorer.set(**{name: each[-1] for name, each in stops(explorer).items()})
    explorer.set(**{name: each[0] for name, each in stops(explorer).items()})
    assert explorer.text != text
    explorer._reset.click()
    assert (explorer.text, explorer.frame) == (text, frame)
    assert explorer.error is None


def test_an_error_is_shown_and_the_next_event_works(explorer, monkeypatch):
    name, values = next(iter(stops(explorer).items()))
    explorer.reset()
    with monkeypatch.context() as broken:
        broken.setattr(explorer, "sentence", lambda _: 1 / 0)
        explorer.inputs[name].value = values[-1]
    assert isinstance(explorer.error, ZeroDivisionError)
    assert "division by zero" in explorer._trouble.value
    explorer.inputs[name].value = values[0]
    assert explorer.error is None
    assert explorer._trouble.value == ""
    assert explorer.controls[name].words(values[0]) in explorer.text


def test_bad_values_are_refused_and_change_nothing(explorer):
    values, text = explorer.values, explorer.text
    with pytest.raises(TypeError, match="no control 'volume'; it has"):
        explorer.set(**values, volume=1)
    for name, control in explorer.controls.items():
        wrong = "no such option" if isinstance(control, Choice) else 1e9
        with pytest.raises(ValueError, match=f"{name} (goes from|is one of)"):
            explorer.set(**{name: wrong})
        with pytest.raises(ValueError, match=f"{name} (goes from|is one of)"):
            explorer.snapshot(**{name: wrong})
    assert (explorer.values, explorer.text) == (values, text)


def closed(explorer):
    """Say of all controls whether they refuse to be moved."""
    return {explorer.inputs[name].disabled for name in explorer.controls}


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_a_prediction_unlocks(kind):
    if not kind.question:
        pytest.skip("asks nothing")
    with closing(kind) as explorer:
        assert not explorer.prediction.finished
        assert closed(explorer) == {True}
        assert "Locked" in explorer._lock_note.value
        explorer.prediction.take(kind.answer)
        assert explorer.prediction.finished
        assert closed(explorer) == {False}
        assert explorer._lock_note.value == ""
        assert (
            look.unbroken(f"Yes.</b> {kind.choices[kind.answer]}").replace(
                "Yes.&lt;/b&gt;", "Yes."
            )
            in explorer.prediction._said.value
        )


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_whoever_skips_or_teaches_keeps_the_question(kind, monkeypatch):
    """And may still choose, or reveal the answer; the words have a place."""
    monkeypatch.setenv("COURSE_TEACHER", "1")
    with closing(kind) as explorer:
        assert explorer.prediction.finished
        assert closed(explorer) == {False}
        if kind.question:
            question, answer = explorer.prediction.children
            assert look.unbroken(kind.question) in question.value
            buttons, room, said = answer.children
            names = [each.description for each in buttons.children]
            assert names == [*kind.choices, "Reveal the answer"]
            assert said.value == ""
            buttons.children[-1].click()

            assert look.unbroken(kind.choices[kind.answer]) in said.value
            assert "course-done" in buttons._dom_classes
            assert all(
                len(look.unbroken(why)) <= len(room.value)
                for why in kind.choices.values()
            )


def test_the_sliders_unlock_before_the_verdict_stands():
    """The focus goes to the verdict; Tab must find a slider after it."""
    asks = next(each for each in EVERY if each.question)
    explorer, locked = asks(), []
    said = explorer.prediction.children[1].children[2]
    said.observe(lambda _: locked.append(closed(explorer)), "value")
    explorer.prediction.take(explorer.answer)
    assert locked == [{False}]
    explorer.close()


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_each_answer_explains(kind):
    for choice, why in kind.choices.items():
        asked = Prediction(kind.question, kind.choices, kind.answer, list)
        asked.take(choice)
        said = asked._said.value
        assert look.unbroken(why) in said
        assert len(why) > 20
        assert ("Yes." in said) == (choice == kind.answer)
        close_all(asked)


def test_it_reads_well_without_widgets(explorer):
    """The page carries the picture, its words, and nothing that changes."""
    bundle = explorer.fallback()
    assert bundle["text/plain"] == explorer.text
    assert 'alt="' in bundle["text/html"]
    assert "Run this cell for the sliders." in bundle["text/html"]
    assert bundle["text/html"] == explorer.fallback()["text/html"]
    assert explorer.task
