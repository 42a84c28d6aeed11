"""The picture of the printed Jacobian against the printed entries."""

import numpy as np

from parts.jacobian import pictures

INDIA = np.array([0.6, 2.3, 1.2, 2.7])


def printed_less_right(x):
    """Return by how much text A's entry (0, 1) of Nσ J is off, as printed."""
    first, second = (x - x.mean())[:2]
    printed = -(1 + first * second) / x.var()
    return printed - (-1 - first * second / x.var())


def test_the_curve_is_what_the_printed_entries_are_off_by():
    axes = pictures.printed_error(INDIA).axes[0]
    *_, curve, right, token = axes.lines
    for spread, off in zip(*curve.get_data()):
        x = 7 + spread * (INDIA - INDIA.mean()) / INDIA.std()
        assert np.isclose(off, printed_less_right(x))
    assert np.isclose(right.get_data(), [[1], [0]]).all()
    spread, off = INDIA.std(), printed_less_right(INDIA)
    assert np.isclose(token.get_data(), [[spread], [off]]).all()
