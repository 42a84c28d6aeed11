"""Which of the textbook's forward passes is which layer's."""

import inspect
from functools import partial

import numpy as np

from course_lib import layers
from course_lib.evidence import textbook

# A subclass stands before its base.
FORWARDS = {
    layers.AddNorm: textbook.layer_norm,
    layers.LayerNorm: textbook.layer_norm,
    layers.AddRMSNorm: textbook.rms_norm,
    layers.RMSNorm: textbook.rms_norm,
    layers.FeedForward: textbook.feed_forward,
    layers.GatedFeedForward: textbook.gated_feed_forward,
    layers.Linear: textbook.linear,
}


def forward_of(layer, **of_numbers):
    """Return the textbook's forward of a layer, with the layer's options.

    An option is a number, such as eps, that both have under one name.

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
    options = {name: getattr(layer, name, None) for name in takes}
    settings = {n: v for n, v in options.items() if np.isscalar(v)}
    settings |= {n: v for n, v in of_numbers.items() if n in takes}
    forward = partial(forward, **settings)
    if kinds[0] in (layers.AddNorm, layers.AddRMSNorm):
        return lambda prev, orig, **others: forward(prev + orig, **others)
    return forward
