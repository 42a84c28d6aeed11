"""Layouts, dtypes and numbers that layers stumble over.

README.md beside the layers has the table; empty batches:
tests/evidence/test_gradient_check.py.
"""

import numpy as np
import pytest
from every_layer import every_layer, make, read_only
from fifty_digits import digits, layer_norm, rms_norm

from course_lib.layers import (
    AddNorm,
    GatedFeedForward,
    LayerNorm,
    RMSNorm,
    softmax,
    softmax_cross_entropy,
)

FORMULAS = {LayerNorm: layer_norm, RMSNorm: rms_norm}
both_dtypes = pytest.mark.parametrize("dtype", [np.float32, np.float64])


LAYOUTS = {
    "C": np.ascontiguousarray,
    "Fortran": np.asfortranarray,
    "negative stride": lambda a: a[::-1, :, ::-1].copy()[::-1, :, ::-1],
    "every second": lambda a: np.repeat(a, 2, axis=-1)[..., ::2],
    "read-only": read_only,
    "transposed": lambda a: a.swapaxes(0, 2).copy().swapaxes(0, 2),
    "broadcast": lambda a: np.broadcast_to(a[:1], a.shape),
}


def outcome(layer, x, dy):
    """Return y, dx and all gradients."""
    y = layer.forward(x)
    return [y, layer.backward(dy), *layer.gradients().values()]


@both_dtypes
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@every_layer
def test_the_layout_in_memory_changes_nothing(name, layout, dtype):
    rng = np.random.default_rng(1)
    x, dy = (
        layout(a.astype(dtype)) for a in rng.standard_normal((2, 2, 3, 4))
    )
    plain = outcome(make(name, dtype), x.copy("C"), dy.copy("C"))
    tolerance = 1e-5 if dtype == np.float32 else 1e-13
    for got, expected in zip(outcome(make(name, dtype), x, dy), plain):
        assert got.dtype == dtype
        assert got.flags.writeable
        size = max(1, np.abs(expected).max())
        assert np.abs(got - expected).max() <= tolerance * size


@both_dtypes
@pytest.mark.parametrize("layer_dtype", [np.float32, np.float64])
@every_layer
def test_the_output_has_the_dtype_of_x(name, dtype, layer_dtype):
    layer = make(name, layer_dtype)
    x = np.random.default_rng(2).standard_normal((3, 4)).astype(dtype)
    assert layer.forward(x).dtype == dtype
    assert layer.backward(np.ones((3, 4))).dtype == dtype
    layer.step(0.1)
    layer.forward(x)
    assert layer.backward_step(np.ones((3, 4)), 0.1).dtype == dtype
    for p in layer.parameters().values():
        assert p.dtype == layer_dtype


@pytest.mark.parametrize("kind", [LayerNorm, RMSNorm])
def test_long_rows_in_any_layout_lose_no_digits(kind):
    """Sums along another layout than C would be off by 1e-5 in float32."""
    x = np.random.default_rng(1).random((2, 131_073)).astype("f4") + 1
    plain = kind(x.shape[1]).forward(x)
    for layout in (x[:, ::-1].copy()[:, ::-1], np.asfortranarray(x)):
        assert np.array_equal(kind(x.shape[1]).forward(layout), plain)


@pytest.mark.parametrize("name", ["Linear", "FeedForward", "LayerNorm"])
def test_sums_over_a_million_tokens_keep_their_digits_in_float32(name):
    layer = make(name, np.float32)
    x = np.ones((1_000_000, 4), "f4")
    dy = np.random.default_rng(1).random(x.shape).astype("f4")
    layer.forward(x)
    layer.backward(dy)
    last = layer.gradients()[layer.names[-1]]  # b, b2 or beta
    assert last.dtype == np.float32
    assert np.allclose(last, dy.sum(axis=0, dtype=float), rtol=1e-6)


class Named(np.ndarray):
    """A subclass of arrays."""


@pytest.mark.parametrize(
    ("turn", "dtype"),
    [
        *((lambda x, t=t: x.astype(t), "=f8") for t in "bHl?"),
        (np.ndarray.tolist, "=f8"),
        (lambda x: x.astype(">f8"), "=f8"),
        (lambda x: x.astype(">f4"), "=f4"),
        (lambda x: x.view(Named), "=f8"),
    ],
)
@every_layer
def test_other_numbers_become_plain_native_floats(name, turn, dtype):
    x = turn(np.arange(12.0).reshape(3, 4))
    y = make(name).forward(x)
    assert type(y) is np.ndarray
    assert y.dtype == np.dtype(dtype)
    assert np.array_equal(y, make(name).forward(np.array(x, dtype)))


@every_layer
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, -7e5])
@pytest.mark.parametrize("order", "CF")
def test_what_is_in_a_row_stays_in_it(name, bad, order):
    x, dy = np.random.default_rng(3).standard_normal((2, 2, 3, 4))
    y, dx, *_ = outcome(make(name), x, dy)
    broken_x, broken_dy = (np.array(a, order=order) for a in (x, dy))
    broken_x[1, 2, 3] = broken_dy[1, 2, 3] = bad
    with np.errstate(invalid="ignore"):
        broken_y, broken_dx, *_ = outcome(make(name), broken_x, broken_dy)
    others = np.ones((2, 3), bool)
    others[1, 2] = False
    if not np.isfinite(bad):
        row, whole = broken_y[1, 2], isinstance(make(name), LayerNorm)
        assert np.isnan(row).all() if whole else not np.isfinite(row[3])
    assert np.allclose(broken_y[others], y[others], rtol=1e-12, atol=1e-12)
    assert np.allclose(broken_dx[others], dx[others], rtol=1e-12, atol=1e-12)


# Rows, as multiples of what a dtype can still square, and of its smallest.
EXTREME = {
    "one feature": lambda most, least: [[5], [-1e6], [0]],
    "zeros": lambda most, least: np.zeros((2, 3)),
    "large": lambda most, least: most * np.array([[-1, 1, 2, 5]]),
    "small": lambda most, least: np.array([[-1, 1, 2, 5]]) / most,
    "subnormal": lambda most, least: least * np.array([[0, 1, 3, 8]]),
}


@pytest.mark.parametrize(("dtype", "most"), [("f8", 1e150), ("f4", 1e18)])
@pytest.mark.parametrize("kind", [LayerNorm, RMSNorm])
@pytest.mark.parametrize("rows", EXTREME)
def test_rows_of_any_size_are_right(rows, kind, dtype, most):
    least = np.finfo(dtype).smallest_subnormal.astype(float)
    x = np.array(EXTREME[rows](most, least), dtype)
    eps = 0 if rows in ("large", "small") else 1e-5
    layer = kind(x.shape[-1], eps=eps)
    y = layer.forward(x)
    expected = FORMULAS[kind](digits(x), eps=eps).astype(dtype)
    assert np.allclose(y, expected, rtol=1e-6, atol=least)
    assert np.isfinite(layer.backward(np.ones(x.shape))).all()


@pytest.mark.parametrize("kind", [LayerNorm, AddNorm])
def test_what_all_entries_of_dy_share_costs_no_digits(kind):
    """The backward pass takes the mean away before it multiplies."""
    rng = np.random.default_rng(0)
    x, dy = rng.standard_normal((2, 50, 64)).astype(np.float32)
    dy += np.float32(1e8)  # neighbours are 8 apart there
    found = []
    for dtype in (np.float32, np.float64):
        layer = kind(64, dtype=dtype)
        given = [x.astype(dtype)] * (2 if kind is AddNorm else 1)
        layer.forward(*given)
        dx = layer.backward(dy.astype(dtype))
        found.append(dx[0] if isinstance(dx, tuple) else dx)
    assert np.abs(found[0] - found[1]).max() < 1  # of numbers up to 10⁸


NAN, INF = np.nan, np.inf


@pytest.mark.parametrize(
    ("kind", "eps", "dtype", "row", "its_y", "warning"),
    [
        (LayerNorm, 1e-5, "f4", [-1e30, 1e30, 1e30, -1e30], 0, "overflow"),
        (LayerNorm, 0, "f4", [5, 5, 5, 5], NAN, "divide by zero"),
        (LayerNorm, 0, "f8", [5, 5, 5, 5], NAN, "divide by zero"),
        (LayerNorm, 0, "f4", [1e-25, 0, 0, 0], [INF, *[-INF] * 3], "divide"),
        # A large mean is enough, where LayerNorm needs a large spread.
        (RMSNorm, 1e-5, "f4", [1e38] * 4, 0, "overflow"),
        (RMSNorm, 1e-5, "f8", [8e307] * 4, 0, "overflow"),
        (RMSNorm, 0, "f4", [0, 0, 0, 0], NAN, "divide by zero"),
        (RMSNorm, 0, "f8", [0, 0, 0, 0], NAN, "divide by zero"),
        (RMSNorm, 1e-5, "f8", [INF, 1, 0, -2], [NAN, 0, 0, 0], "invalid"),
    ],
)
def test_a_row_that_no_number_can_tell(kind, eps, dtype, row, its_y, warning):
    """It gives a warning, and spoils no other row."""
    x = np.array([row, [1, 2, 3, 5]], dtype)
    layer, other = kind(4, eps=eps), kind(4, eps=eps)
    with pytest.warns(RuntimeWarning) as caught:
        y = layer.forward(x)
        dx = layer.backward(x)
    assert warning in str(caught[0].message)
    np.testing.assert_array_equal(y[0], np.broadcast_to(its_y, 4))
    np.testing.assert_allclose(y[1:], other.forward(x[1:]), rtol=1e-6)
    np.testing.assert_allclose(dx[1:], other.backward(x[1:]), atol=1e-6)


@both_dtypes
def test_pre_activations_of_any_size_do_not_overflow(dtype):
    layer = GatedFeedForward(1, 2, dtype=dtype)
    layer.W_gate[...], layer.W_up[...] = [[1, -1]], 1
    layer.W_down[...] = 1
    x = np.array([[1e4], [-1e4], [1e-30]], dtype)
    assert np.allclose(layer.forward(x), [[1e8], [-1e8], [0]])
    assert np.allclose(layer.gate[:2], [[1e4, 0], [0, 1e4]])
    assert np.allclose(layer.backward(np.ones((3, 1))), [[2e4], [2e4], [0]])


@both_dtypes
def test_softmax_of_large_logits(dtype):
    logits = np.array([[1e4, -1e4, 0], [-1e4, -1e4, -1e4]], dtype)
    p = softmax(logits)
    assert np.allclose(p, [[1, 0, 0], [1 / 3] * 3], atol=1e-6)
    loss, dlogits = softmax_cross_entropy(logits, [1, 2])
    assert abs(loss - (2e4 + np.log(3)) / 2) < 1e-3
    assert dlogits.dtype == dtype
    expected = [[0.5, -0.5, 0], [1 / 6, 1 / 6, -1 / 3]]
    assert np.allclose(dlogits, expected, atol=1e-6)


def test_a_class_that_is_ruled_out_costs_nothing_unless_it_is_the_target():
    logits = [[-np.inf, 0.0, 0.0]]
    loss, dlogits = softmax_cross_entropy(logits, [1])
    assert abs(loss - np.log(2)) < 1e-15
    assert np.allclose(dlogits, [[0, -0.5, 0.5]])
    assert softmax_cross_entropy(logits, [0])[0] == np.inf


@pytest.mark.parametrize("row", [[-INF] * 3, [INF, 1, 0]])
def test_a_row_of_logits_that_no_softmax_can_take_is_nan(row):
    with pytest.warns(RuntimeWarning, match="invalid value"):
        p = softmax([row, [0, 0, 0]])
    assert np.isnan(p[0]).all()
    assert np.allclose(p[1], 1 / 3)


def test_a_nan_reaches_every_gradient_of_a_parameter():
    x, dy = np.ones((2, 4)), np.ones((2, 4))
    x[0, 0], dy[0] = NAN, 0
    layer = make("FeedForward")
    layer.forward(x)
    assert np.isfinite(layer.backward(dy)[1]).all()
    assert np.isnan(layer.dW1).any()
