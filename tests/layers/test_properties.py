"""What must hold for every input, on inputs that Hypothesis makes up.

200 examples a property, the same ones in every run. Before a release let it
search for longer:

    PROPERTY_EXAMPLES=5000 python -m pytest tests/layers/test_properties.py
"""

import os

import numpy as np
from every_layer import make
from fifty_digits import digits, layer_norm, rms_norm, slope
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from course_lib.layers import LayerNorm, RMSNorm

EXAMPLES = os.environ.get("PROPERTY_EXAMPLES")
NORMS = {LayerNorm: layer_norm, RMSNorm: rms_norm}

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
# With one number a token: test_hard_inputs.py.
names = st.sampled_from(
    ["LayerNorm", "AddNorm", "RMSNorm", "FeedForward", "GatedFeedForward",
     "post-norm", "pre-norm"]
)  # fmt: skip
norms = st.sampled_from([*NORMS])


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
@given(st.data(), norms, dtypes, seeds, st.sampled_from([1e-12, 1e-5, 0.1]))
def test_norms_are_their_formulas_to_rounding(data, kind, dtype, seed, eps):
    """On rows of any numbers, also where they are almost the same."""
    n = data.draw(widths)
    x, dy = data.draw(inputs_and_dy(st.just((3, n)), dtype))
    x += data.draw(st.floats(-100, 100)) / 3  # a mean that is rounded
    layer, rng = kind(n, eps=eps, dtype=dtype), np.random.default_rng(seed)
    for p in layer.parameters().values():
        p[...] = rng.standard_normal(n)
    parameters = [digits(p) for p in layer.parameters().values()]

    def formula(x):
        return NORMS[kind](x, *parameters, eps=eps)

    x_hat, y = NORMS[kind](digits(x), eps=eps), formula(digits(x))
    ulp, tiny = np.finfo(dtype).eps, np.finfo(dtype).tiny
    off = np.abs(layer.forward(x) - y)
    assert (np.abs(layer.x_hat - x_hat) <= 16 * ulp).all()
    assert (off <= 16 * ulp * np.abs(parameters).sum(axis=0)).all()

    slopes = [slope(formula, digits(x), move) for move in np.eye(n)]
    dx = np.stack([(each * dy).sum(axis=-1) for each in slopes], axis=-1)
    rstd = (layer.inv_rms if kind is RMSNorm else layer.rstd).astype(float)
    size = rstd * np.abs(dy * layer.gamma).sum(axis=-1, keepdims=True)
    assert (np.abs(layer.backward(dy) - dx) <= 16 * ulp * size + tiny).all()
