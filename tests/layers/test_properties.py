"""What must hold for every input, on inputs that Hypothesis makes up.

200 examples a property, the same ones in every run. Before a release let it
search for longer:

    PROPERTY_EXAMPLES=5000 python -m pytest tests/layers/test_properties.py
"""

import os

import numpy as np
from every_layer import make
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from course_lib.layers import LayerNorm, RMSNorm

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
widths = st.integers(1, 9)
dtypes = st.sampled_from([np.float32, np.float64])
# With one number a token, or compiled: test_hard_inputs.py.
names = st.sampled_from(
    ["LayerNorm", "AddNorm", "RMSNorm", "FeedForward", "GatedFeedForward",
     "post-norm", "pre-norm"]
)  # fmt: skip
norms = st.sampled_from([LayerNorm, RMSNorm])


def shapes(features=widths):
    """Draw shapes of 0 to 4 leading axes, some of them empty."""
    leading = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)
    return st.tuples(leading, features).map(lambda pair: (*pair[0], pair[1]))


def inputs(shape, dtype=np.float64):
    """Draw arrays of any mixture of numbers up to 100."""
    width = np.dtype(dtype).itemsize * 8
    elements = st.floats(-100, 100, width=width)
    return hnp.arrays(dtype, shape, elements=elements)


@st.composite
def inputs_and_dy(draw, shape, dtype=np.float64):
    """Draw an x and a dy of one shape."""
    shape = draw(shape)
    return draw(inputs(shape, dtype)), draw(inputs(shape, dtype))


def random_norm(kind, d_model, seed, **options):
    """Return a LayerNorm or an RMSNorm with random parameters."""
    layer, rng = kind(d_model, **options), np.random.default_rng(seed)
    for p in layer.parameters().values():
        p[...] = rng.standard_normal(d_model)
    return layer


@often
@given(st.data(), names, dtypes)
def test_shape_and_dtype_are_kept_and_inputs_unchanged(data, name, dtype):
    x, dy = data.draw(inputs_and_dy(shapes(st.just(4)), dtype))
    before, layer = (x.copy(), dy.copy()), make(name)
    y, dx = layer.forward(x), layer.backward(dy)
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
    layer = random_norm(LayerNorm, 6, seed)
    y = layer.forward(x)
    slack = 8 * np.spacing(np.abs(x).max() + abs(shift)) * layer.rstd
    slack = np.abs(layer.gamma) * (slack + 1e-14)
    assert (np.abs(layer.forward(x + shift) - y) <= 4 * slack + 1e-14).all()


@often
@given(st.data(), seeds, st.floats(1e-3, 1e3))
def test_a_scale_changes_nothing_if_eps_is_scaled_by_its_square(data, seed, c):
    x = data.draw(inputs((3, 6)))
    y = random_norm(LayerNorm, 6, seed, eps=1e-2).forward(x)
    scaled = random_norm(LayerNorm, 6, seed, eps=1e-2 * c * c).forward(c * x)
    assert np.allclose(scaled, y, rtol=0, atol=1e-12 * (1 + np.abs(x).max()))


@often
@given(inputs_and_dy(shapes()), seeds)
def test_rows_of_dx_sum_to_0(pair, seed):
    """A shift of a row changes no output, so it has no gradient."""
    x, dy = pair
    layer = random_norm(LayerNorm, x.shape[-1], seed)
    layer.forward(x)
    dx = layer.backward(dy)
    size = layer.rstd * np.abs(dy * layer.gamma).sum(axis=-1, keepdims=True)
    assert (np.abs(dx.sum(-1)) <= 1e-14 * size[..., 0] + SUBNORMAL).all()


@often
@given(
    inputs_and_dy(st.just((3, 7))),
    norms,
    seeds,
    st.sampled_from([1e-4, 1e-8, 1e-12]),
)
def test_dx_leaves_x_hat_as_eps_goes_to_0(pair, kind, seed, eps):
    """The Jacobian takes x_hat to eps rstd³ x_hat, which goes to 0."""
    x, dy = pair
    layer = random_norm(kind, 7, seed, eps=eps)
    layer.forward(x)
    along = np.vecdot(layer.backward(dy), layer.x_hat)
    dx_hat = dy * layer.gamma
    rstd = (layer.rrms if kind is RMSNorm else layer.rstd)[:, 0]
    expected = eps * rstd**3 * np.vecdot(dx_hat, layer.x_hat)
    size = np.vecdot(np.abs(dx_hat), 1 + np.abs(layer.x_hat))
    assert (np.abs(along - expected) <= 1e-13 * rstd * size + SUBNORMAL).all()


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
    y = random_norm(RMSNorm, 6, seed, eps=1e-2).forward(x)
    scaled = random_norm(RMSNorm, 6, seed, eps=1e-2 * c * c)
    slack = {"rtol": 1e-13, "atol": SUBNORMAL}
    assert np.allclose(scaled.forward(c * x), y, **slack)
    assert np.array_equal(scaled.forward(-x), -scaled.forward(x))
