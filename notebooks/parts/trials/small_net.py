"""The smallest net with a weight before a norm, many runs at once.

Linear 40 → 80 without bias, LayerNorm, ReLU, Linear 80 → 10. Its first weight
is W. Decay multiplies W, and nothing else, by 1 − lr · decay in each step.
"""

import numpy as np

from parts.training import trainer
from parts.training.optimizers import OPTIMIZERS, share_of_rate
from parts.training.side_by_side import (
    BatchedLinear,
    BatchedNorm,
    losses_and_slopes,
)
from parts.training.signals import KINDS, LENGTH
from parts.trials.cells import DECAYED, TIMES_16

WIDTH = 80
DECAY = {"gradient descent": 0.002, "Adam": 0.2}


class SmallNet:
    """The nets of all runs; parameters and gradients have a row for each."""

    def __init__(self, seeds, *, times=1, dtype=np.float32, eps=1e-5):
        shapes = {
            "W": (LENGTH, WIDTH), "gamma": (1, WIDTH), "beta": (1, WIDTH),
            "V": (WIDTH, KINDS), "b": (1, KINDS),
        }  # fmt: skip
        size = sum(map(np.prod, shapes.values()))
        self.parameters = np.zeros((len(seeds), size), dtype)
        self.gradients = np.zeros_like(self.parameters)
        self.p, self.dp, start = {}, {}, 0
        for name, shape in shapes.items():
            part = np.s_[:, start : start + np.prod(shape)]
            shape = (len(seeds), *shape)
            self.p[name] = self.parameters[part].reshape(shape, copy=False)
            self.dp[name] = self.gradients[part].reshape(shape, copy=False)
            start = part[1].stop
        for i, seed in enumerate(seeds):
            rng = trainer.sources(1, seed)[0]
            for name, fan_in in (("W", LENGTH), ("V", WIDTH)):
                drawn = rng.normal(0, fan_in**-0.5, shapes[name])
                self.p[name][i] = drawn
        self.p["W"] *= dtype(times)
        self.p["gamma"][:] = 1
        p, dp = self.p, self.dp
        self.first = BatchedLinear(p["W"], dp["W"])
        self.norm = BatchedNorm(p, dp, eps)
        self.head = BatchedLinear(p["V"], dp["V"], p["b"], dp["b"])

    def forward(self, x):
        """Take x, (runs, signals, 40); return logits, (runs, signals, 10)."""
        y = self.norm.forward(self.first.forward(x))
        return self.head.forward(np.maximum(y, 0))

    def backward(self, dlogits):
        """Fill `gradients` from the gradient of every run's own loss."""
        dy = self.head.backward(dlogits)
        self.first.backward(self.norm.backward(dy * (self.head.x > 0)))


def steps_of(net, optimizer, rates, batches, decay=0):
    """Yield every run's loss before each step of a training.

    Parameters
    ----------
    net : SmallNet
    optimizer : callable
        Returns what has ``step(gradients, rates)`` for some parameters.
    rates : iterable of two ndarray, (runs,)
        The learning rate of W and that of all else, in each step.
    batches : iterable of (x, kinds)
        Signals of every run, (runs, 32, 40) and (runs, 32).
    decay : float
    """
    W = net.p["W"]
    parts = np.s_[:, : W[0].size], np.s_[:, W[0].size :]
    halves = [optimizer(net.parameters[part]) for part in parts]
    for both, (x, kinds) in zip(rates, batches):
        loss, dlogits = losses_and_slopes(net.forward(x), kinds)
        net.backward(dlogits)
        W *= (1 - both[0] * decay).astype(x.dtype)[:, None, None]
        for half, part, rate in zip(halves, parts, both):
            half.step(net.gradients[part].copy(), rate)  # it spends them
        yield loss


def batches_of(streams, own, dtype=np.float32):
    """Yield the batches of runs; `own` says which stream each run reads."""
    while True:
        x, kinds = map(np.array, zip(*map(next, streams)))
        for i in range(trainer.AT_ONCE):
            yield x[own, i].astype(dtype, copy=False), kinds[own, i]


def train(setting, tasks, progress=iter, stop=None, stream=trainer.stream):
    """Train one run for every task; as `parts.training.trainer.train`."""
    seeds = sorted({seed for _, seed in tasks})
    own = np.array([seeds.index(seed) for _, seed in tasks])
    times = 16 if setting.start == TIMES_16 else 1
    net = SmallNet([seed for _, seed in tasks], times=times)
    top = np.array([lr for lr, _ in tasks])
    decay = DECAY[setting.optimizer] * setting.variant.startswith(DECAYED)
    steps = progress(range(stop or setting.steps))
    rates = ([top * share_of_rate(step, setting.steps)] * 2 for step in steps)
    streams = [stream(setting.depth, seed) for seed in seeds]
    optimizer, batches = (
        OPTIMIZERS[setting.optimizer],
        batches_of(streams, own),
    )
    with np.errstate(all="ignore"):
        history = np.array([*steps_of(net, optimizer, rates, batches, decay)])
        accuracy, test_loss = trainer.tested(net, setting.depth, seeds, own)
    return trainer.ended(setting, tasks, history, accuracy, test_loss)
