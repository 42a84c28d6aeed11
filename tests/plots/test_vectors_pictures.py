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


def test_standardized_points_lie_on_the_circle():
    x = np.random.default_rng(0).normal(2, 3, (5, 3))
    (axes,) = pictures.standardized_sphere(x).axes
    drawn = {
        dots.get_label(): np.transpose(dots._offsets3d)
        for dots in axes.collections
        if dots.get_label() in ("x", "centred", "standardized")
    }
    np.testing.assert_allclose(drawn["x"], x)
    np.testing.assert_allclose(drawn["centred"].sum(axis=1), 0, atol=1e-12)
    found = drawn["standardized"]
    np.testing.assert_allclose(found.sum(axis=1), 0, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 3**0.5)
