"""A stack that reads an image and names a digit."""

import numpy as np

from course_lib.layers import Linear, Stack
from course_lib.layers.layer import Composite

D_MODEL, D_FF, DIGITS = 64, 128, 10

# The two switches and the order of a block, by the name of the variant.
VARIANTS = {
    "post-norm": {"order": "post", "shortcut": True, "norm": True},
    "pre-norm": {"order": "pre", "final_norm": False},
    "no norm": {"shortcut": True, "norm": False},
    "no shortcut": {"order": "post", "shortcut": False, "norm": True},
    "neither": {"shortcut": False, "norm": False},
}


class Classifier(Composite):
    """Stack, then Linear: one image of 64 pixels is one token.

    Parameters
    ----------
    variant : str
        A name in `VARIANTS`.
    depth : int
        Blocks in the stack.
    rng : numpy.random.Generator or int
        Where the weights come from, or its seed.
    d_ff : int
        Features of each hidden layer.
    dtype : dtype
        Of the parameters.
    """

    def __init__(self, variant, depth, *, rng, d_ff=D_FF, dtype=np.float32):
        rng = np.random.default_rng(rng)
        options = VARIANTS[variant]
        self.stack = Stack(
            depth, D_MODEL, d_ff, rng=rng, dtype=dtype, **options
        )
        self.head = Linear(D_MODEL, DIGITS, rng=rng, dtype=dtype)
        self.layers = {"stack": self.stack, "head": self.head}

    def forward(self, x):
        """Take x, shape (images, 64); return logits, shape (images, 10)."""
        return self.head.forward(self.stack.forward(x))

    def accuracy(self, part):
        """Return the share of images whose largest logit is their digit."""
        logits = self.forward(part.x.astype(self.head.W.dtype))
        return float(np.mean(logits.argmax(axis=-1) == part.digit))
