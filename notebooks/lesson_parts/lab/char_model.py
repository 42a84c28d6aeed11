"""A small model that writes: it guesses the next character of a text.

Embedding, blocks, Linear. The attention in it is given and not explained;
everything else is what the course teaches.
"""

from functools import cache
from pathlib import Path

import numpy as np

from course_lib.layers import (
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    Linear,
    RMSNorm,
    softmax_cross_entropy,
)  # fmt: skip
from course_lib.layers.layer import Composite, Layer, flatten_tokens
from course_lib.layers.stack import Block
from lesson_parts.lab.trainer import Adam, share_of_rate
from lesson_parts.laboratory.put_together import OwnLayer

TEXT = Path(__file__).with_name("alice.txt")
D_MODEL, HEADS, BLOCKS, D_FF, CONTEXT, BATCH = 64, 4, 4, 256, 64, 16
STEPS = 2000
BLOCKS_OF = {
    "2017": {"order": "post", "norm": LayerNorm, "feed_forward": FeedForward},
    "today": {
        "order": "pre", "norm": RMSNorm, "feed_forward": GatedFeedForward,
    },
}  # fmt: skip


@cache
def text():
    """Return the characters, and the text as their numbers, read-only.

    The last tenth of the numbers is held out.
    """
    letters, numbers = np.unique(
        [*TEXT.read_text(encoding="utf-8")], return_inverse=True
    )
    numbers.flags.writeable = False
    return letters, numbers


class Attention(Composite):
    """Self-attention that looks back only, with several heads."""

    def __init__(self, d_model, heads, *, rng, dtype=np.float32):
        self.d_model, self.heads = d_model, heads
        options = {"rng": rng, "dtype": dtype}
        self.layers = {
            "three": Linear(d_model, 3 * d_model, **options),
            "out": Linear(d_model, d_model, **options),
        }

    def forward(self, x):
        """Take x, shape (texts, places, d_model); return y of that shape."""
        shape = *x.shape[:2], 3, self.heads, self.d_model // self.heads
        three = self.layers["three"].forward(x).reshape(shape)
        # each of them (texts, heads, places, d_model / heads)
        self.q, self.k, self.v = three.transpose(2, 0, 3, 1, 4)
        scores = self.q @ self.k.swapaxes(2, 3) * self.scale(x.dtype)
        places = np.arange(x.shape[1])
        scores[..., places > places[:, None]] = -np.inf  # what comes later
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        self.weights = weights / weights.sum(axis=-1, keepdims=True)
        mixed = (self.weights @ self.v).transpose(0, 2, 1, 3)
        return self.layers["out"].forward(mixed.reshape(x.shape))

    def run_backward(self, dy, backward_of):
        """Return dx, and leave the gradients of both Linear."""
        dmixed = backward_of(self.layers["out"], dy)
        shape = *dy.shape[:2], self.heads, self.d_model // self.heads
        dmixed = dmixed.reshape(shape).transpose(0, 2, 1, 3)
        dweights = dmixed @ self.v.swapaxes(2, 3)
        along = (dweights * self.weights).sum(axis=-1, keepdims=True)
        dscores = self.weights * (dweights - along) * self.scale(dy.dtype)
        dthree = np.array([
            dscores @ self.k,
            dscores.swapaxes(2, 3) @ self.q,
            self.weights.swapaxes(2, 3) @ dmixed,
        ]).transpose(1, 3, 0, 2, 4)  # fmt: skip
        dthree = dthree.reshape(*dy.shape[:2], -1)
        return backward_of(self.layers["three"], dthree)

    def scale(self, dtype):
        """Return 1 / √(features of a head)."""
        return dtype.type((self.d_model / self.heads) ** -0.5)


class Embedding(Layer):
    """A vector for every character plus one for every place."""

    names = ("characters", "places")

    def __init__(self, count, places, d_model, *, rng, dtype=np.float32):
        self.characters = rng.normal(size=(count, d_model)).astype(dtype)
        self.places = rng.normal(size=(places, d_model)).astype(dtype)

    def forward(self, numbers):
        """Take numbers, (texts, places); return x, (..., d_model)."""
        self.numbers = numbers
        self.ready_for_backward = True
        return self.characters[numbers] + self.places[: numbers.shape[1]]

    def backward(self, dy):
        """Leave the gradients; there is none of the numbers."""
        self.dcharacters = np.zeros_like(self.characters)
        np.add.at(self.dcharacters, self.numbers, dy)
        self.dplaces = np.zeros_like(self.places)
        self.dplaces[: dy.shape[1]] = dy.sum(axis=0)


class CharModel(Composite):
    """Embedding, blocks of one kind, a last norm for "today", Linear.

    Parameters
    ----------
    kind : {"2017", "today"}
        2017: post-norm, LayerNorm, ReLU, biases. Today: pre-norm, RMSNorm,
        gate, a last norm. Attention is the same in both.
    seed : int
    dtype : dtype
    blocks, d_ff : int
        d_ff is the one of the ReLU; the gate gets two thirds.
    """

    def __init__(self, kind, seed, dtype=np.float32, blocks=BLOCKS, d_ff=D_FF):
        parts, rng = BLOCKS_OF[kind], np.random.default_rng(seed)
        options = {"rng": rng, "dtype": dtype}
        count, place = len(text()[0]), {"order": parts["order"]}
        if kind == "today":
            d_ff = round(2 * d_ff / 3)  # three matrices, as many weights
        self.layers = {
            "embedding": Embedding(count, CONTEXT, D_MODEL, **options)
        }
        for i in range(blocks):
            attention = Attention(D_MODEL, HEADS, **options)
            feed_forward = parts["feed_forward"](D_MODEL, d_ff, **options)
            for name, layer in (("a", attention), ("f", feed_forward)):
                self.layers[f"{name}{i}"] = Block(
                    layer, parts["norm"](D_MODEL, dtype=dtype), **place,
                    shortcut=True,
                )  # fmt: skip
        if kind == "today":
            self.layers["last"] = RMSNorm(D_MODEL, dtype=dtype)
        self.layers["head"] = Linear(D_MODEL, count, **options)
        start_as_pytorch(self.parameters(), rng)

    def forward(self, numbers):
        """Take numbers, (texts, places); return logits, (..., characters)."""
        x = numbers
        for layer in self.layers.values():
            x = layer.forward(x)
        return x


class InRows(OwnLayer):
    """Given functions that take a row for each token, whatever the axes."""

    def forward(self, x):
        return super().forward(flatten_tokens(x)).reshape(x.shape)

    def backward(self, dy):
        return super().backward(flatten_tokens(dy)).reshape(dy.shape)


def with_functions(model, functions):
    """Let functions, as from `own_parts`, do the work of norms and ReLUs.

    The model is changed in place and returned; its numbers stay.
    """
    for block in model.layers.values():
        if isinstance(block, Block):
            layer, norm = block.feed_forward, block.norm
            if isinstance(layer, FeedForward):
                layer = InRows(layer, "feed_forward", functions)
            if isinstance(norm, LayerNorm):
                norm = InRows(norm, "layer_norm", functions)
            block.set_layers(layer, norm)
    return model


def start_as_pytorch(parameters, rng):
    """Draw every W and b anew, between −1/√d_in and 1/√d_in."""
    for name, p in parameters.items():
        if name.split(".")[-1].startswith("W"):
            end = len(p) ** -0.5
            p[...] = rng.uniform(-end, end, p.shape)
            b = parameters.get(name.replace("W", "b"))
            if b is not None:
                b[...] = rng.uniform(-end, end, b.shape)


def train(model, lr, seed, steps=STEPS, progress=iter):
    """Train with Adam and a tenth of warm-up; return every step's loss."""
    numbers = text()[1]
    numbers = numbers[: len(numbers) * 9 // 10]
    rng = np.random.default_rng([seed, 1])
    parameters = [*model.parameters().values()]
    adam, losses = Adam(parameters), []
    for step in progress(range(steps)):
        starts = rng.integers(len(numbers) - CONTEXT, size=(BATCH, 1))
        part = numbers[starts + np.arange(CONTEXT + 1)]
        loss, dlogits = softmax_cross_entropy(
            model.forward(part[:, :-1]), part[:, 1:]
        )
        model.backward(dlogits)
        rate = lr * share_of_rate(step, steps // 10, steps)
        gradients = [*model.gradients().values()]
        adam.step(gradients, np.full(len(gradients), rate))
        losses.append(loss)
    return losses


def held_out_loss(model):
    """Return the mean loss per character of the last tenth of the text."""
    numbers = text()[1]
    numbers = numbers[len(numbers) * 9 // 10 :]
    places = len(numbers) // (CONTEXT + 1) * (CONTEXT + 1)
    rows = numbers[:places].reshape(-1, CONTEXT + 1)
    return softmax_cross_entropy(model.forward(rows[:, :-1]), rows[:, 1:])[0]


def as_numbers(words):
    """Return the numbers of some characters; refuse those not in the text."""
    letters = [*text()[0]]
    strange = sorted({*words} - {*letters})
    if strange or not words:
        raise ValueError(
            "The beginning must be made of characters of the text, at least "
            f"one; it is {words!r}, and not in the text is {strange}."
        )
    return [letters.index(letter) for letter in words]


def write(model, begin, count, seed=0, temperature=0.7):
    """Return `begin` and `count` characters that the model adds to it."""
    letters, _ = text()
    numbers, rng = as_numbers(begin), np.random.default_rng(seed)
    for _ in range(count):
        logits = model.forward(np.array([numbers[-CONTEXT:]]))[0, -1]
        p = np.exp((logits - logits.max()) / temperature).astype(float)
        numbers.append(rng.choice(len(letters), p=p / p.sum()))
    return "".join(letters[numbers])
