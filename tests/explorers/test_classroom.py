"""The page to project: which panels, in which order, and how many live."""

import ipywidgets
import nbformat
import pytest
from traitlets import TraitError

from course_lib.explorers.base import Explorer
from course_lib.explorers.classroom import Classroom
from course_lib.explorers.in_order import explorers, in_lesson_order


@pytest.fixture
def classroom():
    made = Classroom()
    yield made
    made.close()


def test_every_explorer_once_in_lesson_order():
    titles, kinds = zip(*in_lesson_order())
    assert sorted(kinds, key=str) == sorted(explorers().values(), key=str)
    assert list(titles) == sorted(titles, key=lambda title: title[:2])


def write(folder, name, title, *sources):
    cells = [nbformat.v4.new_markdown_cell(title)]
    cells += map(nbformat.v4.new_code_cell, sources)
    nbformat.write(
        nbformat.v4.new_notebook(cells=cells), folder / f"{name}.ipynb"
    )


def test_a_new_lesson_joins_by_itself(tmp_path):
    write(tmp_path, "10_new", "# 10 New: what?", "x = 1\nGammaBeta()")
    write(tmp_path, "09_old", "# 09 Old", "Bends()\nx", "MeanFollows()")
    write(tmp_path, "09_old.yours1", "# 09 Mine", "StepSize()")
    side = "# Beside\n\nSide page to [09 Old](09_old.ipynb)"
    write(tmp_path, "side_a", side, "AxisPicker()", "MeanFollows()")
    write(tmp_path, "classroom", "# All", "Classroom()")
    found = [
        (title, kind.__name__) for title, kind in in_lesson_order(tmp_path)
    ]
    assert found == [
        ("09 Old", "MeanFollows"),
        ("09 Beside", "AxisPicker"),
        ("10 New: what?", "GammaBeta"),
    ]


def live_explorers():
    alive = ipywidgets.widgets.widget._instances.values()
    return {each for each in alive if isinstance(each, Explorer)}


def test_a_panel_is_made_when_shown_and_stays_as_it_was_left():
    before = live_explorers()
    classroom = Classroom()
    kinds = [kind for _, kind in in_lesson_order()]
    first = classroom.explorer
    assert type(first) is kinds[0]
    first.prediction.skip()
    first.set(third=0)
    classroom.turn_to(7)
    second = classroom.explorer
    assert type(second) is kinds[7] and not second.prediction.finished
    assert second in classroom.children and first not in classroom.children
    assert live_explorers() - before == {first, second}
    assert classroom.fallback() == second.fallback()
    classroom.turn_to(0)
    assert classroom.explorer is first and first.values == {"third": 0}
    classroom.close()


@pytest.mark.parametrize("index", [-1, len(explorers())])
def test_there_is_nothing_beyond_the_ends(classroom, index):
    before = classroom.explorer
    with pytest.raises(TraitError, match=f"from 0 to .*; got {index}"):
        classroom.turn_to(index)
    assert classroom.explorer is before


def test_no_tip_promises_what_page_up_and_page_down_do_not_do(classroom):
    for name in classroom.explorer.values:
        assert "Page Up" not in classroom.explorer.inputs[name].tooltip


def test_closing_leaves_nothing():
    before = set(ipywidgets.widgets.widget._instances)
    classroom = Classroom()
    classroom.turn_to(3)
    classroom.close()
    classroom.close()
    assert set(ipywidgets.widgets.widget._instances) == before
