"""Every layer with random parameters, beside its textbook forward."""

import numpy as np

from course_lib.evidence import textbook
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


def layer_norm(rng, shape):
    """One γ and β a feature."""
    layer = LayerNorm(shape[-1], eps=rng.choice([1e-12, 1e-5, 0.1]))
    return with_textbook_norm(layer, textbook.layer_norm)


def layer_norm_per_token(rng, shape):
    """One γ and β a token, as in the document on Add & Norm."""
    tokens = (max(shape[-2], 1), 1) if len(shape) > 1 else (1,)
    return with_textbook_norm(LayerNorm(tokens), textbook.layer_norm)


def add_norm(rng, shape):
    """Two inputs."""
    return with_textbook_norm(AddNorm(shape[-1]), textbook.add_norm)


def with_textbook_norm(layer, plain):
    """Pair a norm with its plain forward."""
    return layer, lambda *inputs: plain(
        *inputs, layer.gamma, layer.beta, layer.eps
    )


def feed_forward(rng, shape):
    """Five hidden units."""
    layer = FeedForward(shape[-1], 5, rng=rng)
    return layer, lambda x: plain_feed_forward(layer, x)


def plain_feed_forward(layer, x):
    """Run the textbook forward with a FeedForward's parameters."""
    return textbook.feed_forward(x, layer.W1, layer.b1, layer.W2, layer.b2)


def linear(rng, shape):
    """Three features out."""
    layer = Linear(shape[-1], 3, rng=rng)
    return layer, lambda x: x @ layer.W + layer.b


def post_norm(rng, shape):
    """Two blocks of x = LayerNorm(x + f(x))."""
    layer = Stack(2, shape[-1], 5, order="post", rng=rng)

    def plain(x):
        for block in layer.blocks:
            n = block.norm
            f = plain_feed_forward(block.feed_forward, x)
            x = textbook.add_norm(f, x, n.gamma, n.beta, n.eps)
        return x

    return layer, plain


def pre_norm(rng, shape):
    """Two blocks of x = x + f(LayerNorm(x)), and the final norm."""
    layer = Stack(2, shape[-1], 5, order="pre", rng=rng)

    def plain(x):
        for block in layer.blocks:
            n = block.norm
            inside = textbook.layer_norm(x, n.gamma, n.beta, n.eps)
            x = x + plain_feed_forward(block.feed_forward, inside)
        n = layer.final_norm
        return textbook.layer_norm(x, n.gamma, n.beta, n.eps)

    return layer, plain


def rms_norm(rng, shape):
    """One γ a feature, no β."""
    layer = RMSNorm(shape[-1], eps=rng.choice([1e-12, 1e-5, 0.1]))
    return layer, lambda x: textbook.rms_norm(x, layer.gamma, layer.eps)


def add_rms_norm(rng, shape):
    """Two inputs."""
    layer = AddRMSNorm(shape[-1])
    return layer, lambda prev, orig: textbook.rms_norm(
        prev + orig, layer.gamma, layer.eps
    )


def gated_feed_forward(rng, shape):
    """Five hidden units."""
    layer = GatedFeedForward(shape[-1], 5, rng=rng)
    return layer, lambda x: textbook.gated_feed_forward(
        x, **layer.parameters()
    )


def todays_model(rng, shape):
    """Two blocks of x = x + f(RMSNorm(x)), f gated, and the final norm."""
    layer = Stack(
        2,
        shape[-1],
        5,
        order="pre",
        norm=RMSNorm,
        feed_forward=GatedFeedForward,
        rng=rng,
    )

    def plain(x):
        for block in layer.blocks:
            inside = textbook.rms_norm(x, block.norm.gamma, block.norm.eps)
            weights = block.feed_forward.parameters()
            x = x + textbook.gated_feed_forward(inside, **weights)
        last = layer.final_norm
        return textbook.rms_norm(x, last.gamma, last.eps)

    return layer, plain


KINDS = {
    f.__name__: f
    for f in (
        layer_norm,
        layer_norm_per_token,
        add_norm,
        feed_forward,
        linear,
        post_norm,
        pre_norm,
        rms_norm,
        add_rms_norm,
        gated_feed_forward,
        todays_model,
    )
}


def make(kind, shape, seed, margin=0.0):
    """Return a layer, its textbook forward and random inputs.

    No pre-activation is nearer to the ReLU's kink than `margin`.
    """
    rng = np.random.default_rng([seed, *shape, list(KINDS).index(kind)])
    while True:
        layer, plain = KINDS[kind](rng, shape)
        for p in layer.parameters().values():
            p += 0.5 * rng.standard_normal(p.shape)
        count = 2 if kind.startswith("add_") else 1
        inputs = [rng.normal(0.5, 1, shape) for _ in range(count)]
        layer.forward(*inputs)
        if all(abs(m).min(initial=1) > margin for m in kinks(layer)):
            return layer, plain, inputs


def kinks(layer):
    """Return what goes into the ReLUs of a layer and of its parts."""
    parts = getattr(layer, "blocks", [layer])
    parts = [getattr(part, "feed_forward", part) for part in parts]
    return [p.pre_activation for p in parts if isinstance(p, FeedForward)]
