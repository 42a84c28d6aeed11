"""The smallest net with a weight before a norm, many runs at once.

Linear 40 → 80 without bias, LayerNorm, ReLU, Linear 80 → 10. Its first weight
is W. Decay multiplies W, and nothing else, by 1 − lr · decay in each step.
"""

import numpy as np

from lesson_parts.laboratory.optimizers import OPTIMIZERS
from lesson_parts.laboratory.side_by_side import BatchedLinear, BatchedNorm
from lesson_parts.laboratory.signals import KINDS, LENGTH
from lesson_parts.laboratory.trainer import sources
from lesson_parts.trials.cells import DECAYED, TIMES_16

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
            # Reshaped, it is a view: only its last axis is split.
            shape = (len(seeds), *shape)
            self.p[name] = self.parameters[part].reshape(shape)
            self.dp[name] = self.gradients[part].reshape(shape)
            start = part[1].stop
        for i, seed in enumerate(seeds):
            rng = sources(1, seed)[0]
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


class Decaying:
    """W and all else with an optimizer each; W decays before it moves."""

    def __init__(self, net, optimizer, decay):
        self.W, self.decay = net.p["W"], decay
        size = self.W[0].size
        self.parts = np.s_[:, :size], np.s_[:, size:]
        self.halves = [optimizer(net.parameters[part]) for part in self.parts]

    def step(self, gradients, rates):
        """Move the parameters; rates are (runs,), or (2, runs) with W's."""
        rates = np.broadcast_to(rates, (2, len(self.W)))
        kept = 1 - rates[0] * self.decay
        self.W *= kept.astype(self.W.dtype)[:, None, None]
        for half, part, rate in zip(self.halves, self.parts, rates):
            half.step(gradients[part].copy(), rate)  # it spends them


def together(setting, seeds):
    """Return the nets that runs of a setting start from."""
    return SmallNet(seeds, times=16 if setting.start == TIMES_16 else 1)


def optimizer_of(setting, net):
    """Return what moves the nets of a setting, with its decay."""
    decay = DECAY[setting.optimizer] * setting.variant.startswith(DECAYED)
    return Decaying(net, OPTIMIZERS[setting.optimizer], decay)
