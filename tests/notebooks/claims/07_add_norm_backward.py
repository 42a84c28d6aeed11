"""What lesson 07 says in words."""

import numpy as np
from slopes import slopes

from course_lib.layers import AddNorm, LayerNorm

x = np.array([1.0, 4, 10])
rng = np.random.default_rng(7)
same = np.allclose
J = slopes(lambda x: LayerNorm(3, eps=2).forward(x), x)
x_hat, rstd = LayerNorm(3, eps=2).forward(x), 1 / 4
X, dY, dX_hat = rng.normal(size=(3, 5, 3))
away = x - x.mean()
gamma, beta = np.array([2.0, 1, -1]), np.array([1.0, 0, 3])
row = np.array([1.0, 1, 3, 3])
row_hat = (row - row.mean()) / row.std()
A, B = np.array([7, 3, 7, 3]), np.array([1, -3, 3, -1])
C, D = np.array([2, -2, 2, -2]), np.array([0.5, -0.5, 3, -3])


def layer(eps=2.0):
    made = LayerNorm(3, eps=eps)
    made.gamma[:], made.beta[:] = gamma, beta
    return made


def back(dx_hat, x_hat, rstd):
    def mean(a):
        return a.mean(-1, keepdims=True)

    return (dx_hat - mean(dx_hat) - x_hat * mean(dx_hat * x_hat)) * rstd


def dz(size):
    add = AddNorm(3)
    add.forward(size * X, size * dX_hat)
    return add.backward(dY)


norm = layer()
norm.forward(X)
dX = norm.backward(dY)

together = AddNorm(3)
together.forward(X, dX_hat)
elsewhere = np.ones_like(X)  # what reached orig on other ways
grown = elsewhere.copy()
handed = together.backward(dY, grown)
one_feature = LayerNorm(1)
one_feature.forward(X[:, :1])

CLAIMS = {
    "prev gets dz, orig's gradient grows by dz": same(
        grown, elsewhere + handed
    )
    and same(
        handed,
        slopes(lambda X: (AddNorm(3).forward(X, dX_hat) * dY).sum(), X),
        atol=1e-6,
    ),
    "With 768 features J has 589,824 entries": 768 * 768 == 589_824,
    "(5, 5, 5) points along **1**, so nothing comes through": same(
        np.full(3, 5) @ J, 0, atol=1e-7
    ),
    "(2, −3, 1) points across the ray, so it is divided by s = 4": same(
        np.array([2, -3, 1]) @ J, np.array([2, -3, 1]) / 4
    ),
    "And (−4, −1, 5) points along the ray, so its factor is ε/s³ = 2/64 = "
    "1/32": same(np.array([-4, -1, 5]) @ J, np.array([-4, -1, 5]) / 32),
    "Take away x̂ times the mean of dx̂·x̂": same(
        dX_hat[0] @ J, back(dX_hat[0], x_hat, rstd)
    ),
    "So a gradient dy that comes back meets γ and β first": same(
        dX, back(dY * gamma, norm.x_hat, norm.rstd)
    ),
    "and multiplies by it last": not same(
        dX, gamma * back(dY, norm.x_hat, norm.rstd)
    ),
    "a constant may stand before a mean or inside it": np.isclose(
        (3 * x).mean(), 3 * x.mean()
    ),
    "Two convenient losses, and each sends its gradient along one of the two "
    "directions that J destroys": same(
        back(np.ones(3), *[(x - 5) / np.std(x)], 1), 0
    )
    and same(back((x - 5) / np.std(x), (x - 5) / np.std(x), 1), 0),
    "In (3, 4) the first axis holds all tokens, so `.sum(axis=0)` is right": (
        np.ones((3, 4)).sum(axis=0).max() == 3
    ),
    "And ten times larger inputs make dz ten times smaller, because s is ten "
    "times as large (but for ε) and x̂ stays": same(
        dz(100.0), 10 * dz(1000.0), atol=1e-5
    ),
    "mean((dx̂ − mean(dx̂))·x̂) = mean(dx̂·x̂) − mean(dx̂)·mean(x̂), and mean(x̂) is "
    "0": np.isclose(
        ((dX_hat[0] - dX_hat[0].mean()) * x_hat).mean(),
        (dX_hat[0] * x_hat).mean(),
    ),
    "rstd²·(var + ε) = 1": rstd**2 * (np.var(x) + 2) == 1,
    "2·rstd·rstd′·(var + ε) + rstd² = 0": np.isclose(
        2 * rstd * (-(rstd**3) / 2) * 16 + rstd**2, 0
    ),
    "dvar = −4 · (−1/2)(1/4)³ = 1/32": -4 * (-1 / 2) * (1 / 4) ** 3 == 1 / 32,
    "So every true dx is orthogonal to both": abs(A.sum()) > 0
    and abs(B @ row_hat) > 0,
    "So A and the right dx differ by the same number in every entry": (
        np.ptp(A - C) == 0 < np.ptp(A - D)
    ),
    "A − C = (5, 5, 5, 5), but A − D = (6.5, 3.5, 4, 6)": (
        same(A - C, 5) and same(A - D, [6.5, 3.5, 4, 6])
    ),
    "it lacks only a multiple of x̂, and B − C = (−1, −1, 1, 1) is one": (
        same(B - C, [-1, -1, 1, 1]) and same(B - C, row_hat)
    ),
    "dx̂ without its mean, without x̂ times the mean of dx̂·x̂, times rstd": same(
        dX_hat[0] @ J, back(dX_hat[0], x_hat, rstd)
    ),
    "rstd = 1/√(var + ε); x̂ = (x − mean)·rstd; y = γ·x̂ + β": same(
        layer().forward(x),
        gamma * (x - x.mean()) / np.sqrt(x.var() + 2) + beta,
    ),
    "dβ = Σ dy over tokens": same(norm.dbeta, dY.sum(axis=0)),
    "dγ = Σ dy·x̂ over tokens": same(
        norm.dgamma, (dY * norm.x_hat).sum(axis=0)
    ),
    "dx = (dx̂ − mean(dx̂) − x̂·mean(dx̂·x̂))·rstd, both means over features": same(
        dX, back(dY * gamma, norm.x_hat, norm.rstd)
    ),
    "RMSNorm has J = (I − x̂x̂ᵀ/N)/s": same(
        slopes(lambda x: x / np.sqrt(np.mean(x * x) + 2), x),
        (np.eye(3) - np.outer(x, x) / (np.mean(x * x) + 2) / 3)
        / np.sqrt(np.mean(x * x) + 2),
    ),
    "mean and var over features": same(
        norm.rstd, 1 / np.sqrt(X.var(axis=1, keepdims=True) + 2)
    ),
    "| x̂ | centred · rstd | to centred: rstd; to rstd: centred |": same(
        slopes(lambda c: c * rstd, away), rstd * np.eye(3)
    )
    and same(slopes(lambda r: away * r, [rstd])[:, 0], away),
    "| rstd | rstd²·(var + ε) = 1 | to var: −rstd³/2 |": same(
        slopes(lambda var: 1 / np.sqrt(var + 2), [14.0]), -(rstd**3) / 2
    )
    and rstd**2 * (14 + 2) == 1,
    "| var | mean of centred² | to centred: 2·centred/N |": same(
        slopes(lambda c: np.mean(c**2), away), 2 * away / 3
    ),
    "| centred | x − mean | to x: 1; to mean: −1 in every entry |": same(
        slopes(lambda x: x - 5, x), np.eye(3)
    )
    and same(slopes(lambda mean: x - mean, [5.0]), -1),
    "| mean | sum of x, over N | to x: 1/N |": same(
        slopes(lambda x: sum(x) / 3, x), 1 / 3
    ),
    "take more than two features and three axes, and compare the shapes "
    "first": same(slopes(LayerNorm(2, eps=0).forward, x[:2]), 0, atol=1e-6)
    and abs(slopes(LayerNorm(3, eps=0).forward, x)).max() > 0.01
    and not one_feature.backward(dY[:, :1]).any()
    and same(np.ones((1, 8)), np.ones(8)),
}
