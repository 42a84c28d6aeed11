"""Small stacks that read a signal and name its kind, many of them at once.

Every array has a leading axis of runs, so one matrix product serves them all.
The equations are those of `course_lib.layers`; a test compares both.
"""

from typing import NamedTuple

import numpy as np

from course_lib.layers.gated_feed_forward import SILU_MEAN_SQUARE
from lesson_parts.laboratory.signals import KINDS, LENGTH

D_MODEL, D_FF, EPS = LENGTH, 80, 1e-5


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


class Layer:
    """Parameters `p` and their gradients `dp`, by name, (runs, ...)."""

    layers = ()  # those that this one is made of

    def __init__(self, **p):
        given = p.items()
        self.p = {name: v for name, v in given if v is not None}
        self.dp = {}

    def forward(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x

    def backward(self, dy):
        for layer in reversed(self.layers):
            dy = layer.backward(dy)
        return dy

    def every_layer(self):
        """Yield this layer and all that it is made of."""
        yield self
        for layer in self.layers:
            yield from layer.every_layer()


class Linear(Layer):
    """y = x W + b, with or without b."""

    def forward(self, x):
        self.x = x
        y = x @ self.p["W"]
        if "b" in self.p:
            y += self.p["b"]
        return y

    def backward(self, dy):
        np.matmul(self.x.swapaxes(1, 2), dy, out=self.dp["W"])
        if "b" in self.p:
            dy.sum(axis=1, keepdims=True, out=self.dp["b"])
        return dy @ self.p["W"].swapaxes(1, 2)


class FeedForward(Layer):
    """y = max(0, x W1 + b1) W2 + b2, or with the square of the maximum."""

    def __init__(self, first, second, squared):
        super().__init__()
        self.layers, self.squared = (first, second), squared

    def forward(self, x):
        self.relu = self.layers[0].forward(x)
        np.maximum(self.relu, 0, out=self.relu)
        hidden = self.relu * self.relu if self.squared else self.relu
        return self.layers[1].forward(hidden)

    def backward(self, dy):
        dpre = self.layers[1].backward(dy)
        dpre *= 2 * self.relu if self.squared else self.relu > 0
        return self.layers[0].backward(dpre)


class Gated(Layer):
    """y = (silu(x W_gate) * (x W_up)) W_down, or the product without silu."""

    def __init__(self, gate, up, down, silu):
        super().__init__()
        self.layers, self.silu = (gate, up, down), silu

    def forward(self, x):
        gate, up, down = self.layers
        m, self.up = gate.forward(x), up.forward(x)
        self.gate, self.slope = m, 1
        if self.silu:
            small = np.exp(-np.abs(m))
            sigmoid = np.where(m < 0, small, 1) / (1 + small)
            self.gate = m * sigmoid
            self.slope = sigmoid + self.gate * (1 - sigmoid)
        return down.forward(self.gate * self.up)

    def backward(self, dy):
        gate, up, down = self.layers
        dhidden = down.backward(dy)
        dx = gate.backward(dhidden * self.up * self.slope)
        dx += up.backward(dhidden * self.gate)
        return dx


class Norm(Layer):
    """LayerNorm if there is a beta, else RMSNorm."""

    detached = False

    def forward(self, x):
        if "beta" in self.p:
            x = x - row_mean(x)
        mean_square = np.vecdot(x, x)[..., None] / x.shape[-1]
        self.factor = 1 / np.sqrt(mean_square + EPS)
        self.x_hat = x * self.factor
        y = self.x_hat * self.p["gamma"]
        if "beta" in self.p:
            y += self.p["beta"]
        return y

    def backward(self, dy):
        np.sum(dy * self.x_hat, axis=1, keepdims=True, out=self.dp["gamma"])
        dx = dy * self.p["gamma"]
        if "beta" in self.p:
            dy.sum(axis=1, keepdims=True, out=self.dp["beta"])
            dx -= row_mean(dx)
        if not self.detached:
            along = np.vecdot(dx, self.x_hat)[..., None] / dx.shape[-1]
            dx -= self.x_hat * along
        dx *= self.factor
        return dx


class Block(Layer):
    """A feed-forward layer with its shortcut, and a norm where order says."""

    def __init__(self, feed_forward, norm, order):
        super().__init__()
        self.feed_forward, self.norm, self.order = feed_forward, norm, order
        self.layers = (feed_forward, norm) if norm else (feed_forward,)

    def forward(self, x):
        y = self.norm.forward(x) if self.order == "pre" else x
        y = self.feed_forward.forward(y)
        y += x
        return self.norm.forward(y) if self.order == "post" else y

    def backward(self, dy):
        if self.order == "post":
            dy = self.norm.backward(dy)
        dx = self.feed_forward.backward(dy)
        if self.order == "pre":
            dx = self.norm.backward(dx)
        dx += dy
        return dx


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


def row_mean(x):
    """Return the mean of every row, shape (..., 1)."""
    return x.dot(np.ones(x.shape[-1], x.dtype))[..., None] / x.shape[-1]


def losses_and_slopes(logits, kind):
    """Return every run's mean cross entropy and its gradient.

    Parameters
    ----------
    logits : ndarray, (runs, signals, kinds)
    kind : ndarray, (runs, signals), int

    Returns
    -------
    loss : ndarray, (runs,)
    dlogits : ndarray, as logits
    """
    shifted = logits - logits.max(axis=-1, keepdims=True)
    dlogits = np.exp(shifted)
    total = dlogits.sum(axis=-1, keepdims=True)
    right = kind[..., None]
    own = np.take_along_axis(shifted, right, axis=-1)
    loss = (np.log(total) - own).mean(axis=(1, 2))
    dlogits /= total
    chosen = np.take_along_axis(dlogits, right, axis=-1)
    np.put_along_axis(dlogits, right, chosen - 1, axis=-1)
    dlogits /= logits.shape[1]
    return loss, dlogits
