"""What the numbers of the centre-and-spread explorer must be."""

import numpy as np
import pytest

from course_lib.explorers.statistics import EDGES, SHAPES, CentreAndSpread


@pytest.fixture
def explorer():
    made = CentreAndSpread()
    yield made
    made.close()


@pytest.mark.parametrize("shape", SHAPES)
def test_the_sliders_are_the_mean_and_the_std(explorer, shape):
    x = explorer.at(centre=-1.5, spread=2.5, shape=shape).x
    assert np.mean(x) == pytest.approx(-1.5)
    assert np.std(x) == pytest.approx(2.5)


@pytest.mark.parametrize("shape", SHAPES)
def test_nearly_all_numbers_stay_in_the_picture(explorer, shape):
    ends = explorer.controls["centre"], explorer.controls["spread"].max
    for centre in (ends[0].min, ends[0].max):
        x = explorer.at(centre=centre, spread=ends[1], shape=shape).x
        assert np.mean((x < EDGES[0]) | (x > EDGES[-1])) < 0.01
    narrow = explorer.at(centre=0.0, spread=1.0, shape=shape).x
    assert np.histogram(narrow, EDGES)[0].max() < 310


def test_the_share_stays_when_the_spread_doubles(explorer):
    shares = set()
    for spread in (1.0, 1.5, 3.0):
        explorer.set(spread=spread)
        shares.add(explorer.text.split("lie ")[1])
    assert len(shares) == 1
    explorer.set(shape="two heaps")
    assert explorer.text.split("lie ")[1] not in shares
