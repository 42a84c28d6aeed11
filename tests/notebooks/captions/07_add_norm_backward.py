"""The captions of lesson 07."""

import numpy as np

from parts.backward import pictures

X, EPS, D_HAT = np.array([1.0, 4.0, 10.0]), 2, np.array([1, 0, 0])
CENTRED = X - X.mean()
RSTD = (CENTRED @ CENTRED / 3 + EPS) ** -0.5
D_RSTD = D_HAT @ CENTRED
D_VAR = -(RSTD**3) / 2 * D_RSTD
BY_HAT, BY_VAR = D_HAT * RSTD, D_VAR * 2 * CENTRED / 3
D_CENTRED = BY_HAT + BY_VAR
D_MEAN = -D_CENTRED.sum()
WAYS = [
    ("x", "mean"), ("x", "centred"), ("mean", "centred"),
    ("centred", "x_hat"), ("centred", "var"), ("var", "rstd"),
    ("rstd", "x_hat"),
]  # fmt: skip


def mean(x):
    return x.mean(axis=-1, keepdims=True)


def all_dx(x, gamma, dy, eps=1e-12):
    """Return dx by Jacobians, and with each slip."""
    centred = x - mean(x)
    rstd = (mean(centred**2) + eps) ** -0.5
    x_hat, dx_hat, n = centred * rstd, dy * gamma, x.shape[-1]
    outer = x_hat[..., :, None] * x_hat[..., None, :]
    J = (np.eye(n) - 1 / n - outer / n) * rstd[..., None]
    return {
        "right": np.einsum("ti,tij->tj", dx_hat, J),
        "dx is all zeros": 0 * x,
        "dx without γ": np.einsum("ti,tij->tj", dy, J),
        "dx without the mean's term": rstd
        * (dx_hat - x_hat * mean(dx_hat * x_hat)),
        "dx without the variance's term": rstd * (dx_hat - mean(dx_hat)),
    }


def slips_of_dx(x, gamma, dy):
    """Name the slips whose dx is right on these numbers."""
    right, *wrong = all_dx(x, gamma, dy).items()
    return names(name for name, dx in wrong if close(dx, right[1]))


def close(a, b):
    return np.shape(np.subtract(a, b)) and np.allclose(a, b, 1e-6, 1e-6)


def names(slips):
    return ", ".join(slips) or "none"


def slips_of_sums(shape):
    """Name those that a careless comparison by value lets pass, by shape.

    dx is right or wrong in all shapes alike, and so is dγ from y.
    """
    dy = np.random.default_rng(3).normal(size=shape)
    right = dy.sum(axis=tuple(range(dy.ndim - 1)))
    found = {
        "dβ not summed over tokens": dy,
        "dγ and dβ as .sum(axis=0)": dy.sum(axis=0),
    }
    return names(name for name, db in found.items() if close(db, right))


RNG = np.random.default_rng(7)
TOKENS, DY, ONES = *RNG.normal(size=(2, 3, 4)), np.ones((3, 4))
GAMMA = RNG.normal(size=4)
HAT = (TOKENS - mean(TOKENS)) / TOKENS.std(axis=-1, keepdims=True)
PASSED = {
    "sum": slips_of_dx(TOKENS, 1, ONES),
    "squares": slips_of_dx(TOKENS, 1, HAT),
    "γ=1": slips_of_dx(TOKENS, 1, DY),
    "N=2": slips_of_dx(TOKENS[:, :2], GAMMA[:2], DY[:, :2]),
    "all random": slips_of_dx(TOKENS, GAMMA, DY),
}
SHAPES = (1, 4), (3, 4), (2, 3, 4)

CAPTIONS = {
    "audit-table": [
        ("Slips that pass each check. " + "; ".join(
            f"{check}: {slips}" for check, slips in PASSED.items()) + ".",
         True),
    ],
    "audit-sums": [
        ("Slips that pass each check. " + "; ".join(
            f"{shape}: {slips_of_sums(shape)}" for shape in SHAPES) + ".",
         True),
    ],
    "graph-picture": [
        ("A graph of the forward pass for x = ({}, {}, {}) and ε = {}. x "
         "leads to mean, and both lead to centred; centred leads to var and "
         "on to rstd, and centred and rstd lead to x̂",
         *X, EPS, sorted(pictures.WAYS) == sorted(WAYS)),
    ],
    "graph-gradients": [
        ("The same graph with an arrow back beside every arrow forward, and a "
         "gradient beside every box, for dx̂ = ({}, {}, {}): drstd = {}, "
         "dvar = {}/{}, dcentred = ({}, {}, {})/{}, dmean = {}/{}, dx = ({}, "
         "{}, {})/{}.",
         *D_HAT, D_RSTD, 1, 1 / D_VAR, *48 * D_CENTRED, 48, -1, -1 / D_MEAN,
         *48 * (D_CENTRED + D_MEAN / 3), 48),
        ("Where {} arrows come back to a box", 2),
        ("at centred ({}/{}, {}, {}) and ({}, {}, {})/{}, at x ({}, {}, {})/{}"
         " and ({}, {}, {})/{}. They add up",
         1, 1 / BY_HAT[0], *BY_HAT[1:], *48 * BY_VAR, 48,
         *48 * D_CENTRED, 48, *[48 * D_MEAN / 3] * 3, 48,
         np.isclose((D_CENTRED + D_MEAN / 3).sum(), 0)),
    ],
}  # fmt: skip
