"""Losses: each takes an output and a target, gives the loss and its gradient.

The gradient is the dy that the last layer's backward takes.
"""

import numpy as np

from course_lib.layers import validate


def squared_error(y, target):
    """Return the mean of (y - target)² over all entries, and dL/dy.

    Parameters
    ----------
    y, target : array_like
        Of one shape, with at least one entry.

    Returns
    -------
    loss : float
    dy : ndarray of y.shape
    """
    y = validate.require_nonempty("y", y)
    target = validate.same_shape_and_dtype("target", target, "y", y)

    difference = y - target
    loss = np.vdot(difference, difference) / y.size
    dy = difference * (2 / y.size)
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


def softmax_cross_entropy(logits, target):
    """Return -Σ target ln softmax(logits), mean over rows, and dL/dlogits.

    Parameters
    ----------
    logits : array_like, (..., classes)
        With at least one entry.
    target : array_like
        The class of every row, integers of shape (...), or probabilities of
        shape (..., classes), which are 0 or more and sum to 1 in each row.

    Returns
    -------
    loss : float
    dlogits : ndarray, (..., classes)
    """
    logits = validate.require_nonempty("logits", logits)
    logits = validate.require_features("logits", logits)
    target = validate.probabilities("target", target, logits)

    tokens = logits.size / logits.shape[-1]
    log_p = log_softmax(logits)  # (..., classes)
    dlogits = (np.exp(log_p) - target) * (1 / tokens)  # (..., classes)
    log_p[target == 0] = 0  # 0 ln p is 0, also where p is 0
    loss = -np.vdot(target, log_p) / tokens
    return float(loss), dlogits


def cross_entropy(y, target):
    """Return -Σ target ln y, divided by y.size, and dL/dy; y is positive.

    Only positive outputs have a logarithm, and nothing bounds this loss
    below unless they sum to 1: on raw outputs use `softmax_cross_entropy`.

    Parameters
    ----------
    y : array_like
        Positive, with at least one entry.
    target : array_like of y.shape
        0 or more.

    Returns
    -------
    loss : float
    dy : ndarray of y.shape

    Raises
    ------
    ValueError
        If an entry of y is 0, negative or NaN, or one of target negative.
    """
    y = validate.require_nonempty("y", y)
    target = validate.same_shape_and_dtype("target", target, "y", y)
    validate.require_every(
        "y",
        y,
        y > 0,
        "positive, because the loss takes its logarithm",
        " On raw outputs use softmax_cross_entropy.",
    )
    validate.require_every("target", target, target >= 0, "0 or more")

    loss = -np.vdot(target, np.log(y)) / y.size
    dy = target / y * (-1 / y.size)
    return float(loss), dy
