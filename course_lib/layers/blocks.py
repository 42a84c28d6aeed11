"""Large arrays, in blocks of rows that stay in the processor's cache.

Every line of NumPy fetches whole arrays and writes one back. From memory that
takes longer than the arithmetic; from the cache it does not.
"""

import numpy as np

from course_lib.layers.layer import flatten_tokens

BLOCK = 2**16  # numbers; some arrays of that size fit in the cache of a core


def in_blocks(arithmetic, *arrays, **parameters):
    """Return arithmetic(*arrays, **parameters); large arrays go in blocks.

    Parameters
    ----------
    arithmetic : callable
        Takes arrays with a row per token. Returns such arrays, and sums over
        the tokens, which have at most one axis.
    *arrays : ndarray, (..., features)
    **parameters
        What arithmetic uses besides, uncut. If one has more axes than the
        features', it belongs to certain tokens, and they stay together.
    """
    first = arrays[0]
    if first.size <= BLOCK or any(np.ndim(p) > 1 for p in parameters.values()):
        return arithmetic(*arrays, **parameters)
    arrays = [flatten_tokens(a) for a in arrays]
    tokens, features = arrays[0].shape
    size, wholes = max(1, BLOCK // features), []
    with np.errstate():  # at its end the buffer gets its old size back
        # NumPy copies an operand of shape (rows, 1) into its buffer, slower
        # than it computes, unless a row fills half of the buffer.
        np.setbufsize(16)
        for start in range(0, tokens, size):
            block = slice(start, start + size)
            parts = arithmetic(*(a[block] for a in arrays), **parameters)
            wholes = wholes or [room_for(part, tokens) for part in parts]
            for whole, part in zip(wholes, parts):
                if part.ndim == 2:
                    whole[block] = part
                else:
                    whole += part
            parts = part = None  # the next block takes their memory
    leading = first.shape[:-1]
    return [w.reshape(*leading, -1) if w.ndim == 2 else w for w in wholes]


def room_for(part, tokens):
    """Return an empty array for the rows of all blocks, or a sum's start."""
    if part.ndim == 2:
        return np.empty((tokens, part.shape[1]), part.dtype)
    return np.zeros_like(part)
