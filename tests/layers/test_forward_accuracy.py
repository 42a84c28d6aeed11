"""Forward passes against mpmath, with 50 digits and code of its own.

A gradient check never sees a wrong forward pass: it takes it as given.
"""

import numpy as np
import pytest
from mpmath import mp, mpf

from course_lib.layers import GatedFeedForward, LayerNorm, RMSNorm, activations
from course_lib.layers.layer_norm import row_mean

SEEDS = range(80)
EPSILONS = (0, 1e-12, 1e-5, 1e-1)


def exact(row, eps):
    """Return mean, variance, 1/std and x_hat of a row, with 50 digits."""
    row = [mpf(float(v)) for v in row]
    mean = mp.fsum(row) / len(row)
    var = mp.fsum((v - mean) ** 2 for v in row) / len(row)
    rstd = 1 / mp.sqrt(var + mpf(eps))
    return mean, var, rstd, [(v - mean) * rstd for v in row]


def errors(layer, x):
    """Yield the error of every y, and the size of its two terms."""
    gamma, beta = (
        [mpf(float(v)) for v in p] for p in layer.parameters().values()
    )
    for row, y in zip(x, layer.forward(x)):
        *_, x_hat = exact(row, layer.eps)
        for a, h, g, b in zip(y, x_hat, gamma, beta):
            yield abs(mpf(float(a)) - (g * h + b)), abs(g * h) + abs(b)


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
    with mp.workdps(50):
        assert max(error for error, _ in errors(layer, x)) <= tolerance
        if dtype == np.float64:
            for p in layer.parameters().values():
                p[...] = rng.standard_normal(p.shape)
            assert max(e / size for e, size in errors(layer, x)) <= 1e-13


def test_what_the_layer_keeps_against_50_digits():
    x = 1e6 + np.random.default_rng(3).standard_normal((4, 30))
    layer = LayerNorm(30, eps=1e-3)
    layer.forward(x)
    with mp.workdps(50):
        for i, row in enumerate(x):
            mean, var, rstd, x_hat = exact(row, 1e-3)
            assert abs(layer.mean[i, 0] / mean - 1) < 4e-16
            assert abs(layer.var[i, 0] / var - 1) < 4e-15
            assert abs(layer.rstd[i, 0] / rstd - 1) < 4e-15
            for ours, true in zip(layer.x_hat[i], x_hat):
                assert abs(ours - true) < 2e-15


ROWS = {
    "normal": lambda rng, n: rng.standard_normal((50, n)),
    "one outlier": lambda rng, n: np.where(
        np.arange(n) == n // 3, 1e3, rng.standard_normal((50, n))
    ),
    "Cauchy": lambda rng, n: rng.standard_cauchy((50, n)),
}


@pytest.mark.parametrize("n", [64, 768, 4096])
@pytest.mark.parametrize("mean", [0, 1e3, 1e6])
@pytest.mark.parametrize("kind", ROWS)
def test_float32_on_wide_rows_and_outliers(kind, mean, n):
    """Rounding is a share of the largest x̂, which may be √N."""
    x = (mean + ROWS[kind](np.random.default_rng(n), n)).astype(np.float32)
    true = LayerNorm(n).forward(x.astype(np.float64))
    error = np.abs(LayerNorm(n).forward(x) - true).max(axis=-1)
    assert (error <= 3e-6 * np.abs(true).max(axis=-1)).all()
    if kind == "normal" and n <= 768:
        assert error.max() <= 2e-6


# --- RMSNorm and the activations ---------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_rms_norm_against_50_digits(dtype, seed):
    """Nothing cancels: every digit counts, whatever the mean."""
    rng = np.random.default_rng(seed)
    x = rows_far_from_zero(rng, 1e15, dtype)
    layer = RMSNorm(x.shape[-1], eps=EPSILONS[seed % 4])
    y = layer.forward(x)
    with mp.workdps(50):
        for i, row in enumerate(x):
            row = [mpf(float(v)) for v in row]
            mean_square = mp.fsum(v * v for v in row) / len(row)
            r = mp.sqrt(mean_square + mpf(layer.eps))
            pairs = [*zip(y[i], (v / r for v in row))]
            pairs += [(layer.mean_square[i, 0], mean_square)]
            pairs += [(layer.rrms[i, 0], 1 / r)]
            worst = max(abs(mpf(float(a)) / b - 1) for a, b in pairs)
            assert worst <= 3 * np.finfo(dtype).eps


@pytest.mark.parametrize("n", [64, 768, 4096])
@pytest.mark.parametrize("kind", ROWS)
def test_rms_norm_in_float32_on_wide_rows(kind, n):
    x = ROWS[kind](np.random.default_rng(n), n).astype(np.float32)
    true = RMSNorm(n).forward(x.astype(np.float64))
    assert np.abs(RMSNorm(n).forward(x) / true - 1).max() <= 1e-6


def exact_silu(m):
    return m / (1 + mp.exp(-m))


def exact_gelu(m):
    return m * mp.erfc(-m / mp.sqrt(2)) / 2


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("size", [1, 5, 30, 700])
@pytest.mark.parametrize("name", ["silu", "gelu"])
def test_activations_and_slopes_against_50_digits(name, size, dtype):
    m = np.random.default_rng(4).uniform(-size, size, 60).astype(dtype)
    exact, ours = globals()[f"exact_{name}"], getattr(activations, name)
    slope = getattr(activations, f"{name}_slope")
    ulp = np.finfo(dtype).eps
    assert ours(m).dtype == slope(m).dtype == dtype
    with mp.workdps(50):
        for v, a, b in zip(m, ours(m), slope(m)):
            v = mpf(float(v))
            y, least = exact(v), np.finfo(dtype).tiny
            size = abs(y) if name == "silu" else max(1, abs(y))
            assert abs(a - y) <= 2 * ulp * size + least
            assert abs(b - mp.diff(exact, v)) <= 3 * ulp


def test_the_mean_square_of_the_gate():
    """Weights are made for a gate of mean square 0.355776."""
    with mp.workdps(20):
        mean_square = mp.quad(
            lambda m: exact_silu(m) ** 2 * mp.npdf(m), [-mp.inf, 0, mp.inf]
        )
    ours = np.var(GatedFeedForward(1, 10**6).W_up)
    assert abs(ours * mean_square - 1) < 0.01


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


def test_one_centring_would_fail_on_constant_rows():
    """The rows are hard: centred once, y is off by 1 in some."""
    x = constant_rows(np.random.default_rng(771), 771, 1e15, np.float64)
    centred = x - row_mean(x)
    var = np.vecdot(centred, centred)[:, None] / 771
    off = np.abs(centred / np.sqrt(var + 1e-5)).max(axis=1)
    assert off.max() > 0.99
    assert (off > 1e-5).mean() > 0.2


def test_eps_0_makes_a_constant_row_nan_and_no_other():
    x = np.array([[1.0, 2, 4], [5, 5, 5], [0, 1, 0]])
    layer = LayerNorm(3, eps=0)
    with pytest.warns(RuntimeWarning) as caught:
        y = layer.forward(x)
        dx = layer.backward(np.ones((3, 3)))
    assert "divide by zero" in str(caught[0].message)
    for rows in (y, dx):
        assert np.isnan(rows[1]).all()
        assert np.isfinite(rows[[0, 2]]).all()
