"""Train the smallest net and watch its weight W: length, angle, cosine."""

from functools import partial
from typing import NamedTuple

import numpy as np

from lesson_parts.laboratory.optimizers import Adam, GradientDescent
from lesson_parts.laboratory.trainer import batches_of, steps_of, stream
from lesson_parts.trials.small_net import Decaying, SmallNet

BETA = 0.9  # of momentum, and Adam's first


class Momentum:
    """v = BETA v + dp, then p -= lr v."""

    def __init__(self, parameters):
        self.parameters, self.v = parameters, np.zeros_like(parameters)

    def step(self, gradients, lr):
        """Move the parameters; lr has shape (runs,)."""
        self.v *= BETA
        self.v += gradients
        self.parameters -= lr[:, None].astype(self.v.dtype) * self.v


OPTIMIZERS = {
    "gradient descent": GradientDescent,
    "momentum": Momentum,
    # without its ε its step does not notice the gradient's length
    "Adam": partial(Adam, eps=0.0),
}


class Watched(NamedTuple):
    """What happened in each step; every array is (steps, runs).

    Attributes
    ----------
    losses : ndarray
    lengths : ndarray
        Of W before the step.
    angles : ndarray
        By which the step turned W, in radians.
    cosines : ndarray
        Between the gradient of W and W.
    """

    losses: np.ndarray
    lengths: np.ndarray
    angles: np.ndarray
    cosines: np.ndarray


def watch(
    optimizer, rates, *, w_rates=None, decay=0, times=1, eps=0.0,
    dtype=np.float64, steps=400, seed=1,
):  # fmt: skip
    """Train a net for each rate, all with one seed, and watch their W.

    Parameters
    ----------
    optimizer : str
        A name in `OPTIMIZERS`.
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
    net = SmallNet([seed] * runs, dtype=dtype, eps=eps)
    W = net.p["W"]
    W *= np.broadcast_to(np.asarray(times, dtype), runs)[:, None, None]
    batches = batches_of([stream(1, seed)], np.zeros(runs, int), dtype)
    moves = Decaying(net, OPTIMIZERS[optimizer], decay)
    seen, before = [], W.copy()
    for loss in steps_of(net, moves, zip(w_rates, rates), batches):
        angle = np.arccos(np.clip(cosine(before, W), -1, 1))
        seen.append((loss, norm(before), angle, cosine(before, net.dp["W"])))
        before = W.copy()
    return Watched(*map(np.array, zip(*seen)))


def cosine(A, B):
    """Return the cosine between A and B for every run."""
    return dot(A, B) / (norm(A) * norm(B))


def dot(A, B):
    """Return the sum of A ∘ B for every run."""
    return np.einsum("rij,rij->r", A, B, dtype=np.float64)


def norm(A):
    """Return the length of A for every run: the root of its squares' sum."""
    return np.sqrt(dot(A, A))


def settled_angle(rate, decay, beta=0.0):
    """Return the angle per step in which growth and decay are in balance."""
    return np.sqrt(2 * rate * decay * (1 - beta) / (1 + beta))


def without_eps(model, seed=3):
    """Move all numbers of a model a little and set every ε to 0, in place.

    At its start b, β and γ are 0 or 1, where much looks alike.
    """
    rng = np.random.default_rng(seed)
    for p in model.parameters().values():
        p += rng.normal(0, 0.1, p.shape)
    stack = model.layers["stack"]
    for norm in (*(each.norm for each in stack.blocks), stack.final_norm):
        if norm is not None:
            norm.eps = 0.0
    return model


def cosine_of(model, *names):
    """Return the cosine between a group of parameters and its gradient.

    Parameters
    ----------
    model : SignalStack
        After a backward pass.
    *names : str
        A parameter belongs to the group if its name ends in one of them.
    """
    pairs = [
        (p.ravel(), dp.ravel())
        for (name, p), dp in zip(
            model.parameters().items(), model.gradients().values()
        )
        if name.endswith(names)
    ]
    p, dp = map(np.concatenate, zip(*pairs))
    return float(p @ dp / np.sqrt((p @ p) * (dp @ dp)))
