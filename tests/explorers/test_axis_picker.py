"""Who shares a mean, and who hears of a move."""

import re

import numpy as np
import pytest

from course_lib.explorers.axes import CHOICES, CUBE, AxisPicker, normalize_over
from course_lib.layers import LayerNorm

KIND = AxisPicker


def test_normalizing_over_features_is_the_layer():
    np.testing.assert_allclose(
        normalize_over(CUBE, (2,)), LayerNorm(4).forward(CUBE), atol=1e-12
    )


@pytest.mark.parametrize(
    "over, others, tokens, across",
    [
        ("feature (LayerNorm)", 3, 0, 0),
        ("batch and token (BatchNorm)", 5, 5, 3),
        ("token", 2, 2, 0),
        ("batch", 1, 1, 1),
        ("token and feature", 11, 2, 0),  # all of sentence 0: the answer
        ("all three", 23, 5, 3),
    ],
)
def test_who_hears_of_a_move(panel, over, others, tokens, across):
    panel.set(over=over)
    text = panel.text.replace("no other token", "0 other tokens, 0")
    said = [int(n) for n in re.findall(r"(?<![.\d])\d+(?!\d|\.\d)", text)]
    assert said[:6] == [1, others, others + 1, 24, tokens, across]
    panel.set(amount=0.0)
    assert "changes 0 of 24" in panel.text


@pytest.mark.parametrize("over", CHOICES)
def test_tint_is_the_group_that_shares_a_mean(panel, over):
    """Moving any number of the group, and no other, moves its mean."""
    sharing = panel.at(over=over).sharing

    def mean(cube):
        return cube.mean(axis=CHOICES[over], keepdims=True) + 0 * cube

    for cell in np.ndindex(CUBE.shape):
        moved = CUBE.copy()
        moved[cell] += 1
        heard = mean(moved)[0, 1, 2] != mean(CUBE)[0, 1, 2]
        assert heard == bool(sharing[cell]), cell
