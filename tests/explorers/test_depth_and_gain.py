"""The norms of the depth explorer, against whole Jacobians multiplied out."""

import numpy as np
import pytest

from course_lib.explorers.residual_add import (
    DepthAndGain,
    gradient_norms,
    turn,
)

KIND = DepthAndGain


@pytest.fixture(params=range(3))
def rng(request):
    return np.random.default_rng(request.param)


def test_a_turn_keeps_every_length(rng):
    Q = turn(rng, 7)
    np.testing.assert_array_equal(Q @ Q.T, np.eye(7))
    assert not np.array_equal(abs(Q), np.eye(7))


@pytest.mark.parametrize("shortcut", [True, False])
def test_norms_are_those_of_the_product_of_jacobians(rng, shortcut):
    turns, gain = [turn(rng, 6) for _ in range(5)], 0.7
    dy = rng.normal(size=6)
    expected, whole = [np.linalg.norm(dy)], np.eye(6)
    for Q in reversed(turns):  # y = x (s·I + gain·Q), so dx = dy (…)ᵀ
        whole = whole @ (shortcut * np.eye(6) + gain * Q).T
        expected.append(np.linalg.norm(dy @ whole))
    got = gradient_norms(turns, gain, shortcut, dy)
    np.testing.assert_allclose(got, expected[::-1], rtol=1e-12)


@pytest.mark.parametrize("gain", [0.1, 0.5, 1.0])
def test_growth_follows_pythagoras(rng, gain):
    turns, dy = [turn(rng) for _ in range(32)], rng.normal(size=64)
    norms = gradient_norms(turns, gain, True, dy)
    predicted = (1 + gain**2) ** 16
    assert 1 / 3 < norms[0] / norms[-1] / predicted < 3
    alone = gradient_norms(turns, gain, False, dy)
    assert alone[0] / alone[-1] == pytest.approx(gain**32)


def test_the_ranges_that_the_lesson_states(panel):
    good = {"with shortcut": [], "without": []}
    for gain in panel.controls["gain"].values:
        for name, norms in panel.at(depth=32, gain=gain).norms.items():
            if 0.1 < norms[0] < 10:
                good[name].append(gain)
    assert good["without"] == [0.95, 1.0, 1.05]
    assert good["with shortcut"][0] == 0.05
    assert 0.3 <= good["with shortcut"][-1] <= 0.45
    assert panel.at(depth=32, gain=1.0).norms["with shortcut"][0] > 3e4


def test_the_picture_tells_depth_and_gain(panel):
    panel.set(depth=32, gain=0.4)
    says = panel._picture.artists["says"].get_text()
    assert says == "32 layers, gain 0.40"
