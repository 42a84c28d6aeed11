"""Which of the textbook's forward passes is which layer's."""

import inspect
from functools import partial

from course_lib.evidence import textbook
from course_lib.layers import (
    AddNorm,
    AddRMSNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    Linear,
    RMSNorm,
)

# A subclass stands before its base.
FORWARDS = {
    AddNorm: textbook.layer_norm,
    LayerNorm: textbook.layer_norm,
    AddRMSNorm: textbook.rms_norm,
    RMSNorm: textbook.rms_norm,
    FeedForward: textbook.feed_forward,
    GatedFeedForward: textbook.gated_feed_forward,
    Linear: textbook.linear,
}


def forward_of(layer, **of_numbers):
    """Return the textbook's forward of a layer, with the layer's eps.

    `of_numbers` are ``exp``, ``relu`` and ``eps`` of other kinds of numbers.
    They are handed on to forwards that take them.
    """
    kinds = [kind for kind in FORWARDS if isinstance(layer, kind)]
    if not kinds:
        raise TypeError(
            f"The panel knows {', '.join(k.__name__ for k in FORWARDS)}, "
            f"but the layer is of type {type(layer).__name__}. Use "
            "check_gradients, which takes any layer."
        )
    forward = FORWARDS[kinds[0]]
    takes = inspect.signature(forward).parameters
    settings = {"eps": getattr(layer, "eps", None), **of_numbers}
    forward = partial(
        forward, **{n: v for n, v in settings.items() if n in takes}
    )
    if kinds[0] in (AddNorm, AddRMSNorm):
        return lambda prev, orig, **others: forward(prev + orig, **others)
    return forward
