"""A recording is what the live explorer shows."""

from random import Random

import pytest

from course_site.book import recordings
from course_site.book.explorer_registry import explorers, live
from course_site.book.recorder import axes_of, states


def record_it(explorer, found):
    """Say what changed, and only then how to record anew."""
    name = type(explorer).__name__
    return (
        f"{name} shows other words or numbers than were recorded:\n  "
        + "\n  ".join(found)
        + "\nIs what it shows now right? A fault in the explorer, or in the "
        "code that it uses, is mended there. If all of it is meant, record: "
        f".venv/bin/python -m course_site.book.recordings {name}"
    )


@pytest.fixture(params=explorers())
def explorer(request):
    return live(request.param)


def test_the_stored_recording_is_what_the_explorer_shows(explorer, request):
    found = recordings.differences(explorer, seed=request.node.name)
    assert not found, record_it(explorer, found)


@pytest.mark.thorough
def test_many_states_of_the_recording_are_what_is_shown(explorer):
    every = [*states(explorer)]
    some = Random(0).sample(every, min(100, len(every)))
    found = recordings.differences(explorer, at=some)
    assert not found, record_it(explorer, found)


def test_pictures_are_compared_at_every_value_of_each_control(explorer):
    looked_at = recordings.chosen(explorer, seed="any")
    for name, values in axes_of(explorer).items():
        assert {state[name] for state in looked_at} == set(values)
    starts = {name: c.start for name, c in explorer.controls.items()}
    assert starts in looked_at
    for name, control in explorer.controls.items():
        for end in (control.values[0], control.values[-1]):
            assert starts | {name: end} in looked_at
    others = recordings.chosen(explorer, seed="another")
    assert others != looked_at or len(starts) == 1


@pytest.mark.parametrize("state", [100, 500, 1022])
def test_the_sentence_of_every_state_is_compared(state, monkeypatch):
    explorer, played = live("CentreAndSpread"), recordings.played
    monkeypatch.setattr(
        recordings,
        "played",
        lambda stored, k: played(stored, k) + "!" * (k == state),
    )
    values = [*states(explorer)][state]
    first, *_ = recordings.differences(explorer)
    assert first.startswith(f"the sentence at {values}: “")


@pytest.mark.parametrize("part", ["task", "size", "columns", "places"])
def test_a_changed_recording_is_noticed(part, monkeypatch):
    stored = recordings.stored("MeanFollows")
    if part == "task":
        stored["task"] += "!"
    else:
        stored[part] = stored[part][::-1]
    monkeypatch.setattr(recordings, "stored", lambda name: stored)
    assert recordings.differences(live("MeanFollows"))
