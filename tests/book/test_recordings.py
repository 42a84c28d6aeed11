"""A recording is what the live explorer shows."""

from random import Random

import pytest

from course_site.book import recordings
from course_site.book.explorer_registry import explorers, live
from course_site.book.recorder import states


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


@pytest.mark.parametrize("part", ["task", "size", "columns", "places"])
def test_a_changed_recording_is_noticed(part, monkeypatch):
    stored = recordings.stored("MeanFollows")
    if part == "task":
        stored["task"] += "!"
    else:
        stored[part] = stored[part][::-1]
    monkeypatch.setattr(recordings, "stored", lambda name: stored)
    assert recordings.differences(live("MeanFollows"))
