"""How alike random tokens become in a stack, and what makes them alike."""

import numpy as np

from course_lib.layers import Stack


def through_the_blocks(layer_norm):
    """Send random tokens through the same blocks in three ways.

    Parameters
    ----------
    layer_norm : callable
        Takes x, γ, β and ε.

    Returns
    -------
    dict of str to list of ndarray, (3, 64)
        The first three of 300 tokens, before the first of 32 blocks and
        behind each: with norms, without, and with norms where the mean over
        all tokens is taken off what a block adds.
    """
    tokens = np.random.default_rng(0).normal(size=(300, 64))
    blocks = Stack(32, 64, 128, rng=1, norm=False).blocks
    ones = np.ones(64)

    def passed(normed, common=True):
        x, found = tokens, [tokens[:3]]
        for block in blocks:
            added = block.feed_forward.forward(x)
            x = x + added - (0 if common else added.mean(axis=0))
            x = layer_norm(x, ones, 0 * ones, 1e-5) if normed else x
            found.append(x[:3])
        return found

    return {
        "with norms": passed(True),
        "without": passed(False),
        "with norms, nothing common": passed(True, common=False),
    }
