"""Eight features of one token of a real model.

Source: all-MiniLM-L6-v2, the sentence encoder of lesson 10, which says where
its weights come from. The text is "She sat on the bank of the river.", the
token "river". What stands here is what the first LayerNorm of block 1 is
given, x plus what attention adds to it: features 152 to 159 of 384, to two
digits. All 384 stand in river.txt.
"""

from pathlib import Path

import numpy as np


def token_row():
    """Return eight features of the token "river", float64, shape (8,).

    Returns
    -------
    ndarray
        A new array, so a change to it changes nothing else. One feature is
        far larger than the others, as in many trained models.
    """
    return np.array([0.07, -0.12, 0.75, -0.12, 0.74, 3.78, -0.13, 0.13])


def whole_row():
    """Return all features of the token "river", float64, shape (384,)."""
    return np.loadtxt(Path(__file__).with_name("river.txt")).ravel()
