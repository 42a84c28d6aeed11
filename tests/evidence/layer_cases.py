"""Every layer with random parameters, beside its textbook forward."""

import numpy as np

from course_lib.evidence.forwards import forward_of
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

SHAPES = [(4,), (3, 4), (2, 3, 4), (0, 4), (1, 4)]
EPS = (0, 1e-5, 0.1)


def per_token(rng, shape):
    """Return a LayerNorm as in the document on Add & Norm: a γ a token."""
    return LayerNorm((max(shape[-2], 1), 1) if len(shape) > 1 else (1,))


def stack(**options):
    """Return what makes a stack of two blocks."""
    return lambda rng, shape: Stack(2, 4, 5, rng=rng, **options)


# Name: a layer of four features.
SINGLE = {
    "layer_norm": lambda rng, shape: LayerNorm(4, eps=rng.choice(EPS)),
    "layer_norm_per_token": per_token,
    "rms_norm": lambda rng, shape: RMSNorm(4, eps=rng.choice(EPS)),
    "add_norm": lambda rng, shape: AddNorm(4),
    "add_rms_norm": lambda rng, shape: AddRMSNorm(4),
    "feed_forward": lambda rng, shape: FeedForward(4, 5, rng=rng),
    "gated_feed_forward": lambda rng, shape: GatedFeedForward(4, 5, rng=rng),
    "linear": lambda rng, shape: Linear(4, 3, rng=rng),
}
NEWER = {"norm": RMSNorm, "feed_forward": GatedFeedForward}
KINDS = SINGLE | {
    "post_norm": stack(order="post"),
    "pre_norm": stack(order="pre"),
    "no_shortcut": stack(shortcut=False),
    "no_norm": stack(norm=False),
    "todays_model": stack(order="pre", **NEWER),
}


def plain(layer, *inputs):
    """Return what the textbook says that a layer, or a stack, puts out."""
    if layer is None:
        return inputs[0]
    if not isinstance(layer, Stack):
        return forward_of(layer)(*inputs, **layer.parameters())
    (x,) = inputs
    for block in layer.blocks:
        shortcut = x if block.shortcut else 0
        if block.order == "pre":
            x = shortcut + plain(block.feed_forward, plain(block.norm, x))
        else:
            x = plain(block.norm, shortcut + plain(block.feed_forward, x))
    return plain(layer.final_norm, x)


def make(kind, shape, seed, margin=0.0):
    """Return a layer and random inputs.

    No pre-activation is nearer to the ReLU's kink than `margin`.
    """
    rng = np.random.default_rng([seed, *shape, list(KINDS).index(kind)])
    while True:
        layer = KINDS[kind](rng, shape)
        for p in layer.parameters().values():
            p += 0.5 * rng.standard_normal(p.shape)
        count = 2 if kind.startswith("add_") else 1
        inputs = [rng.normal(0.5, 1, shape) for _ in range(count)]
        layer.forward(*inputs)
        if all(abs(m).min(initial=1) > margin for m in kinks(layer)):
            return layer, inputs


def kinks(layer):
    """Return what goes into the ReLUs of a layer and of its parts."""
    parts = getattr(layer, "blocks", [layer])
    parts = [getattr(part, "feed_forward", part) for part in parts]
    return [p.pre_activation for p in parts if isinstance(p, FeedForward)]


def with_slip(base, **wrong):
    """Return a class of layers whose backward leaves wrong gradients.

    Parameters
    ----------
    base : type
        Layers with a right backward.
    **wrong : callable
        By name, such as ``dx`` or ``dgamma``. Each takes a layer that has
        gone back, with its right dx beside its other gradients, and dy, and
        returns a wrong gradient.
    """

    class Slip(base):
        def backward(self, dy):
            self.dx = super().backward(dy)
            found = {name: f(self, dy) for name, f in wrong.items()}
            vars(self).update(found)
            return self.dx

    return Slip
