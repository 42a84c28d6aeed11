"""A stack that reads an image and names a digit, and one run of training."""

import numpy as np

from course_lib.layers import Linear, Stack
from course_lib.layers.layer import Composite
from lesson_parts.laboratory import signal_stack
from lesson_parts.laboratory.digits import load_digits
from lesson_parts.laboratory.train_on_digits import train

D_MODEL, D_FF, DIGITS, EPOCHS = 64, 128, 10, 15

FIVE = ("pre-norm", "norm at end", "post-norm", "no shortcut",
        "neither, norm at end")  # fmt: skip
VARIANTS = {name: signal_stack.VARIANTS[name] for name in FIVE}


class DigitsStack(Composite):
    """Stack, then Linear: one image of 64 pixels is one token.

    Parameters
    ----------
    variant : str
        A name in `VARIANTS`.
    depth : int
        Blocks in the stack.
    rng : numpy.random.Generator or int
        Where the weights come from, or its seed.
    dtype : dtype
        Of the parameters.
    """

    def __init__(self, variant, depth, *, rng, dtype=np.float32):
        rng = np.random.default_rng(rng)
        options = {"rng": rng, "dtype": dtype} | VARIANTS[variant]
        self.stack = Stack(depth, D_MODEL, D_FF, **options)
        self.head = Linear(D_MODEL, DIGITS, rng=rng, dtype=dtype)
        self.layers = {"stack": self.stack, "head": self.head}

    def forward(self, x):
        """Take x, shape (images, 64); return logits, shape (images, 10)."""
        return self.head.forward(self.stack.forward(x))

    def accuracy(self, part):
        """Return the share of images whose largest logit is their digit."""
        logits = self.forward(part.x.astype(self.head.W.dtype))
        return float(np.mean(logits.argmax(axis=-1) == part.digit))


def one_run(variant, depth, *, seed, prepare=None, **options):
    """Train one stack from its seed, for 15 epochs.

    Parameters
    ----------
    variant : str
    depth : int
    seed : int
        Of the starting weights and of the shuffling.
    prepare : callable, optional
        Changes the fresh model before it is trained.
    options
        As in train: lr, and what else is wanted.

    Returns
    -------
    model : DigitsStack
    history : lesson_parts.laboratory.train_on_digits.History
    """
    weights, shuffle = np.random.default_rng(seed).spawn(2)
    model = DigitsStack(variant, depth, rng=weights)
    if prepare:
        prepare(model)
    options = {"epochs": EPOCHS, "rng": shuffle} | options
    return model, train(model, load_digits(), **options)
