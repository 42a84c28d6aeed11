"""What the panel on the place of ε says is so."""

import re

import numpy as np
import pytest

from course_lib.explorers.epsilon import EpsilonLab, spreads
from course_lib.layers import LayerNorm

KIND = EpsilonLab


@pytest.mark.parametrize("std, eps", [(0.01, 1e-5), (1e-4, 1e-5), (2, 1)])
def test_the_lab_says_what_the_layer_does(panel, std, eps):
    panel.set(std=std, eps=eps)
    token = np.array([3.16, 0.61, 1.87])
    token = (token - token.mean()) / token.std() * std
    layer = LayerNorm(3, eps=eps).forward(token)
    added = std / (std + eps)
    inside, beside, apart = map(float, re.findall(r"\d\.\d{3} ", panel.text))
    assert inside == pytest.approx(layer.std(), abs=5e-4)
    assert beside == pytest.approx(added, abs=5e-4)
    assert apart == pytest.approx(abs(added - layer.std()), abs=1e-3)


@pytest.mark.parametrize(
    "place, constant, equal",
    [("inside", 0, 11**-0.5), ("added", 0, 0.5), ("nowhere", np.nan, 1)],
)
def test_the_spread_of_x_hat(panel, place, constant, equal):
    found = spreads(np.array([0, 0.1, 1e9]), 0.1)[place]
    np.testing.assert_allclose(found, [constant, equal, 1], rtol=1e-9)
    panel.set(eps=1e-4)
    std, spread = panel._picture.artists["curve", place].get_data()
    assert np.ptp(np.log10(std)) == pytest.approx(8)
    np.testing.assert_allclose(spread, spreads(std, 1e-4)[place])


@pytest.mark.parametrize("eps, apart", [(1e-5, 0.891), (1e-8, 0.98)])
def test_the_widest_gap_stands_where_the_task_looks(panel, eps, apart):
    """The layers differ most near σ = ε^¾: the start, then the answer."""
    assert panel.values["std"] == pytest.approx(1e-5**0.75)
    gaps = {}
    for std in panel.controls["std"].values:
        said = panel.sentence(panel.at(std=std, eps=eps))
        gaps[std] = float(said.split()[-2])
    best = max(gaps, key=gaps.get)
    assert best == pytest.approx(eps**0.75, rel=1e-6)
    assert gaps[best] == apart


def test_the_answer(panel):
    panel.set(std=1e-4, eps=1e-8)
    assert "standard deviation 0.707 with ε inside" in panel.text


def test_a_constant_row_has_no_dots_without_eps(panel):
    panel.set(row="constant")
    assert "0/0" in panel.text
    artists = panel._picture.artists
    assert not artists["dots", "nowhere"].get_visible()
    for place in ("inside", "added"):
        np.testing.assert_array_equal(artists["dots", place].get_xdata(), 0)
