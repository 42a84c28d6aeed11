"""Losses: each takes an output and a target, and returns loss and gradient."""

import numpy as np

from . import checks


def squared_error(y, target):
    """Return the mean of (y - target)² over all entries, and dL/dy.

    Parameters
    ----------
    y, target : array_like of one shape

    Returns
    -------
    loss : float
    dy : ndarray of y.shape
    """
    y = checks.entries("y", y)
    target = checks.same_shape("target", target, "y", y)
    difference = y - target
    loss = np.vdot(difference, difference) / y.size
    return float(loss), difference * (2 / y.size)


def softmax(logits):
    """Return exp(logits) / sum(exp(logits)) over the last axis.

    The largest logit is taken off first: exp never overflows, and the ratio
    is the same.
    """
    logits = checks.features("logits", logits)
    p = np.exp(logits - logits.max(axis=-1, keepdims=True))
    p /= p.sum(axis=-1, keepdims=True)
    return p


def softmax_cross_entropy(logits, target):
    """Return -Σ target ln softmax(logits), mean over rows, and dL/dlogits.

    Parameters
    ----------
    logits : array_like, (..., classes)
    target : array_like
        Either the class of every row, integers of shape (...), or its
        probabilities, (..., classes), which are 0 or more and sum to 1.

    Returns
    -------
    loss : float
    dlogits : ndarray, (..., classes)
    """
    logits = checks.features("logits", checks.entries("logits", logits))
    target = checks.probabilities("target", target, logits)
    tokens = logits.size // logits.shape[-1]
    shifted = logits - logits.max(axis=-1, keepdims=True)
    e = np.exp(shifted)
    total = e.sum(axis=-1, keepdims=True)  # (..., 1)
    loss = -np.vdot(target, shifted - np.log(total)) / tokens
    return float(loss), (e / total - target) * (1 / tokens)


def cross_entropy(y, target):
    """Return -Σ target ln y / y.size, and dL/dy, for positive outputs y.

    This is the loss of the document on the feed-forward layer with the minus
    sign that it leaves out. A linear output need not be positive: use
    `softmax_cross_entropy` there.

    Parameters
    ----------
    y : array_like
        Positive.
    target : array_like of y.shape
        0 or more.

    Returns
    -------
    loss : float
    dy : ndarray of y.shape

    Raises
    ------
    ValueError
        If an entry of y is 0, negative or NaN: the logarithm needs y > 0.
    """
    y = checks.entries("y", y)
    target = checks.same_shape("target", target, "y", y)
    checks.positive("y", y)
    checks.not_negative("target", target)
    loss = -np.vdot(target, np.log(y)) / y.size
    return float(loss), target / y * (-1 / y.size)
