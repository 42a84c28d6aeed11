"""The layers, in NumPy alone."""

from .add_norm import AddNorm
from .feed_forward import FeedForward
from .layer_norm import LayerNorm
from .linear import Linear
from .losses import (
    cross_entropy,
    softmax,
    softmax_cross_entropy,
    squared_error,
)
from .stack import Stack

__all__ = [
    "AddNorm",
    "FeedForward",
    "LayerNorm",
    "Linear",
    "Stack",
    "cross_entropy",
    "softmax",
    "softmax_cross_entropy",
    "squared_error",
]
