"""Every layer with random parameters, for what must hold for all of them."""

from functools import partial

import numpy as np
import pytest

from course_lib.layers import (
    AddNorm,
    AddRMSNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    Linear,
    RMSNorm,
    Stack,
)
from course_lib.layers.layer import Composite


class OfOne:
    """One input for both, so that all layers are called alike."""

    def forward(self, x):
        return super().forward(x, x)

    def backward(self, dy):
        return 2 * super().backward(dy)


class AddNormOfOne(OfOne, AddNorm):
    """AddNorm of x and x."""


class AddRMSNormOfOne(OfOne, AddRMSNorm):
    """AddRMSNorm of x and x."""


class Chain(Composite):
    """Two layers, one after the other, as a learner would put them."""

    def __init__(self, dtype):
        self.layers = {
            "first": Linear(4, 3, rng=1, dtype=dtype),
            "second": Linear(3, 4, dtype=dtype),
        }

    def forward(self, x):
        first, second = self.layers.values()
        return second.forward(first.forward(x))


LAYERS = {
    "LayerNorm": partial(LayerNorm, 4),
    "LayerNorm per token": partial(LayerNorm, (3, 1)),
    "AddNorm": partial(AddNormOfOne, 4),
    "AddRMSNorm": partial(AddRMSNormOfOne, 4),
    "RMSNorm": partial(RMSNorm, 4),
    "RMSNorm per token": partial(RMSNorm, (3, 1)),
    "FeedForward": partial(FeedForward, 4, 5),
    "GatedFeedForward": partial(GatedFeedForward, 4, 5),
    "Linear": partial(Linear, 4, 4),
    "a chain": Chain,
    "post-norm": partial(Stack, 3, 4, 5),
    "pre-norm": partial(Stack, 2, 4, 5, order="pre"),
    "no norm": partial(Stack, 2, 4, 5, norm=False),
}
KINDS = {name: getattr(make, "func", make) for name, make in LAYERS.items()}
SINGLE = [  # not made of others
    name for name, kind in KINDS.items() if not issubclass(kind, Composite)
]
X, DY = np.random.default_rng(0).standard_normal((2, 2, 3, 4))
every_layer = pytest.mark.parametrize("name", KINDS)


def make(name, dtype=np.float64):
    """Return a layer with parameters that are not 1 and 0."""
    layer, rng = LAYERS[name](dtype=dtype), np.random.default_rng(8)
    for p in layer.parameters().values():
        p += rng.standard_normal(p.shape).astype(dtype) / 4
    return layer


def forth(layer, x=X):
    """Return a layer after forward."""
    layer.forward(*[x] * (2 if type(layer) is AddNorm else 1))
    return layer


def ready(layer, x=X):
    """Return a layer that has gone forward and back."""
    forth(layer, x).backward(np.ones(x.shape))
    return layer


def copies(arrays):
    """Return copies of the arrays, by name."""
    return {name: array.copy() for name, array in arrays.items()}


def read_only(array):
    """Return a copy that cannot be changed in place."""
    array = array.copy()
    array.flags.writeable = False
    return array
