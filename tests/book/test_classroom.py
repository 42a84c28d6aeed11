"""The page to project: which panels, in which order, and how many live."""

import nbformat
import pytest
from ipywidgets import widgets
from traitlets import TraitError

from course_site.book.classroom import Classroom
from course_site.book.explorer_registry import (
    explorers,
    in_lesson_order,
    in_sections,
)


def test_every_explorer_once_in_lesson_order():
    titles, kinds = zip(*in_lesson_order())
    hidden = [k for k, kind in explorers().items() if kind not in kinds]
    assert not hidden, (
        f"no lesson shows {' or '.join(hidden)}: call it, as in GammaBeta(), "
        "on the last line of a cell"
    )
    assert len(kinds) == len(explorers())
    assert list(titles) == sorted(titles, key=lambda title: title[:2])


NEW = "10 New: what?"


def write(folder, name, title, *sources):
    cells = [nbformat.v4.new_markdown_cell(title)]
    cells += map(nbformat.v4.new_code_cell, sources)
    nbformat.write(
        nbformat.v4.new_notebook(cells=cells), folder / f"{name}.ipynb"
    )


def test_a_new_lesson_joins_by_itself(tmp_path):
    write(tmp_path, "10_new", f"# {NEW}\n## A\n### B", "GammaBeta()")
    write(tmp_path, "09_old", "# 09 Old", "Bends()\nx", "MeanFollows()")
    write(tmp_path, "09_old.yours1", "# 09 Mine", "TurningVector()")
    side = "# Beside\n\nSide page to [09 Old](09_old.ipynb)"
    write(tmp_path, "side_a", side, "EpsilonLab()", "MeanFollows()")
    write(tmp_path, "classroom", "# All", "Classroom()")
    found = [
        (title, kind.__name__) for title, kind in in_lesson_order(tmp_path)
    ]
    assert found == [
        ("09 Old", "MeanFollows"),
        ("09 Beside", "EpsilonLab"),
        (NEW, "GammaBeta"),
    ]
    assert in_sections(tmp_path)[-1][1] == "B", "the heading next above"


@pytest.fixture
def classroom():
    """Lend the page; whatever it made is gone when it is closed."""
    before = set(widgets.widget._instances.values())
    made = Classroom()
    yield made
    made.close()
    made.close()
    assert set(widgets.widget._instances.values()) == before


def test_a_panel_is_made_when_shown_and_stays_as_it_was_left(classroom):
    kinds = [kind for _, kind in in_lesson_order()]
    first = classroom.explorer
    first.set(third=0)
    classroom.turn_to(7)
    second = classroom.explorer
    assert [type(first), type(second)] == [kinds[0], kinds[7]]
    assert not second.prediction.finished
    assert second in classroom.children and first not in classroom.children
    assert {*classroom._made.values()} == {first, second}
    assert classroom.fallback() == second.fallback()
    classroom.turn_to(0)
    assert classroom.explorer is first and first.values == {"third": 0}


def test_the_page_turns_by_its_own_keys_and_no_further_than_its_end(
    classroom,
):
    first = classroom.explorer
    for each in first.inputs.values():  # those keys turn the page here
        assert "Page Up" not in each.tooltip
    for index in (-1, len(explorers())):
        with pytest.raises(TraitError, match=f"from 0 to .*; got {index}"):
            classroom.turn_to(index)
        assert classroom.explorer is first
