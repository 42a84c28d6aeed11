"""The vectors of the rare word pieces, in a file of their own.

This module is imported when a text has one of them. Where the course runs in a
browser, that fetches the file.
"""

from functools import cache
from pathlib import Path

import numpy as np

from lesson_parts.real_model.weights import load_weights, restored

FILE = Path(__file__).parent / "stored" / "rare_pieces.npz"


@cache
def all_pieces():
    """Return the vectors of all 30,522 pieces, the common ones first."""
    with np.load(FILE) as stored:
        rare = restored(stored["codes"], stored["scales"])
    return np.concatenate([load_weights()["pieces"], rare])
