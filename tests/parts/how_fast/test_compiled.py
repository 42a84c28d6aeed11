"""The compiled layer agrees with the one in NumPy, warnings included.

test_hard_inputs.py runs on it as well: layouts, dtypes, NaN, empty batches.
"""

import sys
import warnings

import numpy as np
import pytest

from course_lib.layers import LayerNorm
from course_lib.layers.norm import Norm
from parts.how_fast.compiled import MISSING, CompiledLayerNorm, compiled


def normal(rng, shape=(37, 41)):
    return rng.standard_normal(shape)


def outlier(rng):
    return np.where(np.arange(4096) == 5, 1e3, normal(rng, (20, 4096)))


INPUTS = {
    "normal": normal,
    "a vector": lambda rng: normal(rng, 9),
    "three axes": lambda rng: normal(rng, (2, 3, 768)),
    "many rows": lambda rng: normal(rng, (3000, 48)),
    "mean 1e6": lambda rng: 1e6 + normal(rng, (50, 768)),
    "an outlier": outlier,
    "Cauchy": lambda rng: rng.standard_cauchy((50, 64)),
    "one feature": lambda rng: normal(rng, (5, 1)),
    "constant rows": lambda rng: np.repeat(1e5 * normal(rng, (9, 1)), 48, 1),
    "integers": lambda rng: rng.integers(-9, 9, (4, 6)),
    "1e30": lambda rng: 1e30 * normal(rng, (4, 6)),
    "sum overflows": lambda rng: np.full((2, 8), 3e38),
    "subnormal": lambda rng: 1e-45 * np.arange(12.0).reshape(3, 4),
    "a NaN": lambda rng: np.where(np.arange(41) == 7, np.nan, normal(rng)),
    "an inf": lambda rng: np.where(np.arange(41) == 7, np.inf, normal(rng)),
}


def outcome(layer, x, dy):
    """Return what a layer computes and keeps, and the warnings it gives."""
    rng = np.random.default_rng(8)
    for p in layer.parameters().values():
        p += rng.standard_normal(p.shape) / 4
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        y, dx = layer.forward(x), layer.backward(dy)
    kept = layer.x_hat, layer.mean, layer.var, layer.rstd
    texts = {str(warning.message) for warning in caught}
    return (y, dx, *layer.gradients().values(), *kept), texts


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("eps", [0, 1e-5])
@pytest.mark.parametrize("kind", INPUTS)
def test_it_agrees_with_numpy_to_rounding(kind, eps, dtype):
    pytest.importorskip("numba", reason=MISSING)
    rng = np.random.default_rng(3)
    with np.errstate(over="ignore"):
        x = INPUTS[kind](rng).astype(dtype)
    dy, n = rng.standard_normal(x.shape).astype(dtype), x.shape[-1]
    ours, warned = outcome(CompiledLayerNorm(n, eps=eps, dtype=dtype), x, dy)
    numpys, expected = outcome(LayerNorm(n, eps=eps, dtype=dtype), x, dy)
    assert warned == expected
    tolerance = 1e-6 if dtype == np.float32 else 1e-12
    for a, b in zip(ours, numpys, strict=True):
        assert (a.dtype, a.shape) == (b.dtype, b.shape)
        size = np.nanmax(np.abs(b), initial=1, where=np.isfinite(b))
        np.testing.assert_allclose(a, b, rtol=0, atol=tolerance * size)


def test_it_computes_and_does_not_only_inherit(monkeypatch):
    pytest.importorskip("numba", reason=MISSING)
    monkeypatch.delattr(Norm, "compute")
    monkeypatch.delattr(Norm, "compute_gradients")
    layer, x = CompiledLayerNorm(4), np.arange(8.0).reshape(2, 4)
    y = [-1.3416354, -0.4472118, 0.4472118, 1.3416354]
    assert np.allclose(layer.forward(x), [y, y])
    assert np.allclose(layer.backward(x), 0, atol=1e-4)


def test_parameters_that_change_shape_between_the_passes():
    pytest.importorskip("numba", reason=MISSING)
    layer, plain = CompiledLayerNorm(4), LayerNorm(4)
    x = np.random.default_rng(1).standard_normal((3, 4))
    for each in layer, plain:
        each.forward(x)
        each.gamma = np.full((3, 1), 2.0)
    assert np.allclose(layer.backward(x), plain.backward(x))
    assert layer.dgamma.shape == (3, 1)


def test_without_numba_it_says_what_to_type(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    compiled.cache_clear()
    with pytest.raises(ImportError, match=r'pip install -e "\.\[compiled\]"'):
        CompiledLayerNorm(4)
