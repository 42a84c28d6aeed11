"""The Jacobian of text A, printed entry by entry and as a whole matrix."""

import numpy as np


def compared(token):
    """Say, line by line, where the two forms differ, and what rows add up to.

    Parameters
    ----------
    token : ndarray, (d_model,)
    """
    n, std, deviation = len(token), token.std(), token - token.mean()
    product = np.outer(deviation, deviation)
    matrix = n * np.eye(n) - 1 - product / std**2
    off_diagonal = -(1 + product) / std**2
    entries = np.where(np.eye(n), n - 1 - product / std**2, off_diagonal)
    off = abs(entries - matrix) / (n * std)
    yield f"diagonal off by {np.diag(off).max():.1f}"
    yield f"the rest off by {off.max():.4f}"
    yield f"rows of the entries add up to {entries.sum(axis=1).round(4)}"
    rows = matrix.sum(axis=1).round(4) + 0.0
    yield f"rows of the matrix  add up to {rows}"
