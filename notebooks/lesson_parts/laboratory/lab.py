"""Small stacks that read a signal and name its kind, many of them at once."""

from typing import NamedTuple

import numpy as np

from course_lib.layers.gated_feed_forward import SILU_MEAN_SQUARE
from lesson_parts.laboratory.batched import (
    Block,
    FeedForward,
    Gated,
    Layer,
    Linear,
    Norm,
)
from lesson_parts.laboratory.signals import KINDS, LENGTH

D_MODEL, D_FF = LENGTH, 80


class Variant(NamedTuple):
    """What one stack is made of."""

    order: str = "pre"  # "post": behind the addition; "": no norm inside
    norm: str = "LayerNorm"  # or "RMSNorm"
    feed_forward: str = "ReLU"  # or "ReLU²", "gate", "product"
    last: bool = True  # a norm before the head
    detached: bool = False  # backward treats every σ as a constant


VARIANTS = {
    "post-norm": Variant("post", last=False),
    "pre-norm": Variant(),
    "norm at end": Variant(""),
    "no last norm": Variant(last=False),
    "no norm": Variant("", last=False),
    "RMSNorm": Variant(norm="RMSNorm"),
    "gate": Variant(feed_forward="gate"),
    "ReLU²": Variant(feed_forward="ReLU²"),
    "product": Variant(feed_forward="product"),
    "today": Variant(norm="RMSNorm", feed_forward="gate"),
    "σ detached": Variant(detached=True),
}
# Variances at He's start, times d_in: rows of mean square 1 keep it.
KEEPS_SIZE = {
    "ReLU": (2, 1),
    "ReLU²": ((2 / 3) ** 0.5, 1),  # the mean of max(0, m)⁴ is 1.5 var(m)²
    "gate": (1, 1 / SILU_MEAN_SQUARE, 1),
    "product": (1, 1, 1),
}
STARTS = ("PyTorch", "He")


class Stacks(Layer):
    """Linear, blocks, a last norm if there is one, Linear: one for each seed.

    Parameters
    ----------
    variant : str
        A name in `VARIANTS`.
    blocks : int
    start : {"PyTorch", "He"}
        How the blocks' weights start. The two Linear around them start alike
        in both, with variance 1/40.
    seeds : sequence of int
        Stacks with one seed start alike as far as their shapes allow.
    dtype : dtype

    Attributes
    ----------
    parameters, gradients : ndarray, (seeds, parameters of one stack)
        Every layer's `p` and `dp` are views of them.
    """

    def __init__(self, variant, blocks, start, seeds, dtype=np.float32):
        super().__init__()
        self.variant, self.start = VARIANTS[variant], start
        self.rngs = [np.random.default_rng([0, seed]) for seed in seeds]
        ends = [self.linear(D_MODEL, n, 1) for n in (D_MODEL, KINDS)]
        middle = [self.block(i, seeds) for i in range(blocks)]
        last = [self.norm()] if self.variant.last else []
        self.layers = (ends[0], *middle, *last, ends[1])
        self.pack(dtype)

    def linear(self, d_in, d_out, size=None, bias=True):
        """Return a Linear of variance size/d_in, else as in PyTorch.

        PyTorch draws W and b evenly between −1/√d_in and 1/√d_in.
        """
        b = np.zeros((len(self.rngs), 1, d_out))
        if size is None:
            end = d_in**-0.5
            W = [rng.uniform(-end, end, (d_in, d_out)) for rng in self.rngs]
            b[:, 0] = [rng.uniform(-end, end, d_out) for rng in self.rngs]
        else:
            std = (size / d_in) ** 0.5
            W = [rng.normal(0, std, (d_in, d_out)) for rng in self.rngs]
        return Linear(W=np.array(W), b=b if bias else None)

    def norm(self):
        runs, made = len(self.rngs), self.variant
        beta = np.zeros((runs, 1, D_MODEL)) if made.norm[0] == "L" else None
        norm = Norm(gamma=np.ones((runs, 1, D_MODEL)), beta=beta)
        norm.detached = made.detached
        return norm

    def block(self, number, seeds):
        self.rngs = [np.random.default_rng([1 + number, s]) for s in seeds]
        kind, order = self.variant.feed_forward, self.variant.order
        sizes = KEEPS_SIZE[kind] if self.start == "He" else (None,) * 3
        if kind.startswith("ReLU"):
            first = self.linear(D_MODEL, D_FF, sizes[0])
            second = self.linear(D_FF, D_MODEL, sizes[1])
            layer = FeedForward(first, second, squared=kind != "ReLU")
        else:
            d_ff = round(2 * D_FF / 3)  # three matrices, as many weights
            three = [
                self.linear(*shape, size, bias=False)
                for shape, size in zip(
                    [(D_MODEL, d_ff), (D_MODEL, d_ff), (d_ff, D_MODEL)], sizes
                )
            ]
            layer = Gated(*three, silu=kind == "gate")
        return Block(layer, self.norm() if order else None, order)

    def pack(self, dtype):
        """Move all numbers of a run into one row, the layers keep views."""
        places = [(of, n) for of in self.every_layer() for n in of.p]
        values = [of.p[name] for of, name in places]
        rows = [v.reshape(len(v), -1) for v in values]
        self.parameters = np.concatenate(rows, axis=1, dtype=dtype)
        self.gradients = np.zeros_like(self.parameters)
        ends = np.cumsum([row.shape[1] for row in rows])
        for (of, name), value, end in zip(places, values, ends):
            part = np.s_[:, end - value[0].size : end]
            of.p[name] = self.parameters[part].reshape(value.shape)
            of.dp[name] = self.gradients[part].reshape(value.shape)
