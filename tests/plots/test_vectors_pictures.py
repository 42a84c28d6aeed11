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
    assert arrows(axes) == [
        ((0, 0), (2, 3)),
        ((0, 0), (4, 1)),
        ((2, 3), (6, 4)),
        ((0, 0), (6, 4)),
    ]


def test_the_two_parts_add_up_and_are_orthogonal():
    (axes,) = pictures.centring([4, 1]).axes
    x, mean_part, rest, ones = (np.array(tip) for _, tip in arrows(axes))
    np.testing.assert_allclose(mean_part + rest, x)
    assert mean_part @ rest == pytest.approx(0)
    assert ones.tolist() == [1, 1]


def test_tables_hold_their_numbers_and_signs():
    row, column = np.array([1, 2, 3]), np.array([[10], [20]])
    figure = pictures.tables(
        row, column, row + column, joints="+=", titles=["a", "b", "c"]
    )
    words = [text.get_text() for text in figure.axes[0].texts]
    numbers = [w for w in words if w.isdigit()]
    assert numbers == ["1", "2", "3", "10", "20", "11", "12", "13"] + [
        "21",
        "22",
        "23",
    ]
    assert {"+", "=", "a", "b", "c"} <= set(words)


def words_of(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def test_multiples_of_a_vector_lie_on_its_line():
    figure = pictures.sum_and_multiples([2, 3], [4, 1], [2, -0.5])
    left, right = figure.axes
    assert arrows(left)[-1] == ((0, 0), (6, 4))
    tips = [tip for _, tip in arrows(right)]
    assert tips == [(4, 6), (-1, -1.5), (2, 3)]


def test_repeated_entries_are_dashed_and_own_ones_are_not():
    row, column = np.array([1, 2, 3]), np.array([[10], [20]])
    figure = pictures.stretching(row, column)
    assert "shape (2, 1)" in words_of(figure)
    cells = figure.axes[0].patches
    dashed = [cell.get_linestyle() == "--" for cell in cells]
    assert dashed == 3 * [False] + 3 * [True] + [
        *(2 * [False, True, True]),
        *(6 * [False]),
    ]


@pytest.mark.parametrize("row, column", [(0, 1), (1, 0)])
def test_a_row_and_a_column_meet_in_their_entry(row, column):
    A, B = np.array([[1, 2], [3, 4]]), np.array([[5, 6], [7, 8]])
    figure = pictures.row_times_column(A, B, row, column)
    grids = np.split(np.array(figure.axes[0].patches), 3)
    chosen = [
        {divmod(i, 2) for i, cell in enumerate(g) if min(cell.get_fc()) < 1}
        for g in grids
    ]
    assert chosen == [
        {(row, 0), (row, 1)},
        {(0, column), (1, column)},
        {(row, column)},
    ]
    terms = "1·6 + 2·8\n= 22" if row == 0 else "3·5 + 4·7\n= 43"
    assert terms in words_of(figure)


def test_the_unit_arrows_land_on_the_columns():
    before, after = pictures.moved_plane([[2, 1], [0, 3]], "M").axes
    assert [tip for _, tip in arrows(before)] == [(1, 0), (0, 1)]
    assert [tip for _, tip in arrows(after)] == [(2, 0), (1, 3)]


def test_only_the_symmetric_projection_drops_at_a_right_angle():
    C, S = np.array([[0.5, -0.5], [-0.5, 0.5]]), np.array([[1, 1], [0, 0]])
    figure = pictures.flattened({"C": C, "S": S}, [[2, 1], [-1, 3]])
    for axes, line, right in zip(
        figure.axes, ((1, -1), (1, 0)), (True, False)
    ):
        for start, end in arrows(axes):
            drop = np.subtract(end, start)
            assert np.linalg.det([end, line]) == pytest.approx(0)
            assert (abs(drop @ line) < 1e-12) == right
