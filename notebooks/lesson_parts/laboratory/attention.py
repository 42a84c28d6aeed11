"""What the character model has besides the course's layers: given code.

Attention and an embedding, with their backward passes. Tests check every
gradient; the course does not explain them.
"""

import numpy as np

from course_lib.layers import Linear
from course_lib.layers.layer import Composite, Layer


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

    def backward(self, dy):
        """Return dx, and leave the gradients of both Linear."""
        self.check_ready_for_backward()
        dmixed = self.layers["out"].backward(dy)
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
        return self.layers["three"].backward(dthree)

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
