"""Train the smallest net with a weight before a norm, and watch that weight.

Linear 40 → 80 without bias, LayerNorm, ReLU, Linear 80 → 10. Its first weight
is W. Every array has a leading axis of runs, which differ in their rates.
"""

from typing import NamedTuple

import numpy as np

from lesson_parts.laboratory.signals import KINDS, LENGTH, signals

WIDTH, BATCH, BETA = 80, 32, 0.9  # BETA of momentum, and Adam's first


class SmallNet:
    """The nets of all runs: parameters `p` and gradients `dp`, by name."""

    def __init__(self, runs, rng, dtype, eps):
        W = rng.normal(0, LENGTH**-0.5, (LENGTH, WIDTH))
        V = rng.normal(0, WIDTH**-0.5, (WIDTH, KINDS))
        start = {"W": W, "gamma": np.ones((1, WIDTH)),
                 "beta": np.zeros((1, WIDTH)), "V": V,
                 "b": np.zeros((1, KINDS))}  # fmt: skip
        self.p = {name: np.array([value] * runs, dtype)
                  for name, value in start.items()}  # fmt: skip
        self.dp, self.eps = {}, dtype(eps)

    def train_on(self, x, kind):
        """Return each run's loss, and leave the gradients.

        Parameters
        ----------
        x : ndarray, (signals, 40)
        kind : ndarray of int, (signals,)
        """
        p = self.p
        h = x @ p["W"]  # (runs, signals, 80)
        centred = h - h.mean(axis=-1, keepdims=True)
        var = (centred**2).mean(axis=-1, keepdims=True)
        rstd = 1 / np.sqrt(var + self.eps)
        x_hat = centred * rstd
        y = x_hat * p["gamma"] + p["beta"]
        hidden = np.maximum(y, 0)
        logits = hidden @ p["V"] + p["b"]  # (runs, signals, 10)
        logits = logits - logits.max(axis=-1, keepdims=True)
        share = np.exp(logits)
        share /= share.sum(axis=-1, keepdims=True)
        right = np.arange(len(kind)), kind
        loss = -np.log(share[:, *right]).mean(axis=-1)

        share[:, *right] -= 1
        dlogits = share / len(kind)
        dy = dlogits @ p["V"].swapaxes(1, 2) * (y > 0)
        dx_hat = dy * p["gamma"]
        dh = dx_hat - dx_hat.mean(axis=-1, keepdims=True)
        dh -= x_hat * (dh * x_hat).mean(axis=-1, keepdims=True)
        self.dp = {
            "W": x.T @ (dh * rstd),
            "gamma": (dy * x_hat).sum(axis=1, keepdims=True),
            "beta": dy.sum(axis=1, keepdims=True),
            "V": hidden.swapaxes(1, 2) @ dlogits,
            "b": dlogits.sum(axis=1, keepdims=True),
        }
        return loss


class Moves:
    """Gradient descent, momentum or Adam without ε, for one parameter."""

    def __init__(self, name, p):
        self.name, self.v, self.square = name, 0 * p, 0 * p
        self.steps = 0

    def __call__(self, dp):
        """Return what is taken away from the parameter, times the rate."""
        if self.name == "gradient descent":
            return dp
        self.v = BETA * self.v + dp
        if self.name == "momentum":
            return self.v
        self.steps += 1
        self.square = 0.999 * self.square + 0.001 * dp**2
        mean = (1 - BETA) * self.v / (1 - BETA**self.steps)
        root = np.sqrt(self.square / (1 - 0.999**self.steps))
        return np.divide(mean, root, out=0 * dp, where=root > 0)


class Watched(NamedTuple):
    """What happened in each step; every array is (steps, runs).

    Attributes
    ----------
    losses : ndarray
    lengths : ndarray
        Of W before the step.
    angles : ndarray
        By which the step turned W, in radians.
    """

    losses: np.ndarray
    lengths: np.ndarray
    angles: np.ndarray


def watch(
    optimizer, rates, *, w_rates=None, decay=0, times=1, eps=0.0,
    dtype=np.float64, steps=400, seed=1,
):  # fmt: skip
    """Train a net for each rate, all with one seed, and watch their W.

    Parameters
    ----------
    optimizer : str
        "gradient descent", "momentum" or "Adam".
    rates : array_like, (runs,) or (steps, runs)
        The learning rate, held unless it is given for every step.
    w_rates : array_like, optional
        The learning rate of W alone; `rates` by default.
    decay : float
        W is multiplied by 1 − rate · decay in each step.
    times : float or sequence
        What W is multiplied by at the start.
    eps : float
        Of LayerNorm.

    Returns
    -------
    Watched
    """
    rates = np.atleast_1d(np.asarray(rates, float))
    runs = rates.shape[-1]
    rates = np.broadcast_to(rates, (steps, runs))
    w_rates = np.broadcast_to(rates if w_rates is None else w_rates,
                              (steps, runs))  # fmt: skip
    of_weights, of_signals = np.random.default_rng(seed).spawn(2)
    net = SmallNet(runs, of_weights, dtype, eps)
    net.p["W"] *= np.broadcast_to(np.asarray(times, dtype), runs)[
        :, None, None
    ]
    moves = {name: Moves(optimizer, p) for name, p in net.p.items()}
    seen = []
    for rate, w_rate in zip(rates, w_rates):
        x, kind = signals(BATCH, of_signals)
        loss, before = net.train_on(x.astype(dtype), kind), net.p["W"].copy()
        net.p["W"] *= (1 - w_rate * decay).astype(dtype)[:, None, None]
        for name, p in net.p.items():
            lr = w_rate if name == "W" else rate
            p -= lr.astype(dtype)[:, None, None] * moves[name](net.dp[name])
        angle = np.arccos(np.clip(cosine(before, net.p["W"]), -1, 1))
        seen.append((loss, np.sqrt(dot(before, before)), angle))
    return Watched(*map(np.array, zip(*seen)))


def apart(losses):
    """Say how far the losses of two runs, (steps, 2), come apart."""
    most = np.abs(losses[:, 0] - losses[:, 1]).max()
    return f"more than 1e-6 apart: {most > 1e-6}" if most else "equal"


def cosine(A, B):
    """Return the cosine between A and B for every run."""
    return dot(A, B) / np.sqrt(dot(A, A) * dot(B, B))


def dot(A, B):
    """Return the sum of A ∘ B for every run."""
    return np.einsum("rij,rij->r", A, B, dtype=np.float64)


def settled_angle(rate, decay, beta=0.0):
    """Return the angle per step in which growth and decay are in balance."""
    return np.sqrt(2 * rate * decay * (1 - beta) / (1 + beta))
