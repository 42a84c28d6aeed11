"""A stack that reads a signal and names its kind, made of the course's layers.

Linear(40 → 40), a stack, Linear(40 → 10): one signal is one token.
"""

import numpy as np

from course_lib.layers import Linear, Stack
from course_lib.layers.layer import Composite
from lesson_parts.laboratory.signals import KINDS, LENGTH

VARIANTS = {
    "post-norm": {"order": "post"},
    "pre-norm": {"order": "pre"},
    "no shortcut": {"shortcut": False},
    "no last norm": {"order": "pre", "final_norm": False},
}


class SignalStack(Composite):
    """The stack of a variant, without ε, its numbers moved a little.

    At the start b, β and γ are 0 or 1, where much looks alike, so each
    parameter moves by a normal number times 0.1.
    """

    def __init__(self, variant, depth, *, rng):
        rng = np.random.default_rng(rng)
        embedding = Linear(LENGTH, LENGTH, rng=rng)
        head = Linear(LENGTH, KINDS, rng=rng)
        stack = Stack(depth, LENGTH, 80, rng=rng, **VARIANTS[variant])
        self.layers = {"embedding": embedding, "stack": stack, "head": head}
        for p in self.parameters().values():
            p += rng.normal(0, 0.1, p.shape)
        for norm in (*(b.norm for b in stack.blocks), stack.final_norm):
            if norm is not None:
                norm.eps = 0.0

    def forward(self, x):
        """Take x, (signals, 40); return logits, (signals, 10)."""
        for layer in self.layers.values():
            x = layer.forward(x)
        return x


def cosine_of(model, *names):
    """Return the cosine between a group of parameters and its gradient.

    Parameters
    ----------
    model : SignalStack
        After a backward pass.
    *names : str
        A parameter belongs to the group if its name ends in one of them.
    """
    pairs = [
        (p.ravel(), dp.ravel())
        for (name, p), dp in zip(
            model.parameters().items(), model.gradients().values()
        )
        if name.endswith(names)
    ]
    p, dp = map(np.concatenate, zip(*pairs))
    return float(p @ dp / np.sqrt((p @ p) * (dp @ dp)))
