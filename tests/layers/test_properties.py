"""What must hold for every input, on inputs that Hypothesis makes up.

200 examples a property, the same ones in every run. Before a release let it
search for longer:

    PROPERTY_EXAMPLES=5000 python -m pytest tests/layers/test_properties.py
"""

import os

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from course_lib.layers import (
    AddNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    RMSNorm,
    Stack,
)

EXAMPLES = os.environ.get("PROPERTY_EXAMPLES")
# Below this, numbers lose digits one by one: errors are no longer relative.
SUBNORMAL = np.finfo(float).tiny

often = settings(
    max_examples=int(EXAMPLES or 200),
    derandomize=EXAMPLES is None,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
seeds = st.integers(0, 2**32 - 1)
dtypes = st.sampled_from([np.float32, np.float64])
kinds = st.sampled_from(
    ["layer_norm", "add_norm", "feed_forward", "stack", "rms_norm", "gated"]
)


def shapes(min_features=1):
    """Draw shapes of 0 to 4 leading axes, some of them empty."""
    return st.tuples(
        hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4),
        st.integers(min_features, 9),
    ).map(lambda pair: (*pair[0], pair[1]))


def inputs(shape, dtype=np.float64, size=100.0):
    """Draw arrays of any mixture of numbers up to `size`."""
    width = np.dtype(dtype).itemsize * 8
    return hnp.arrays(
        dtype, shape, elements=st.floats(-size, size, width=width)
    )


@st.composite
def inputs_and_dy(draw, min_features=1, dtype=np.float64):
    """Draw an x and a dy of one shape."""
    shape = draw(shapes(min_features))
    return draw(inputs(shape, dtype)), draw(inputs(shape, dtype))


def random_layer(d_model, seed, **options):
    """Return a LayerNorm with random gamma and beta."""
    rng = np.random.default_rng(seed)
    layer = LayerNorm(d_model, **options)
    layer.gamma[...] = rng.standard_normal(d_model)
    layer.beta[...] = rng.standard_normal(d_model)
    return layer


def random_rms_norm(d_model, seed, **options):
    """Return an RMSNorm with a random gamma."""
    layer = RMSNorm(d_model, **options)
    layer.gamma[...] = np.random.default_rng(seed).standard_normal(d_model)
    return layer


def any_layer(kind, d_model, seed):
    """Return forward with one input, and the layer."""
    if kind == "layer_norm":
        layer = random_layer(d_model, seed)
    elif kind == "add_norm":
        layer = AddNorm(d_model)
        return layer, lambda x: layer.forward(x, x)
    elif kind == "feed_forward":
        layer = FeedForward(d_model, 5, rng=seed)
    elif kind == "rms_norm":
        layer = random_rms_norm(d_model, seed)
    elif kind == "gated":
        layer = GatedFeedForward(d_model, 5, rng=seed)
    else:
        order = ["pre", "post"][seed % 2]
        layer = Stack(2, d_model, 3, rng=seed, order=order)
    return layer, layer.forward


@often
@given(st.data(), kinds, seeds, dtypes)
def test_shape_and_dtype_are_kept_and_inputs_unchanged(
    data, kind, seed, dtype
):
    x, dy = data.draw(inputs_and_dy(dtype=dtype))
    before = x.copy(), dy.copy()
    layer, forward = any_layer(kind, x.shape[-1], seed)
    y = forward(x)
    dx = layer.backward(dy)
    for array in (y, dx):
        assert array.shape == x.shape
        assert array.dtype == dtype
        assert not np.shares_memory(array, x)
        assert not np.shares_memory(array, dy)
    for name, p in layer.parameters().items():
        assert layer.gradients()[name].shape == p.shape
    assert np.array_equal(x, before[0])
    assert np.array_equal(dy, before[1])


@often
@given(st.data(), seeds, st.floats(-1e6, 1e6))
def test_a_shift_of_all_features_changes_nothing(data, seed, shift):
    """To the rounding of x + shift, as seen through 1/sqrt(var + eps)."""
    x = data.draw(inputs((3, 6)))
    layer = random_layer(6, seed)
    y = layer.forward(x)
    slack = 8 * np.spacing(np.abs(x).max() + abs(shift)) * layer.rstd
    slack = np.abs(layer.gamma) * (slack + 1e-14)
    assert (np.abs(layer.forward(x + shift) - y) <= 4 * slack + 1e-14).all()


@often
@given(st.data(), seeds, st.floats(1e-3, 1e3))
def test_a_scale_changes_nothing_if_eps_is_scaled_by_its_square(data, seed, c):
    x = data.draw(inputs((3, 6)))
    y = random_layer(6, seed, eps=1e-2).forward(x)
    scaled = random_layer(6, seed, eps=1e-2 * c * c).forward(c * x)
    assert np.allclose(scaled, y, rtol=0, atol=1e-12 * (1 + np.abs(x).max()))


@often
@given(st.data(), kinds, seeds)
def test_rows_do_not_touch_each_other(data, kind, seed):
    """Another row, whatever is in it, changes a row by rounding at most."""
    x, dy = data.draw(inputs((4, 5))), data.draw(inputs((4, 5)))
    layer, forward = any_layer(kind, 5, seed)
    y, dx = forward(x), layer.backward(dy)
    row = data.draw(st.integers(0, 3))
    others = [i for i in range(4) if i != row]
    value = data.draw(st.sampled_from([0.0, -7e5, np.nan, np.inf]))
    x[row], dy[row] = value, value
    with np.errstate(invalid="ignore"):
        for before, after in ((y, forward(x)), (dx, layer.backward(dy))):
            before, after = before[others], after[others]
            size = 1 + np.abs(before).max()
            assert np.allclose(after, before, rtol=0, atol=1e-13 * size)


@often
@given(st.data(), kinds, seeds)
def test_dx_is_linear_in_dy(data, kind, seed):
    shape = data.draw(shapes())
    x, one, two = (data.draw(inputs(shape)) for _ in range(3))
    a = data.draw(st.floats(-10, 10))
    layer, forward = any_layer(kind, shape[-1], seed)
    forward(x)
    of_sum = layer.backward(a * one + two)
    parts = a * layer.backward(one), layer.backward(two)
    # Rounding is measured by what passes through, which is more than what
    # comes out: 1/std at constant rows, and the products of the weights.
    size = (np.abs(one).max(initial=0) * 10 + np.abs(two).max(initial=0)) * (
        amplification(layer)
    )
    assert np.allclose(
        of_sum, sum(parts), rtol=0, atol=1e-13 * size + SUBNORMAL
    )


def amplification(layer):
    """Bound how much a backward pass can enlarge dy."""
    if isinstance(layer, LayerNorm | RMSNorm):
        return 10 * np.abs(layer.gamma).max() / np.sqrt(layer.eps)
    if isinstance(layer, FeedForward):
        return 10 * np.abs(layer.W1).sum() * np.abs(layer.W2).sum()
    if isinstance(layer, GatedFeedForward):
        factors = np.abs(layer.gate) + 2 * np.abs(layer.up)  # a slope < 1.1
        ways = np.abs(layer.W_gate).sum() + np.abs(layer.W_up).sum()
        return 10 * ways * factors.max(initial=0) * np.abs(layer.W_down).sum()
    parts = [
        1 + amplification(part)
        for block in layer.blocks
        for part in block.layers.values()
    ]
    return np.prod(parts)


@often
@given(inputs_and_dy(), seeds)
def test_rows_of_dx_sum_to_0(pair, seed):
    """A shift of a row changes no output, so it has no gradient."""
    x, dy = pair
    layer = random_layer(x.shape[-1], seed)
    layer.forward(x)
    dx = layer.backward(dy)
    size = layer.rstd * np.abs(dy * layer.gamma).sum(axis=-1, keepdims=True)
    assert (np.abs(dx.sum(-1)) <= 1e-14 * size[..., 0] + SUBNORMAL).all()


@often
@given(st.data(), seeds, st.sampled_from([1e-4, 1e-8, 1e-12]))
def test_dx_leaves_x_hat_as_eps_goes_to_0(data, seed, eps):
    """The Jacobian takes x_hat to eps rstd³ x_hat, which goes to 0."""
    x, dy = data.draw(inputs((3, 7))), data.draw(inputs((3, 7)))
    layer = random_layer(7, seed, eps=eps)
    layer.forward(x)
    dx = layer.backward(dy)
    along = np.vecdot(dx, layer.x_hat)
    dx_hat = dy * layer.gamma
    expected = eps * layer.rstd[:, 0] ** 3 * np.vecdot(dx_hat, layer.x_hat)
    size = np.vecdot(np.abs(dx_hat), 1 + np.abs(layer.x_hat))
    slack = 1e-13 * layer.rstd[:, 0] * size
    assert (np.abs(along - expected) <= slack + SUBNORMAL).all()


@often
@given(st.data(), dtypes)
def test_x_hat_has_mean_0_and_variance_below_1(data, dtype):
    """Its mean square is var / (var + eps), never more than 1."""
    x = data.draw(inputs(data.draw(shapes()), dtype))
    layer = LayerNorm(x.shape[-1])
    layer.forward(x)
    ulp = np.finfo(dtype).eps
    mean = layer.x_hat.mean(-1, keepdims=True)
    square = np.vecdot(layer.x_hat, layer.x_hat)[..., None] / x.shape[-1]
    assert (np.abs(mean) <= 8 * ulp).all()
    assert (np.abs(square - layer.var * layer.rstd**2) <= 16 * ulp).all()
    assert (square <= 1 + 16 * ulp).all()


@often
@given(st.data(), seeds, st.floats(1e-3, 1e3))
def test_rms_norm_forgets_scale_and_sign_alone(data, seed, c):
    """With eps scaled as well; -x gives -y, and a shift shows."""
    x = data.draw(inputs((3, 6)))
    y = random_rms_norm(6, seed, eps=1e-2).forward(x)
    scaled = random_rms_norm(6, seed, eps=1e-2 * c * c)
    slack = {"rtol": 1e-13, "atol": SUBNORMAL}
    assert np.allclose(scaled.forward(c * x), y, **slack)
    assert np.array_equal(scaled.forward(-x), -scaled.forward(x))


@often
@given(st.data(), seeds, st.sampled_from([1e-4, 1e-8, 1e-12]))
def test_dx_of_rms_norm_leaves_x_hat_as_eps_goes_to_0(data, seed, eps):
    """The Jacobian takes x_hat to eps rrms³ x_hat, which goes to 0."""
    x, dy = data.draw(inputs((3, 7))), data.draw(inputs((3, 7)))
    layer = random_rms_norm(7, seed, eps=eps)
    layer.forward(x)
    along = np.vecdot(layer.backward(dy), layer.x_hat)
    dx_hat, rrms = dy * layer.gamma, layer.rrms[:, 0]
    expected = eps * rrms**3 * np.vecdot(dx_hat, layer.x_hat)
    size = np.vecdot(np.abs(dx_hat), 1 + np.abs(layer.x_hat))
    assert (np.abs(along - expected) <= 1e-13 * rrms * size + SUBNORMAL).all()
