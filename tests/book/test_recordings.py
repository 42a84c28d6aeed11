"""A recording is what the live explorer shows."""

import pytest

from course_lib.book import recordings
from course_lib.book.in_order import explorers
from course_lib.book.recorder import axes_of, stops
from course_lib.panels.controls import Slider

KINDS = explorers()
RECORD = (
    "what is recorded is not what the explorer shows. If the explorer is "
    "right, record it: python -m course_lib.book.recordings and its name"
)


@pytest.fixture(params=KINDS, scope="module")
def explorer(request):
    made = KINDS[request.param]()
    yield made
    made.close()


def test_the_stored_recording_is_what_the_explorer_shows(explorer, request):
    found = recordings.differences(explorer, seed=request.node.name)
    assert not found, RECORD


@pytest.mark.thorough
def test_many_states_of_the_recording_are_what_is_shown(explorer):
    assert not recordings.differences(explorer, "many", sample=150), RECORD


def test_every_control_stops_at_its_start_and_its_ends(explorer):
    for name, values in axes_of(explorer).items():
        control = explorer.controls[name]
        ends = control.values[0], control.values[-1], control.start
        assert set(ends) <= set(values) and len(values) <= 70


def test_stops_that_a_task_names_are_recorded():
    fine = Slider("γ", min=0.0, max=8.0, step=0.04, start=1.0)
    assert 1.04 not in stops(fine) and len(stops(fine)) < 45
    assert {1.04, 1.88} <= set(stops(fine, named=[1.04, 1.88, 9.0, 0.05]))
    assert {9.0, 0.05}.isdisjoint(stops(fine, named=[9.0, 0.05]))


@pytest.mark.parametrize("part", ["task", "size", "columns", "places"])
def test_a_changed_recording_is_noticed(part, monkeypatch):
    explorer = KINDS["MeanFollows"]()
    stored = recordings.stored("MeanFollows")
    if part == "task":
        stored["task"] += "!"
    else:
        stored[part] = stored[part][::-1]
    monkeypatch.setattr(recordings, "stored", lambda name: stored)
    assert recordings.differences(explorer)
    explorer.close()
