"""LayerNorm's forward against mpmath, with 50 digits and code of its own.

A gradient check never sees a wrong forward pass: it takes it as given.
"""

import numpy as np
import pytest
from mpmath import mp, mpf

from course_lib.layers import LayerNorm
from course_lib.layers.layer_norm import row_mean

SEEDS = range(80)
EPSILONS = (0, 1e-12, 1e-5, 1e-1)


def exact_x_hat(row, eps):
    """Normalize one row with 50 digits."""
    with mp.workdps(50):
        row = [mpf(float(v)) for v in row]
        mean = mp.fsum(row) / len(row)
        var = mp.fsum((v - mean) ** 2 for v in row) / len(row)
        return [(v - mean) / mp.sqrt(var + mpf(eps)) for v in row]


def worst_error(y, x, eps, gamma=None, beta=None, *, relative=False):
    """Return the largest error of y, in units of |gamma x_hat| + |beta|."""
    gamma = np.ones(x.shape[-1]) if gamma is None else gamma
    beta = np.zeros(x.shape[-1]) if beta is None else beta
    worst = mpf(0)
    with mp.workdps(50):
        for row_x, row_y in zip(x, y):
            for j, x_hat in enumerate(exact_x_hat(row_x, eps)):
                scaled = mpf(float(gamma[j])) * x_hat
                shift = mpf(float(beta[j]))
                error = abs(mpf(float(row_y[j])) - (scaled + shift))
                if relative:
                    error /= abs(scaled) + abs(shift)
                worst = max(worst, error)
    return float(worst)


def rows_far_from_zero(rng, largest_mean, dtype):
    """Three rows with a spread of about 1 around a mean of any size."""
    n = rng.integers(4, 65)
    exponents = rng.uniform(0, np.log10(largest_mean), (3, 1))
    centre = rng.choice([-1, 1], (3, 1)) * 10**exponents
    return (centre + rng.standard_normal((3, n))).astype(dtype)


@pytest.mark.parametrize("seed", SEEDS)
def test_float64_against_50_digits(seed):
    rng = np.random.default_rng(seed)
    eps = EPSILONS[seed % 4]
    x = rows_far_from_zero(rng, 1e15, np.float64)
    layer = LayerNorm(x.shape[-1], eps=eps)
    assert worst_error(layer.forward(x), x, eps) <= 2e-15


@pytest.mark.parametrize("seed", SEEDS)
def test_float64_with_gamma_and_beta_against_50_digits(seed):
    rng = np.random.default_rng(1000 + seed)
    eps = EPSILONS[seed % 4]
    x = rows_far_from_zero(rng, 1e15, np.float64)
    layer = LayerNorm(x.shape[-1], eps=eps)
    layer.gamma[...] = rng.standard_normal(x.shape[-1])
    layer.beta[...] = rng.standard_normal(x.shape[-1])
    y = layer.forward(x)
    error = worst_error(y, x, eps, layer.gamma, layer.beta, relative=True)
    assert error <= 1e-13


@pytest.mark.parametrize("seed", SEEDS)
def test_float32_against_50_digits(seed):
    rng = np.random.default_rng(2000 + seed)
    eps = EPSILONS[seed % 4]
    x = rows_far_from_zero(rng, 1e6, np.float32)
    y = LayerNorm(x.shape[-1], eps=eps, dtype=np.float32).forward(x)
    assert y.dtype == np.float32
    assert worst_error(y, x, eps) <= 2e-6


def test_what_the_layer_keeps_against_50_digits():
    rng = np.random.default_rng(3)
    x = 1e6 + rng.standard_normal((4, 30))
    layer = LayerNorm(30, eps=1e-3)
    layer.forward(x)
    with mp.workdps(50):
        for i, row in enumerate(x):
            row = [mpf(float(v)) for v in row]
            mean = mp.fsum(row) / 30
            var = mp.fsum((v - mean) ** 2 for v in row) / 30
            rstd = 1 / mp.sqrt(var + mpf(1e-3))
            assert abs(layer.mean[i, 0] / mean - 1) < 4e-16
            assert abs(layer.var[i, 0] / var - 1) < 4e-15
            assert abs(layer.rstd[i, 0] / rstd - 1) < 4e-15
            for j, x_hat in enumerate(exact_x_hat(x[i], 1e-3)):
                assert abs(layer.x_hat[i, j] - x_hat) < 2e-15


def constant_rows(rng, n, largest, dtype):
    values = rng.choice([-1, 1], 2000) * 10 ** rng.uniform(
        -3, np.log10(largest), 2000
    )
    return np.repeat(values.astype(dtype)[:, None], n, axis=1)


@pytest.mark.parametrize(
    ("dtype", "largest", "tolerance"),
    [(np.float64, 1e15, 1e-12), (np.float32, 1e6, 1e-5)],
)
@pytest.mark.parametrize("n", [3, 48, 200, 771])
def test_constant_rows_give_beta(dtype, largest, tolerance, n):
    rng = np.random.default_rng(n)
    x = constant_rows(rng, n, largest, dtype)
    layer = LayerNorm(n, dtype=dtype)
    layer.gamma[...] = rng.standard_normal(n)
    layer.beta[...] = rng.standard_normal(n)
    y = layer.forward(x)
    assert np.abs(y - layer.beta).max() <= tolerance


@pytest.mark.parametrize(
    ("dtype", "largest"), [(np.float64, 1e15), (np.float32, 1e6)]
)
def test_the_mean_of_a_constant_row_is_kept_to_the_last_digit(dtype, largest):
    """The first mean is off in some rows; what it slipped by is added."""
    x = constant_rows(np.random.default_rng(771), 771, largest, dtype)
    layer = LayerNorm(771)
    layer.forward(x)
    assert (row_mean(x) != x[:, :1]).any()
    assert np.array_equal(layer.mean, x[:, :1])
    assert not layer.var.any()


def test_one_centring_would_fail_on_constant_rows():
    """The rows above are hard: centred once, y is off by 1 in some."""
    x = constant_rows(np.random.default_rng(771), 771, 1e15, np.float64)
    centred = x - row_mean(x)
    var = np.vecdot(centred, centred)[:, None] / 771
    off = np.abs(centred / np.sqrt(var + 1e-5)).max(axis=1)
    assert off.max() > 0.99
    assert (off > 1e-5).mean() > 0.2


def test_eps_0_makes_a_constant_row_nan_and_no_other():
    x = np.array([[1.0, 2, 4], [5, 5, 5], [0, 1, 0]])
    layer = LayerNorm(3, eps=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        y = layer.forward(x)
        dx = layer.backward(np.ones((3, 3)))
    for rows in (y, dx):
        assert np.isnan(rows[1]).all()
        assert np.isfinite(rows[[0, 2]]).all()


def test_eps_0_on_a_constant_row_warns():
    with pytest.warns(RuntimeWarning) as caught:
        LayerNorm(3, eps=0).forward([5.0, 5, 5])
    assert "divide by zero" in str(caught[0].message)
