"""What is drawn is what the numbers say."""

import numpy as np
import pytest

from parts.vectors import pictures


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
    meet = {(row, column)}
    along, down = {(row, 0), (row, 1)}, {(0, column), (1, column)}
    assert chosen == [along, down, meet]
