"""What fresh blocks, which nothing has trained, add to a token."""

import numpy as np

from lesson_parts.laboratory.lab import Stacks
from lesson_parts.laboratory.signals import signals


def fresh(variant, start, blocks=16, seeds=range(10)):
    """Send 500 signals through fresh stacks, one stack for each seed.

    Returns
    -------
    added : float
        How large f is in the first block beside the x that is added to it,
        both as root mean squares.
    left : float
        The cosine between x in front of the first block and behind the
        last, on average over tokens and stacks.
    """
    stacks = Stacks(variant, blocks, start, seeds)
    x, _ = signals(500, np.random.default_rng(7))
    embedding, *inner = stacks.layers[: blocks + 1]
    y = first = embedding.forward(np.broadcast_to(x, (len(seeds), *x.shape)))
    for block in inner:
        y = block.forward(y)
    block = inner[0]
    x = block.norm.forward(first) if block.order == "pre" else first
    f_of_x = block.feed_forward.forward(x)
    added = np.sqrt(np.mean(f_of_x**2) / np.mean(first**2))
    lengths = np.linalg.norm(first, axis=-1) * np.linalg.norm(y, axis=-1)
    return float(added), float(np.mean(np.vecdot(first, y) / lengths))
