"""What the numbers of the centre-and-spread explorer must be."""

import numpy as np
import pytest

from course_lib.explorers.statistics import EDGES, SHAPES, CentreAndSpread

KIND = CentreAndSpread


@pytest.mark.parametrize("shape", SHAPES)
def test_the_sliders_are_the_mean_and_the_std(panel, shape):
    x = panel.at(centre=-1.5, spread=2.5, shape=shape).x
    assert np.mean(x) == pytest.approx(-1.5)
    assert np.std(x) == pytest.approx(2.5)


@pytest.mark.parametrize("shape", SHAPES)
def test_nearly_all_numbers_stay_in_the_picture(panel, shape):
    for centre in (-4.0, 8.0):
        x = panel.at(centre=centre, spread=3.0, shape=shape).x
        assert np.mean((x < EDGES[0]) | (x > EDGES[-1])) < 0.01
    narrow = panel.at(centre=0.0, spread=1.0, shape=shape).x
    assert np.histogram(narrow, EDGES)[0].max() < 310


def test_the_share_stays_when_the_spread_doubles(panel):
    shares = set()
    for spread in (1.0, 1.5, 3.0):
        panel.set(spread=spread)
        shares.add(panel.text.split("lie ")[1])
    assert len(shares) == 1
    panel.set(shape="two heaps")
    assert panel.text.split("lie ")[1] not in shares
