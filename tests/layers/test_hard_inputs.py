"""Layouts, dtypes and numbers that layers stumble over.

README.md beside the layers holds the same list as a table.
"""

import numpy as np
import pytest
from every_layer import every_layer, make

from course_lib.layers import (
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    RMSNorm,
    blocks,
    softmax,
    softmax_cross_entropy,
    squared_error,
)


@pytest.fixture(autouse=True, params=[blocks.BLOCK, 8])
def block(request, monkeypatch):
    """Run every test on whole arrays, then on blocks of two rows."""
    monkeypatch.setattr(blocks, "BLOCK", request.param)


both_dtypes = pytest.mark.parametrize("dtype", [np.float32, np.float64])


def read_only(a):
    a = a.copy()
    a.flags.writeable = False
    return a


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
@pytest.mark.parametrize("shape", [(0, 4), (2, 0, 4), (0, 3, 4)])
def test_an_empty_batch_gives_an_empty_output_and_zero_gradients(name, shape):
    if name.endswith("per token") and shape[-2] != 3:
        return
    layer = make(name)
    assert layer.forward(np.ones(shape)).shape == shape
    assert layer.backward(np.ones(shape)).shape == shape
    for dp in layer.gradients().values():
        assert not dp.any()


@both_dtypes
def test_one_feature_gives_beta(dtype):
    layer = LayerNorm(1)
    layer.gamma[...], layer.beta[...] = 3, 0.25
    x = np.array([[5], [-1e6], [0]], dtype)
    assert (layer.forward(x) == 0.25).all()
    assert not layer.backward(np.ones((3, 1))).any()
    assert (layer.dgamma, layer.dbeta) == (0, 3)


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


def test_a_nan_goes_through_relu_as_nan():
    layer = FeedForward(1, 1, W1=[[1]], W2=[[1]])
    assert np.isnan(layer.forward([[np.nan]])).all()


@pytest.mark.parametrize(("dtype", "size"), [("f8", 1e30), ("f4", 1e15)])
def test_large_numbers_are_normalized_like_small_ones(dtype, size):
    x = np.array([[-1, 1, 2, 5], [3, -3, 3, -3]], dtype)
    y = LayerNorm(4, eps=0).forward(x)
    assert np.allclose(LayerNorm(4).forward(size * x), y, rtol=1e-6)


def test_float32_spread_of_1e30_overflows_with_a_warning_and_gives_beta():
    """The square of 1e30 is more than float32 holds, so rstd becomes 0."""
    x = np.array([[-1e30, 1e30, 1e30, -1e30], [1, 2, 3, 4]], np.float32)
    layer = LayerNorm(4)
    layer.beta[...] = 7
    with pytest.warns(RuntimeWarning, match="overflow"):
        y = layer.forward(x)
    assert (y[0] == 7).all()
    assert np.array_equal(y[1:], layer.forward(x[1:]))


@both_dtypes
def test_subnormal_spread_vanishes_behind_eps(dtype):
    tiny = np.finfo(dtype).smallest_subnormal
    layer = LayerNorm(4)
    y = layer.forward(np.array([[0, tiny, 3 * tiny, 8 * tiny]], dtype))
    assert (np.abs(y) <= 8 * tiny / np.sqrt(1e-5) * 2).all()
    assert np.isfinite(layer.backward(np.arange(4.0)[None])).all()


@both_dtypes
def test_rms_norm_of_large_and_small_numbers(dtype):
    x = np.array([[-1, 1, 2, 5], [3, -3, 3, -3]], dtype)
    y = RMSNorm(4, eps=0).forward(x)
    most = 1e150 if dtype == np.float64 else 1e18
    for size in (most, 1, 1 / most):
        got = RMSNorm(4, eps=0).forward((size * x).astype(dtype))
        assert np.allclose(got, y, rtol=1e-6)


@both_dtypes
def test_squares_that_overflow_give_0_with_a_warning(dtype):
    """A large mean is enough, where LayerNorm needs a large spread."""
    most = np.finfo(dtype).max
    x = np.array([[most / 2] * 4, [1, 2, 3, 4]], dtype)
    layer = RMSNorm(4)
    with pytest.warns(RuntimeWarning, match="overflow"):
        y = layer.forward(x)
    assert not y[0].any()
    assert np.array_equal(y[1:], layer.forward(x[1:]))


@both_dtypes
def test_a_row_of_zeros_gives_0_and_nan_without_eps(dtype):
    x = np.array([[0, 0, 0], [0, 1, 0]], dtype)
    layer = RMSNorm(3)
    assert not layer.forward(x)[0].any()
    dx = layer.backward(np.ones((2, 3)))
    assert np.allclose(dx[0], 1 / np.sqrt(1e-5), rtol=1e-6)
    layer = RMSNorm(3, eps=0)
    with pytest.warns(RuntimeWarning) as caught:
        y = layer.forward(x)
    assert "divide by zero" in str(caught[0].message)
    assert np.isnan(y[0]).all()
    assert np.allclose(y[1], [0, 3**0.5, 0])


@both_dtypes
def test_one_feature_becomes_its_sign(dtype):
    x = np.array([[5], [-1e6], [0]], dtype)
    layer = RMSNorm(1)
    assert np.allclose(layer.forward(x), [[1], [-1], [0]])


def test_rms_norm_leaves_0_beside_an_inf():
    with pytest.warns(RuntimeWarning, match="invalid value"):
        y = RMSNorm(3).forward([[np.inf, 1, -2], [1, 1, 1]])
    assert np.isnan(y[0, 0])
    assert y[0, 1:].tolist() == [0, 0]
    assert np.allclose(y[1], 1, atol=1e-5)


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


def test_losses_keep_float32_and_turn_integers_into_float64():
    y = np.array([[1, 2, 3]], np.float32)
    loss, dy = squared_error(y, np.zeros((1, 3)))
    assert (type(loss), dy.dtype) == (float, np.float32)
    assert abs(loss - 14 / 3) < 1e-6
    assert squared_error([[1, 2, 3]], [[0, 0, 0]])[1].dtype == np.float64
