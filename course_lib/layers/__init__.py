"""The layers, in NumPy alone."""

from course_lib.layers.add_norm import AddNorm, AddRMSNorm
from course_lib.layers.feed_forward import FeedForward
from course_lib.layers.gated_feed_forward import GatedFeedForward
from course_lib.layers.layer_norm import LayerNorm
from course_lib.layers.linear import Linear
from course_lib.layers.losses import (
    cross_entropy,
    softmax,
    softmax_cross_entropy,
    squared_error,
)
from course_lib.layers.rms_norm import RMSNorm
from course_lib.layers.stack import Stack

__all__ = [
    "AddNorm",
    "AddRMSNorm",
    "FeedForward",
    "GatedFeedForward",
    "LayerNorm",
    "Linear",
    "RMSNorm",
    "Stack",
    "cross_entropy",
    "softmax",
    "softmax_cross_entropy",
    "squared_error",
]
