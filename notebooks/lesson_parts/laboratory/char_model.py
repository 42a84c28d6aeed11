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
from course_lib.layers.layer import Composite, flatten_tokens
from course_lib.layers.stack import Block
from lesson_parts.laboratory.attention import Attention, Embedding
from lesson_parts.laboratory.own_parts import OwnLayer
from lesson_parts.laboratory.trainer import Adam, share_of_rate

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
    """Return the numbers of characters; refuse those not in the book."""
    letters = [*text()[0]]
    if not isinstance(words, str) or not words or {*words} - {*letters}:
        raise ValueError(
            "begin must be a text of one character or more, and the book has "
            f"these: {''.join(letters).strip()}; got {words!r}."
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
