"""Forward passes and SiLU against 50 digits: how many are right.

A gradient check never sees a wrong forward pass: it takes it as given.
"""

import fifty_digits
import numpy as np
import pytest
from fifty_digits import digits, layer_norm, rms_norm, root, slope
from mpmath import mp

from course_lib.layers import LayerNorm, RMSNorm
from course_lib.layers.activations import silu, silu_slope
from course_lib.layers.gated_feed_forward import SILU_MEAN_SQUARE

SEEDS = range(80)
EPSILONS = (0, 1e-12, 1e-5, 1e-1)


def worst(ours, exact):
    """Return the largest error as a share of the exact number."""
    assert np.isfinite(ours).all()
    return np.abs(ours / exact - 1).max()


def rows_far_from_zero(rng, largest_mean, dtype):
    """Three rows with a spread of about 1 around a mean of any size."""
    n = rng.integers(4, 65)
    exponents = rng.uniform(0, np.log10(largest_mean), (3, 1))
    centre = rng.choice([-1, 1], (3, 1)) * 10**exponents
    return (centre + rng.standard_normal((3, n))).astype(dtype)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("dtype", "largest_mean", "tolerance"),
    [(np.float64, 1e15, 2e-15), (np.float32, 1e6, 2e-6)],
)
def test_against_50_digits(dtype, largest_mean, tolerance, seed):
    rng = np.random.default_rng(seed)
    x = rows_far_from_zero(rng, largest_mean, dtype)
    layer = LayerNorm(x.shape[-1], eps=EPSILONS[seed % 4])
    x_hat = layer_norm(digits(x), eps=layer.eps)
    assert (np.abs(layer.forward(x) - x_hat) <= tolerance).all()
    if dtype == np.float64:
        for p in layer.parameters().values():
            p[...] = rng.standard_normal(p.shape)
        scaled = layer.gamma * x_hat
        error = np.abs(layer.forward(x) - (scaled + layer.beta))
        assert (error <= 1e-13 * (np.abs(scaled) + np.abs(layer.beta))).all()


def test_what_the_layer_keeps_against_50_digits():
    x = 1e6 + np.random.default_rng(3).standard_normal((4, 30))
    layer, exact = LayerNorm(30, eps=1e-3), digits(x)
    layer.forward(x)
    mean = exact.mean(axis=-1, keepdims=True)
    var = ((exact - mean) ** 2).mean(axis=-1, keepdims=True)
    assert worst(layer.mean, mean) < 4e-16
    assert worst(layer.var, var) < 4e-15
    assert worst(layer.rstd, 1 / root(var + 1e-3)) < 4e-15
    x_hat = layer_norm(exact, eps=1e-3)
    assert (np.abs(layer.x_hat - x_hat) < 2e-15).all()


ROWS = {
    "normal": lambda rng, n: rng.standard_normal((50, n)),
    "one outlier": lambda rng, n: np.where(
        np.arange(n) == n // 3, 1e3, rng.standard_normal((50, n))
    ),
    "Cauchy": lambda rng, n: rng.standard_cauchy((50, n)),
    "Pareto": lambda rng, n: rng.pareto(1, (50, n)),
}


@pytest.mark.parametrize("n", [64, 1024, 4096])
@pytest.mark.parametrize(
    ("norm", "mean"),
    [(LayerNorm, 0), (LayerNorm, 1e3), (LayerNorm, 1e6), (RMSNorm, 0)],
)
@pytest.mark.parametrize("kind", ROWS)
def test_float32_on_wide_rows_and_outliers(kind, norm, mean, n):
    """Rounding is a share of the largest x̂, which may be √N."""
    x = (mean + ROWS[kind](np.random.default_rng(n), n)).astype(np.float32)
    true = norm(n).forward(x.astype(np.float64))
    off = norm(n).forward(x) - true
    if norm is RMSNorm:  # nothing cancels
        assert np.abs(off / true).max() <= 1e-6
    error = np.abs(off).max(axis=-1)
    tolerance = 2e-6 if n <= 1024 else 5e-6
    assert (error <= tolerance * np.abs(true).max(axis=-1)).all()
    if kind == "normal" and n <= 1024:
        assert error.max() <= 2e-6


# --- RMSNorm and SiLU ---


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_rms_norm_against_50_digits(dtype, seed):
    """Nothing cancels: every digit counts, whatever the mean."""
    rng = np.random.default_rng(seed)
    x = rows_far_from_zero(rng, 1e15, dtype)
    layer = RMSNorm(x.shape[-1], eps=EPSILONS[seed % 4])
    exact = digits(x)
    mean_square = (exact**2).mean(axis=-1, keepdims=True)
    few = 3 * np.finfo(dtype).eps
    assert worst(layer.forward(x), rms_norm(exact, eps=layer.eps)) <= few
    assert worst(layer.mean_square, mean_square) <= few
    assert worst(layer.inv_rms, 1 / root(mean_square + layer.eps)) <= few


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("most", [1, 5, 30, 700])
def test_silu_and_its_slope_against_50_digits(most, dtype):
    m = np.random.default_rng(4).uniform(-most, most, 60).astype(dtype)
    ours, slopes = silu(m), silu_slope(m)
    assert ours.dtype == slopes.dtype == dtype
    exact, ulp = fifty_digits.silu(digits(m)), np.finfo(dtype).eps
    least = np.finfo(dtype).tiny
    assert (np.abs(ours - exact) <= 2 * ulp * np.abs(exact) + least).all()
    wanted = slope(fifty_digits.silu, digits(m))
    assert (np.abs(slopes - wanted) <= 3 * ulp).all()


def test_the_mean_square_of_the_gate():
    with mp.workdps(20):
        mean_square = mp.quad(
            lambda m: (m / (1 + mp.exp(-m))) ** 2 * mp.npdf(m),
            [-mp.inf, 0, mp.inf],
        )
    assert abs(mean_square - SILU_MEAN_SQUARE) < 1e-6


# --- Constant rows -----------------------------------------------------------


def constant_rows(rng, n, largest, dtype):
    exponents = rng.uniform(-3, np.log10(largest), 2000)
    values = rng.choice([-1, 1], 2000) * 10**exponents
    return np.repeat(values.astype(dtype)[:, None], n, axis=1)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("n", [2, 3, 48, 200, 771])
def test_constant_rows_give_beta_until_their_sum_overflows(dtype, n):
    rng, largest = np.random.default_rng(n), float(np.finfo(dtype).max) / n
    layer = LayerNorm(n, dtype=dtype)
    layer.gamma[...], layer.beta[...] = rng.standard_normal((2, n))
    x = constant_rows(rng, n, 0.99 * largest, dtype)
    assert np.abs(layer.forward(x) - layer.beta).max() <= 1e-12
    assert np.array_equal(layer.mean, x[:, :1])  # to the last digit
    assert not layer.var.any()
    with pytest.warns(RuntimeWarning) as caught:
        y = layer.forward(np.full((1, n), 1.01 * largest, dtype))
    assert np.isnan(y).all()
    assert "invalid value" in str(caught[-1].message)
