"""What the panels of lesson 05's second sitting say is so."""

import re

import numpy as np
import pytest

from course_lib.explorers.axes import CHOICES, CUBE, AxisPicker, normalize_over
from course_lib.explorers.epsilon import EpsilonLab
from course_lib.layers import LayerNorm


@pytest.fixture
def lab():
    made = EpsilonLab()
    made.prediction.skip()
    yield made
    made.close()


@pytest.fixture
def picker():
    made = AxisPicker()
    made.prediction.skip()
    yield made
    made.close()


@pytest.mark.parametrize("std, eps", [(0.01, 1e-5), (1e-4, 1e-5), (2, 1)])
def test_the_lab_says_what_the_layer_does(lab, std, eps):
    lab.set(std=std, eps=eps)
    token = np.array([3.16, 0.61, 1.87])
    token = (token - token.mean()) / token.std() * std
    layer = LayerNorm(3, eps=eps).forward(token)
    added = std / (std + eps)
    said = re.findall(r"\d\.\d{3} ", lab.text)
    assert float(said[0]) == pytest.approx(layer.std(), abs=5e-4)
    assert float(said[1]) == pytest.approx(added, abs=5e-4)
    assert float(said[2]) == pytest.approx(abs(added - layer.std()), abs=1e-3)


@pytest.mark.parametrize("eps, apart", [(1e-5, 0.891), (1e-8, 0.98)])
def test_the_widest_gap_stands_where_the_task_looks(lab, eps, apart):
    """The layers differ most near σ = ε^¾: the start, then the answer."""
    gaps = {}
    for std in 10 ** np.arange(-7, 1.01, 0.25):
        lab.set(std=float(std), eps=eps)
        gaps[std] = float(lab.text.split()[-2])
    best = max(gaps, key=gaps.get)
    assert best == pytest.approx(eps**0.75, rel=1e-6)
    assert gaps[best] == apart


def test_the_lab_starts_where_the_two_layers_are_farthest_apart(lab):
    assert lab.values["std"] == pytest.approx(1e-5**0.75)


def test_the_answer_of_the_lab(lab):
    lab.set(std=1e-4, eps=1e-8)
    assert "standard deviation 0.707 with ε inside" in lab.text


def test_a_constant_row_has_no_dots_without_eps(lab):
    lab.set(row="constant")
    assert "0/0" in lab.text
    assert not lab._picture.artists["dots", "nowhere"].get_visible()
    for place in ("inside", "added"):
        x_hat = lab._picture.artists["dots", place].get_xdata()
        np.testing.assert_array_equal(x_hat, 0)


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
        ("token and feature", 11, 2, 0),
        ("all three", 23, 5, 3),
    ],
)
def test_who_hears_of_a_move(picker, over, others, tokens, across):
    picker.set(over=over)
    text = picker.text.replace("no other token", "0 other tokens, 0")
    said = [int(n) for n in re.findall(r"(?<![.\d])\d+(?!\d|\.\d)", text)]
    token, shares, changed, size, reached, beyond = said[:6]
    assert (shares, reached, beyond) == (others, tokens, across)
    assert (token, changed, size) == (1, others + 1, 24)


def test_the_answer_of_the_picker(picker):
    """Over token and feature: all of sentence 0, none of sentence 1."""
    picker.set(over="token and feature")
    assert "changes 12 of 24" in picker.text
    assert "2 other tokens, 0 of them in sentence 1" in picker.text


def test_no_move_no_change(picker):
    picker.set(amount=0.0)
    assert "changes 0 of 24" in picker.text


@pytest.mark.parametrize("over", CHOICES)
def test_tint_is_the_group_that_shares_a_mean(over):
    """Moving any number of the group, and no other, moves its mean."""
    sharing = AxisPicker.state(None, over, 1, 1.0)["sharing"]
    axes = CHOICES[over]
    mean = CUBE.mean(axis=axes, keepdims=True) + 0 * CUBE
    for cell in np.ndindex(CUBE.shape):
        moved = CUBE.copy()
        moved[cell] += 1
        after = moved.mean(axis=axes, keepdims=True) + 0 * CUBE
        heard = after[0, 1, 2] != mean[0, 1, 2]
        assert heard == bool(sharing[cell]), cell
