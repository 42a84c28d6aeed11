"""What the losses accept as output and target; see also `validate`."""

import numpy as np

from course_lib.layers.validate import as_floats


def require_nonempty(name, values):
    """Return floats, at least one: a mean over none is not defined."""
    array = as_floats(name, values)
    if array.size == 0:
        raise ValueError(
            f"{name} must have at least one entry, because the loss is a "
            f"mean, but its shape is {array.shape}."
        )
    return array


def require_every(name, array, good, rule, advice=""):
    """Refuse an array unless every entry is good."""
    bad = array[~good]
    if bad.size:
        raise ValueError(
            f"{name} must be {rule}, but {bad.size} of {array.size} entries "
            f"are not; the first is {bad[0]}.{advice}"
        )


def entries_that_count(target, ignore_index):
    """Return where a target counts, as bool, and how many entries that are."""
    counts = target != ignore_index  # != None holds everywhere
    number = int(np.count_nonzero(counts))
    if number == 0:
        raise ValueError(
            "target must have an entry that counts, because the loss is a "
            f"mean, but all of them are ignore_index, {ignore_index}."
        )
    return counts, number


def probabilities(name, values, logits, ignore_index):
    """Return a target as probabilities, and which rows count.

    Integers of shape logits.shape[:-1] are classes and become one-hot rows,
    of zeros where the class is ignore_index.

    Returns
    -------
    target : ndarray in the shape and dtype of logits
    counts : ndarray of bool, logits.shape[:-1]
    rows : int
        How many of them count.
    """
    floats, classes = as_floats(name, values), logits.shape[-1]
    target = np.asarray(values)
    is_whole = np.issubdtype(target.dtype, np.integer)
    if target.shape == logits.shape[:-1] and is_whole:
        counts, rows = entries_that_count(target, ignore_index)
        least, most = target[counts].min(), target[counts].max()
        if least < 0 or most >= classes:
            raise ValueError(
                f"{name} must hold classes from 0 to {classes - 1}, or "
                f"ignore_index, {ignore_index}, but they run from {least} to "
                f"{most}."
            )
        one_hot = np.zeros(logits.shape, logits.dtype)
        places = np.where(counts, target, 0)[..., None]
        np.put_along_axis(one_hot, places, counts[..., None], axis=-1)
        return one_hot, counts, rows
    if target.shape != logits.shape:
        raise ValueError(
            f"{name} must hold classes, integers of shape "
            f"{logits.shape[:-1]}, or probabilities of shape {logits.shape}, "
            f"but it is {target.dtype} of shape {target.shape}."
        )
    target = np.asarray(floats, logits.dtype)
    require_every(name, target, target >= 0, "0 or more")
    sums = target.sum(axis=-1)
    bad = ~(abs(sums - 1) < 1e-5)
    if bad.any():
        raise ValueError(
            f"{name} must sum to 1 in every row, but {bad.sum()} of "
            f"{bad.size} rows do not; the first sums to {sums[bad][0]}."
        )
    return target, np.ones(sums.shape, bool), sums.size
