"""A case: the arguments that one call of the check is made with."""

import numpy as np


class Case:
    """One tuple of arguments, and what is special about it.

    Parameters
    ----------
    *args
        What the learner's function is called with.
    note : str
        What makes the case special, as it completes "for …": ``"a 3-D
        input"``, ``"integers"``. Empty for a plain case.
    rough : bool
        The wrong answers of this case are rounding noise (a far-off mean),
        so a mistake is recognised there by being wrong, not by its digits.
    float32 : bool
        The arrays are taken in float32, and the note says so.
    """

    def __init__(self, *args, note="", rough=False, float32=False):
        if float32:
            note = f"{note} in float32" if note else "float32"
            args = [
                a.astype(np.float32) if isinstance(a, np.ndarray) else a
                for a in args
            ]
        self.args, self.note, self.rough = args, note, rough
        arrays = [a for a in args if isinstance(a, np.ndarray)]
        self.shapes = tuple(a.shape for a in arrays)
        self.size = sum(a.size for a in arrays)
        self.axes = arrays[0].ndim if arrays else 0
        self.floats = all(a.dtype == float for a in arrays)
        self.known = {}  # what functions of ours answer to it
