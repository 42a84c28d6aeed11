"""Real handwritten digits: 1,797 images of 8 × 8 pixels.

Source: E. Alpaydin and C. Kaynak, "Optical Recognition of Handwritten
Digits", UCI Machine Learning Repository (1998), doi:10.24432/C50P49, test
part. Licence: CC BY 4.0. The rows are unchanged; see DIGITS.md beside this
file.
"""

import gzip
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np

FILE = Path(__file__).with_name("digits.csv.gz")
SHA256 = "6ebb3d2fee246a4e99363262ddf8a00a3c41bee6014c373ed9d9216ba7f651b8"
IMAGES, PIXELS, DARKEST = 1797, 64, 16
PARTS = {"train": 1197, "validation": 300, "test": 300}
SPLIT_SEED = 0


class Part(NamedTuple):
    """Images of one part of the data and the digits they show.

    Attributes
    ----------
    x : ndarray, (images, 64), float64
        Pixels from −1 (white) to 1 (black), row by row.
    digit : ndarray, (images,), int64
        0 to 9.
    """

    x: np.ndarray
    digit: np.ndarray


@cache
def load_digits():
    """Read the digits and split them, always in the same way.

    Returns
    -------
    dict of str to Part
        ``"train"``, ``"validation"`` and ``"test"``: 1,197, 300 and 300
        images, drawn at random once. The arrays are read-only.

    Raises
    ------
    ValueError
        If the file is not the one that the course ships.

    Notes
    -----
    Thirteen people wrote these digits, and the file does not say who wrote
    which. The same hand therefore stands in more than one part: accuracy on
    the test part is accuracy on known writers, and new writers are harder.
    """
    rows = checked(gzip.decompress(FILE.read_bytes()))
    table = np.loadtxt(rows.decode("ascii").splitlines(), delimiter=",")
    x = table[:, :PIXELS] * (2 / DARKEST) - 1
    digit = table[:, PIXELS].astype(np.int64)
    order = np.random.default_rng(SPLIT_SEED).permutation(IMAGES)
    parts, start = {}, 0
    for name, size in PARTS.items():
        chosen = order[start : start + size]
        parts[name] = Part(_frozen(x[chosen]), _frozen(digit[chosen]))
        start += size
    return parts


def checked(rows):
    """Return the rows of the file if they are those of the course."""
    found = sha256(rows).hexdigest()
    if found != SHA256:
        raise ValueError(
            f"{FILE.name} must have the checksum {SHA256[:12]}…, but it is "
            f"{found[:12]}…; get the file again with the course"
        )
    return rows


def _frozen(array):
    array.setflags(write=False)
    return array
