"""The pictures of lesson 00 show what they are given, and every lesson."""

from pathlib import Path

import numpy as np

from course_lib.book.cover import heading
from parts.start import pictures

NOTEBOOKS = Path(__file__).parents[3] / "notebooks"


def texts(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def test_the_map_asks_each_lesson_s_own_question():
    shown = [" ".join(text.split()) for text in texts(pictures.course_map())]
    for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))[1:]:
        number, question, _ = heading(path)
        assert shown[shown.index(number) + 1] == question, (
            f"write the question of lesson {number} into LESSONS"
        )


def test_the_parts_of_a_block_stand_from_top_to_bottom():
    figure = pictures.block()
    shown = sorted(figure.axes[0].texts, key=lambda t: -t.get_position()[1])
    names = [name for name, *_ in pictures.BLOCK]
    boxes = [t.get_text() for t in shown if t.get_position()[0] == 0]
    assert [name for name in boxes if name] == names  # arrows have no words
    assert texts(figure).count("shortcut") == 2
    for i in pictures.SKIPPED:  # a shortcut ends at the next Add & Norm
        assert names[i + 1] == "Add & Norm"


def test_each_number_of_a_token_is_a_line():
    rows = {"a": np.arange(6.0).reshape(3, 2), "b": np.ones((3, 2))}
    panels = pictures.with_and_without(rows).axes
    for axes, (name, numbers) in zip(panels, rows.items(), strict=True):
        assert axes.get_title(loc="left") == name
        lines = [line.get_ydata() for line in axes.lines[:2]]
        np.testing.assert_array_equal(lines, numbers.T)
    assert panels[0].get_ylim() == panels[1].get_ylim()
    (inset,) = panels[1].child_axes
    enlarged = [line.get_ydata() for line in inset.lines]
    np.testing.assert_array_equal(enlarged, rows["b"].T)
    assert inset.get_ylim() == (-1.1, 1.1)
