"""How much of the digits a fresh, frozen stack still lets a head read.

No block is trained. The head alone is fitted, by least squares, to what stands
behind every block, so what it reads is what the block has let through.
"""

import numpy as np

from course_lib.data.digits import load_digits
from course_lib.layers import GatedFeedForward, RMSNorm, Stack

DEPTH, D_MODEL, D_FF = 32, 64, 128
PROBED = {
    "pre-norm": {"order": "pre"},
    "RMSNorm": {"order": "pre", "norm": RMSNorm},
    "gated": {"order": "pre", "feed_forward": GatedFeedForward},
    "norm at end": {"norm": False},
    "post-norm": {"order": "post"},
    "neither, norm at end": {"shortcut": False, "norm": False},
    "no shortcut": {"shortcut": False},
}


def probe(variant, seed, *, scale=1.0, depth=DEPTH):
    """Return the share of validation images read behind every block.

    Parameters
    ----------
    variant : str
        A name in `PROBED`.
    seed : int
        Of the fresh stack's weights.
    scale : float
        Multiplies every W2; 1 / √depth is the small start.
    depth : int

    Returns
    -------
    ndarray, (depth + 1,)
        The first is what the head reads from the images themselves.
    """
    options = PROBED[variant]
    gated = "feed_forward" in options
    stack = Stack(depth, D_MODEL, 85 if gated else D_FF, rng=seed, **options)
    for block in stack.blocks:
        last = "W_down" if gated else "W2"
        block.feed_forward.parameters()[last][...] *= scale
    parts = load_digits()
    behind = {}
    for name in ("train", "validation"):
        stack.forward(parts[name].x)
        behind[name] = stack.activations
    return np.array(
        [
            read_by_a_head(x, parts["train"].digit, new, parts["validation"])
            for x, new in zip(behind["train"], behind["validation"])
        ]
    )


def read_by_a_head(x, digit, new, part):
    """Fit a head to x and its digits; return the share it reads of new."""
    mean, size = x.mean(axis=0), x.std()
    x, new = ((rows - mean) / size for rows in (x, new))
    targets = np.eye(10)[digit] - 0.1
    squares = x.T @ x
    # a little ridge: rounding noise in lost directions must not be read
    ridge = 1e-6 * np.trace(squares) / len(squares)
    W = np.linalg.solve(squares + ridge * np.eye(len(squares)), x.T @ targets)
    return float(np.mean((new @ W).argmax(axis=1) == part.digit))
