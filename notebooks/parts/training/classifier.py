"""A stack that reads an image and names a digit."""

import numpy as np

from course_lib.layers import GatedFeedForward, Linear, RMSNorm, Stack
from course_lib.layers.layer import Composite

D_MODEL, D_FF, DIGITS = 64, 128, 10

# What a block has, and whether a norm stands before the head, by the name of
# the variant. Post-norm and "no shortcut" end with a norm of their last block;
# pre-norm has its final norm by default.
VARIANTS = {
    "post-norm": {"order": "post"},
    "pre-norm": {"order": "pre"},
    "norm at end": {"norm": False, "final_norm": True},
    "no norm": {"norm": False},
    "no shortcut": {"shortcut": False},
    "neither": {"shortcut": False, "norm": False},
}
# What lesson 10 changes in pre-norm, one thing at a time and then two.
LATER = {
    "no last norm": {"order": "pre", "final_norm": False},
    "RMSNorm": {"order": "pre", "norm": RMSNorm},
    "gated": {"order": "pre", "feed_forward": GatedFeedForward},
    "RMSNorm, gated": {
        "order": "pre", "norm": RMSNorm, "feed_forward": GatedFeedForward,
    },
}  # fmt: skip


class Classifier(Composite):
    """Stack, then Linear: one image of 64 pixels is one token.

    Parameters
    ----------
    variant : str
        A name in `VARIANTS` or `LATER`.
    depth : int
        Blocks in the stack; with 0 the head stands alone.
    rng : numpy.random.Generator or int
        Where the weights come from, or its seed.
    d_ff : int
        Features of each hidden layer; of a gated one two thirds, rounded:
        its three matrices then have as many weights as the other's two.
    dtype : dtype
        Of the parameters.
    """

    def __init__(self, variant, depth, *, rng, d_ff=D_FF, dtype=np.float32):
        rng = np.random.default_rng(rng)
        self.layers = {}
        if depth != 0:
            options = {"rng": rng, "dtype": dtype}
            options |= (VARIANTS | LATER)[variant]
            if options.get("feed_forward") is GatedFeedForward:
                d_ff = round(2 * d_ff / 3)
            self.stack = Stack(depth, D_MODEL, d_ff, **options)
            self.layers["stack"] = self.stack
        self.head = Linear(D_MODEL, DIGITS, rng=rng, dtype=dtype)
        self.layers["head"] = self.head

    def forward(self, x):
        """Take x, shape (images, 64); return logits, shape (images, 10)."""
        for part in self.layers.values():
            x = part.forward(x)
        return x

    def accuracy(self, part):
        """Return the share of images whose largest logit is their digit."""
        logits = self.forward(part.x.astype(self.head.W.dtype))
        return float(np.mean(logits.argmax(axis=-1) == part.digit))
