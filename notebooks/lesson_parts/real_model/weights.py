"""The weights of all-MiniLM-L6-v2 that ship with the course.

They are named as in the lessons: ``"3.1.W"`` and ``"3.2.W"`` are W₁ and
W₂ of block 3, ``"3.feed_forward.gamma"`` is γ of the norm behind them.
"""

from functools import cache
from pathlib import Path

import numpy as np

FILE = Path(__file__).parent / "stored" / "weights.npz"
GROUP = 32  # weights that share a scale; they meet the same output


@cache
def load_weights():
    """Return the weights by name, float32, matrices as (inputs, outputs).

    ``"positions"`` has a row for each place in a text, and ``"pieces"`` one
    for each common word piece; the rare ones lie in `rare_pieces`.
    """
    with np.load(FILE) as stored:
        arrays = dict(stored)
    found = {}
    for name, array in arrays.items():
        if name.endswith(":codes"):
            name = name.removesuffix(":codes")
            array = restored(array, arrays[f"{name}:scales"])
            if "W" in name:
                array = array.T
        elif name.endswith(":scales"):
            continue
        array.flags.writeable = False
        found[name] = array
    return found


def restored(codes, scales):
    """Return weights as float32, of whole numbers and their scales."""
    groups = codes.reshape(len(codes), -1, GROUP)
    return (groups * scales.astype("f4")[..., None]).reshape(codes.shape)
