"""A stack that reads a signal and names its kind, made of the course's layers.

A learned Linear(40 → 40) stands before the stack. Without it pre-norm would
keep the signal's own mean on the shortcut, where LayerNorm cannot use it and
RMSNorm can: a difference that belongs to the data and not to the norms.
"""

import numpy as np

from course_lib.layers import GatedFeedForward, Linear, RMSNorm, Stack
from course_lib.layers.layer import Composite
from lesson_parts.laboratory.signals import KINDS, LENGTH

D_MODEL, D_FF = LENGTH, 80

# What each variant asks of Stack. Post-norm and "no shortcut" end with the
# norm of their last block; pre-norm has a last norm of its own by default.
VARIANTS = {
    "post-norm": {"order": "post"},
    "pre-norm": {"order": "pre"},
    "norm at end": {"norm": False, "final_norm": True},
    "no shortcut": {"shortcut": False},
    "neither, norm at end": {
        "shortcut": False, "norm": False, "final_norm": True,
    },
    "no last norm": {"order": "pre", "final_norm": False},
    "RMSNorm": {"order": "pre", "norm": RMSNorm},
    "gated": {"order": "pre", "feed_forward": GatedFeedForward},
    "no norm": {"norm": False},
    "today": {
        "order": "pre", "norm": RMSNorm, "feed_forward": GatedFeedForward,
    },
}  # fmt: skip
WITHOUT_LAST = {
    name: f"{name}, no last norm" for name in ("RMSNorm", "gated", "today")
}
VARIANTS |= {
    other: VARIANTS[name] | {"final_norm": False}
    for name, other in WITHOUT_LAST.items()
}


class SignalStack(Composite):
    """Linear, Stack, Linear: one signal of 40 numbers is one token.

    Parameters
    ----------
    variant : str
        A name in `VARIANTS`.
    depth : int
        Blocks in the stack; with 0 there is none.
    rng : numpy.random.Generator or int
        Where the weights come from, or its seed.
    small_start : bool
        Divide every W2 by the root of the depth.
    dtype : dtype
        Of the parameters.
    """

    def __init__(
        self, variant, depth, *, rng, small_start=False, dtype=np.float32
    ):
        rng = np.random.default_rng(rng)
        options = {"rng": rng, "dtype": dtype}
        self.layers = {
            "embedding": Linear(LENGTH, D_MODEL, **options),
            "head": Linear(D_MODEL, KINDS, **options),
        }
        if depth == 0:
            return
        d_ff = D_FF
        if VARIANTS[variant].get("feed_forward") is GatedFeedForward:
            d_ff = round(2 * D_FF / 3)  # three matrices, as many weights
        stack = Stack(depth, D_MODEL, d_ff, **VARIANTS[variant], **options)
        if small_start:
            for block in stack.blocks:
                block.feed_forward.W2 /= np.sqrt(dtype(depth))
        head = self.layers.pop("head")
        self.layers |= {"stack": stack, "head": head}

    def forward(self, x):
        """Take x, shape (signals, 40); return logits, (signals, 10)."""
        for layer in self.layers.values():
            x = layer.forward(x)
        return x
