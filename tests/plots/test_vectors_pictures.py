"""What is drawn is what the numbers say."""

import numpy as np
import pytest

from course_lib.plots import vectors as pictures


def arrows(axes):
    """Tails and tips of the arrows of a picture, by tip."""
    return [
        (tuple(arrow.xyann), tuple(arrow.xy))
        for arrow in axes.texts
        if arrow.arrow_patch is not None
    ]


def test_the_second_vector_starts_where_the_first_ends():
    (axes,) = pictures.vector_addition([2, 3], [4, 1]).axes
    tails, tips = zip(*arrows(axes))
    assert tails == ((0, 0), (0, 0), (2, 3), (0, 0))
    assert tips == ((2, 3), (4, 1), (6, 4), (6, 4))


def test_the_two_parts_add_up_and_are_orthogonal():
    (axes,) = pictures.centring([4, 1]).axes
    x, mean_part, rest, ones = (np.array(tip) for _, tip in arrows(axes))
    np.testing.assert_allclose(mean_part + rest, x)
    assert mean_part @ rest == pytest.approx(0)
    assert ones.tolist() == [1, 1]


def test_multiples_of_a_vector_lie_on_its_line():
    figure = pictures.sum_and_multiples([2, 3], [4, 1], [2, -0.5])
    left, right = figure.axes
    assert arrows(left)[-1] == ((0, 0), (6, 4))
    tips = [tip for _, tip in arrows(right)]
    assert tips == [(4, 6), (-1, -1.5), (2, 3)]


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


def test_the_unit_arrows_land_on_the_columns():
    before, after = pictures.moved_plane([[2, 1], [0, 3]], "M").axes
    assert [tip for _, tip in arrows(before)] == [(1, 0), (0, 1)]
    assert [tip for _, tip in arrows(after)] == [(2, 0), (1, 3)]


def test_only_the_symmetric_projection_drops_at_a_right_angle():
    C, S = np.array([[0.5, -0.5], [-0.5, 0.5]]), np.array([[1, 1], [0, 0]])
    figure = pictures.flattened({"C": C, "S": S}, [[2, 1], [-1, 3]])
    lands = ((1, -1), True), ((1, 0), False)
    for axes, (line, right) in zip(figure.axes, lands):
        for start, end in arrows(axes):
            drop = np.subtract(end, start)
            assert np.linalg.det([end, line]) == pytest.approx(0)
            assert (abs(drop @ line) < 1e-12) == right
