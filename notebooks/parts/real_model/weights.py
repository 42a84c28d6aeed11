"""The weights of all-MiniLM-L6-v2 that ship with the course.

They are named as in the lessons: ``"3.1.W"`` and ``"3.2.W"`` are W₁ and
W₂ of block 3, ``"3.feed_forward.gamma"`` is γ of the norm behind them.
"""

from functools import cache
from pathlib import Path

import numpy as np

from parts.real_model.rounding import restored
from parts.real_model.text import whole_vocabulary

FILE = Path(__file__).parent / "stored" / "weights.npz"


@cache
def load_weights():
    """Return the weights by name, float32, matrices as (inputs, outputs).

    ``"pieces"`` and ``"positions"`` have a row for each token; the former
    are those in eight bits that are shipped.
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


@cache
def rows_of_pieces():
    """Return the row of each shipped piece in ``"pieces"``."""
    shipped = [piece for piece, here in whole_vocabulary().items() if here]
    return {piece: row for row, piece in enumerate(shipped)}
