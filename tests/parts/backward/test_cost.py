"""The two ways to dx: right, counted, and measured."""

import numpy as np
import pytest

from course_lib.layers import LayerNorm
from parts.backward import cost


@pytest.mark.parametrize("way", [*cost.WAYS.values(), cost.in_kept_memory(7)])
def test_a_way_gives_the_dx_of_the_layer(way):
    x, dy = np.random.default_rng(1).normal(2, 3, size=(2, 7))
    layer = LayerNorm(7, eps=0.1)
    layer.forward(x)
    expected = layer.backward(dy)
    for _ in range(2):  # kept memory holds what the first call left there
        found = way(dy, layer.x_hat, layer.rstd)
        assert np.allclose(found, expected, 0, 1e-14)


@pytest.mark.parametrize("n", [2, 5, 33])
def test_multiplications_are_those_on_paper(n):
    def a_learners(dx_hat, x_hat, rstd):
        slope = (dx_hat * x_hat).mean()
        return (dx_hat - dx_hat.mean() - x_hat * slope) * rstd

    assert cost.multiplications(cost.dx_by_matrix, n) == 2 * n * n + n
    assert cost.multiplications(cost.dx_by_three_lines, n) == 3 * n
    assert cost.multiplications(a_learners, n) == 3 * n


def test_memory_grows_with_the_square_and_with_n():
    arrays = (*np.random.default_rng(2).normal(size=(2, 256)), 1.0)
    by_matrix = cost.peak_bytes(cost.dx_by_matrix, *arrays)
    by_lines = cost.peak_bytes(cost.dx_by_three_lines, *arrays)
    assert by_matrix >= 8 * 256**2  # J itself
    assert 8 * 256 <= by_lines < 8 * 256 * 8


def test_what_is_stored_has_the_form_of_what_is_measured(monkeypatch):
    stored = cost.stored()
    assert stored["sizes"] == list(cost.SIZES)
    monkeypatch.setattr(cost, "SIZES", (4, 8))
    found = cost.measure(np.random.default_rng(3))
    assert found["sizes"] == [4, 8]
    for kind in ("seconds", "peak_bytes"):
        assert set(found[kind]) == set(stored[kind]) >= set(cost.WAYS)
        assert all(len(v) == 2 and min(v) > 0 for v in found[kind].values())
        matrix, lines = stored[kind]["matrix"], stored[kind]["three lines"]
        assert matrix[-1] > 10 * lines[-1]
    matrix = np.array(stored["peak_bytes"]["matrix"])
    assert (matrix >= 8 * np.array(stored["sizes"]) ** 2).all()
