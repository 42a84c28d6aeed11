"""The bends of lesson 08, by interpolation."""

import numpy as np
import pytest

from course_lib.explorers.feed_forward import (
    END,
    MOST_UNITS,
    Bends,
    bends,
    curve_to_meet,
)

KIND = Bends
UNITS = range(1, MOST_UNITS + 1)


def sum_at(x, units):
    """Join points of the curve as np.interp does, which knows no ReLU."""
    points = np.linspace(0, END, units + 1)
    return np.interp(x, points, curve_to_meet(points))


@pytest.mark.parametrize("units", UNITS)
def test_what_the_panel_says_of_the_bends(panel, units):
    grid = np.linspace(-1, END, 2501)
    y = bends(units).forward(grid[:, None])[:, 0]
    np.testing.assert_allclose(y, sum_at(grid, units), atol=1e-12)
    gap = abs(y - curve_to_meet(grid))[grid >= 0].max()
    knots = np.linspace(0, END, units + 1)[:-1]
    for x in (0.1, 1.5, 1.5000000000000002, 2.5, 3.9):
        now = panel.at(units=units, x=x)
        assert now.gap == pytest.approx(gap, abs=2e-3)
        assert now.y == pytest.approx(sum_at(x, units))
        rise = sum_at(x - 1e-4, units) - sum_at(x - 2e-4, units)
        assert now.slope == pytest.approx(rise / 1e-4, abs=1e-6)
        assert now.open.sum() == (knots < x - 1e-9).sum()
        said = panel.sentence(now)
        assert f"{now.open.sum()} of {units} are open" in said
        assert f"misses the curve by {gap:.2f} at most" in said


def test_more_units_come_nearer(panel):
    gaps = [panel.at(units=units).gap for units in UNITS]
    assert gaps == sorted(gaps, reverse=True)
    assert [units for units in UNITS if gaps[units - 1] < 0.25][0] == 5
    pieces = np.unique(np.diff(panel.at(units=8).total).round(9)).size
    assert pieces == int(panel.answer)


@pytest.mark.parametrize(
    ("units", "x"), [(2, 2.5), (8, 3.9), (5, 0.1), (7, 1.1)]
)
def test_the_picture_adds_the_shares_up(panel, units, x):
    panel.set(units=8, x=3.9)
    panel.set(units=units, x=x)
    artists = panel._picture.artists
    lines = [line.get_ydata() for line in artists["units"]]
    shares = [share for share in lines if len(share)]
    assert len(shares) == units
    total = sum(shares) + curve_to_meet(0)
    np.testing.assert_allclose(total, artists["sum"].get_ydata())
    low, high = artists["dots"].axes.get_ylim()
    assert low < np.min(shares) and np.max(shares) < high
    count = (np.linspace(0, END, units + 1)[:-1] < x).sum()
    assert artists["says"].get_text() == (
        f"{units} units, {count} open at x = {x}"
    )
