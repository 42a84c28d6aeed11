"""Losses: each takes an output and a target, gives the loss and its gradient.

The gradient is the dy that the last layer's backward takes. What is not to
count, such as padding, has ignore_index for its target: its dy is 0, and the
mean runs over the others.
"""

import numpy as np

from course_lib.layers import targets, validate


def squared_error(y, target, *, ignore_index=None):
    """Return the mean of (y - target)² over all entries, and dL/dy.

    Parameters
    ----------
    y, target : array_like
        Of one shape, with at least one entry.
    ignore_index : number, optional
        Entries of target that are this number do not count.

    Returns
    -------
    loss : float
    dy : ndarray of y.shape
    """
    y = targets.require_nonempty("y", y)
    target = validate.same_shape_and_dtype("target", target, "y", y)
    counts, entries = targets.entries_that_count(target, ignore_index)

    difference = np.where(counts, y - target, 0)
    loss = np.vdot(difference, difference) / entries
    dy = difference * (2 / entries)
    return float(loss), dy


def softmax(logits):
    """Return exp(logits) divided by its sum, over the last axis.

    Parameters
    ----------
    logits : array_like, (..., classes)

    Returns
    -------
    probabilities : ndarray, (..., classes)
    """
    return np.exp(log_softmax(validate.require_features("logits", logits)))


def log_softmax(logits):
    """Return ln softmax(logits) without overflow for large logits.

    The largest logit is taken off first: the ratios stay, exp stays below 1.
    """
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


def softmax_cross_entropy(logits, target, *, ignore_index=-100):
    """Return -Σ target ln softmax(logits), mean over rows, and dL/dlogits.

    Parameters
    ----------
    logits : array_like, (..., classes)
        With at least one entry.
    target : array_like
        The class of every row, integers of shape (...), or probabilities of
        shape (..., classes), which are 0 or more and sum to 1 in each row.
    ignore_index : int
        Rows of this class do not count; -100 as in PyTorch.

    Returns
    -------
    loss : float
    dlogits : ndarray, (..., classes)
    """
    logits = targets.require_nonempty("logits", logits)
    logits = validate.require_features("logits", logits)
    target, counts, rows = targets.probabilities(
        "target", target, logits, ignore_index
    )

    log_p = log_softmax(logits)  # (..., classes)
    dlogits = (np.exp(log_p) - target) * (1 / rows)  # (..., classes)
    dlogits[~counts] = 0
    log_p[target == 0] = 0  # 0 ln p is 0, also where p is 0
    loss = -np.vdot(target, log_p) / rows
    return float(loss), dlogits


def cross_entropy(y, target, *, ignore_index=None):
    """Return the mean of -target ln y over all entries, and dL/dy.

    Only positive outputs have a logarithm, and nothing bounds this loss
    below unless they sum to 1: on raw outputs use `softmax_cross_entropy`.

    Parameters
    ----------
    y : array_like
        Positive, with at least one entry.
    target : array_like of y.shape
        0 or more.
    ignore_index : number, optional
        Entries of target that are this number do not count.

    Returns
    -------
    loss : float
    dy : ndarray of y.shape

    Raises
    ------
    ValueError
        If an entry of y is 0, negative or NaN, or one of target negative.
    """
    y = targets.require_nonempty("y", y)
    target = validate.same_shape_and_dtype("target", target, "y", y)
    counts, entries = targets.entries_that_count(target, ignore_index)
    targets.require_every(
        "y",
        y,
        (y > 0) | ~counts,
        "positive, because the loss takes its logarithm",
        " On raw outputs use softmax_cross_entropy.",
    )
    targets.require_every(
        "target", target, (target >= 0) | ~counts, "0 or more"
    )

    y, target = np.where(counts, y, 1), np.where(counts, target, 0)
    loss = -np.vdot(target, np.log(y)) / entries
    dy = target / y * (-1 / entries)
    return float(loss), dy
