"""What is drawn is what the numbers say."""

import numpy as np
import pytest

from parts.vectors import pictures
from parts.vectors.explorers import TurningVector


def test_repeated_entries_are_dashed_and_own_ones_are_not():
    row, column = np.array([1, 2, 3]), np.array([[10], [20]])
    figure = pictures.stretching(row, column)
    cells = figure.axes[0].patches
    dashed = [cell.get_linestyle() == "--" for cell in cells]
    below, beside = [0, 0, 0, 1, 1, 1], [0, 1, 1, 0, 1, 1]
    assert dashed == below + beside + 6 * [0]


@pytest.mark.parametrize("row, column", [(0, 1), (1, 0)])
def test_a_row_and_a_column_meet_in_their_entry(row, column):
    A, B = np.array([[1, 2], [3, 4]]), np.array([[5, 6], [7, 8]])
    figure = pictures.row_times_column(A, B, row, column)
    grids = np.split(np.array(figure.axes[0].patches), 3)
    chosen = [
        {divmod(i, 2) for i, cell in enumerate(g) if min(cell.get_fc()) < 1}
        for g in grids
    ]
    (a, b, product) = (
        np.array([cell.get_xy() for cell in grid]) for grid in grids
    )
    assert set(a[:, 1]) == set(product[:, 1])  # beside each other,
    assert a[:, 0].max() + 1 <= product[:, 0].min()  # A on the left;
    assert set(b[:, 0]) == set(product[:, 0])  # B stands above,
    assert b[:, 1].max() + 1 <= product[:, 1].min()  # as y goes down
    assert np.greater(*figure.axes[0].get_ylim())
    meet = {(row, column)}
    along, down = {(row, 0), (row, 1)}, {(0, column), (1, column)}
    assert chosen == [along, down, meet]


def test_only_the_entry_that_is_explained_is_filled_in():
    A, B = np.array([[1, 2], [3, 4]]), np.array([[5, 6], [7, 8]])
    texts = pictures.row_times_column(A, B, 0, 1).axes[0].texts
    shown = [text.get_text() for text in texts]
    assert [word for word in shown if word.isdigit() and int(word) > 8] == [
        "22"
    ]


@pytest.mark.parametrize("angle, low, high", [(-60, -60, 0), (90, 0, 90)])
def test_the_curve_shows_only_the_angles_travelled(angle, low, high):
    figure = TurningVector().snapshot(angle=angle)
    curves = [line.get_xdata() for line in figure.axes[1].lines]
    (way,) = (x for x in curves if len(x) > 2)
    assert (min(way), max(way)) == (low, high)
