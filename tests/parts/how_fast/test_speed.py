"""The side page on speed: what it counts, foretells and says."""

import numpy as np
import pytest

from course_lib.layers import LayerNorm
from parts.how_fast import pictures, speed
from parts.how_fast.compiled import MISSING


def test_the_usual_way_agrees_with_the_layer():
    rng = np.random.default_rng(1)
    x, dy = rng.standard_normal((2, 5, 7))
    layer = LayerNorm(7)
    layer.gamma[...], layer.beta[...] = rng.standard_normal((2, 7))
    y, x_hat, std = speed.usual_forward(x, layer.gamma, layer.beta)
    found = speed.usual_backward(dy, x_hat, std, layer.gamma)
    assert np.allclose(y, layer.forward(x), 0, 1e-13)
    expected = layer.backward(dy), layer.dgamma, layer.dbeta
    for a, b in zip(found, expected):
        assert np.allclose(a, b, 0, 1e-13)


@pytest.mark.parametrize(
    ("run", "passes"),
    [
        (lambda x: x + x, 2),  # one array, read once
        (lambda x: x - x.mean(), 3),
        (lambda x: np.multiply(x, 2, out=x), 2),
        (lambda x: x.sum(axis=0), 1),
        (lambda x: x.dot(np.ones(3)), 1),
        (lambda x: np.vecdot(x, x), 1),
        (lambda x: np.vecdot(x, x + 1), 4),
        (lambda x: x[:1] + 1, 0),  # not the whole
    ],
)
def test_a_pass_is_a_whole_array_read_or_written(run, passes):
    assert speed.passes(run, np.ones((4, 3))) == passes


def test_passes_are_those_on_paper():
    assert speed.count_passes() == {
        "usual": (1 + 6 + 2 + 2 + 2 + 2, 3 + 1 + 1 + 2 + 1 + 3 + 1 + 9),
        "in place": (1 + 2 + 1 + 2 + 1 + 2 + 2 + 2, 3 + 1 + 1 + 2 + 3 + 9),
        "in blocks": (3, 3),
        "compiled": (3, 3),
    }


@pytest.mark.parametrize("loops", [speed.dot_by_dot, speed.row_by_row])
def test_the_loops_multiply(loops):
    X, W = np.ones((2, 3)), np.arange(12.0).reshape(3, 4)
    Y = np.full((2, 4), 7.0)
    loops(X, W, Y)
    assert np.array_equal(Y, X @ W)


@pytest.mark.parametrize("loops", [speed.dot_by_dot, speed.row_by_row])
def test_the_loops_multiply_when_they_are_compiled(loops):
    pytest.importorskip("numba", reason=MISSING)
    X, W = np.ones((2, 3), np.float32), np.eye(3, 4, dtype=np.float32)
    Y = np.full((2, 4), 7, np.float32)
    speed.compiled(loops)(X, W, Y)
    assert np.array_equal(Y, X @ W)


@pytest.mark.parametrize("numba", [True, False])
def test_what_is_stored_has_the_form_of_what_is_measured(numba, monkeypatch):
    def missing(*args, **options):
        raise ImportError

    for name, value in {
        "SHAPE": (200, 512),
        "PRODUCTS": {"": (2, 3, 4), ", larger": (3,) * 3},
        "SLICE": 1e-4,
        "ROUNDS": 2,
        "CompiledLayerNorm": LayerNorm if numba else missing,
        "compiled": lambda loop: loop,
    }.items():
        monkeypatch.setattr(speed, name, value)
    found = speed.measure()
    left_out = set(speed.stored()) - set(found)
    loops = {"loops", "swapped", "loops, larger", "swapped, larger"}
    assert left_out == (set() if numba else {"compiled"} | loops)
    assert set(found) <= set(speed.stored())
    for seconds in found.values():
        assert len(seconds) == 2
        assert min(seconds) > 0


def test_fractions_are_worked_out_from_passes_and_bandwidths():
    n, small = 4096 * 768, 85 * 768
    seconds = {"memory": [2 * n / 1e9], "cache": [2 * small / 4e9]}
    far, near = speed.bandwidths(seconds)
    assert np.isclose((far, near), (1e9, 4e9)).all()
    found = speed.foretold(seconds)
    expected = {"usual": 36, "in place": 32, "in blocks": 6 + 26 / 4}
    for way, passes in (expected | {"compiled": 6}).items():
        assert np.isclose(found[way], passes / 36)


def test_a_place_under_the_roof():
    places = speed.roofline({"usual": [2.0], "BLAS": [4.0]})
    n = 4096 * 768
    assert places == {
        "usual": (20 / (4 * 36), 10 * n),
        "BLAS": (
            2 * 8 * 200 * 800 / (4 * (1600 + 160_000 + 6400)),
            2 * 8 * 200 * 800 / 4,
        ),
    }


def test_ways_are_compared_by_the_median_of_the_rounds():
    seconds = {"a": [4, 4, 40], "b": [1, 2, 2]}
    assert speed.compared(seconds, "a", "b") == "b is 4.0 times as fast as a"
    assert "numba is missing" in speed.compared(seconds, "a", "compiled")


def test_the_table_has_what_was_measured():
    n = 4096 * 768
    seconds = {
        "usual": [2.0, 4.0],
        "in place": [1.0, 2.0],
        "in blocks": [0.5, 1.0],
        "memory": [2 * n / 1e9],
        "cache": [2 * 85 * 768 / 4e9],
    }
    _, *lines = speed.table(seconds).splitlines()
    rate = 20 * n / 1e9
    blocks = (6 + 26 / 4) / 36
    assert [line.split() for line in lines] == [
        ["usual", "1.00", "1.00", f"{rate / 3:.1f}"],
        ["in", "place", "0.89", "0.50", f"{rate / 1.5:.1f}"],
        ["in", "blocks", f"{blocks:.2f}", "0.25", f"{rate / 0.75:.1f}"],
        ["compiled", "not", "measured,", "because", "numba", "is", "missing"],
    ]


def test_a_picture_draws_some_ways_under_the_roof_of_all():
    places = {"usual": (0.1, 2e9), "BLAS": (8.0, 50e9)}
    (axes,) = pictures.roofline(places, 1e9, ["usual", "compiled"]).axes
    roof, *marks = axes.lines
    assert list(roof.get_ydata()) == pytest.approx([0.2, 50, 50])
    assert roof.get_xdata()[1] == pytest.approx(50 / 4)
    assert [(*mark.get_xdata(), *mark.get_ydata()) for mark in marks] == [
        (0.1, 2.0)
    ]
