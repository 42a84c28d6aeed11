"""Is a forward pass right? Its output against a plain second one.

A gradient check cannot tell: a wrong forward with its own right backward
passes it.
"""

import numpy as np

from course_lib.evidence.comparison import Report, compare


def check_forward(forward, textbook, *inputs, tolerance=1e-12):
    """Compare two forward passes, shape before value.

    Parameters
    ----------
    forward, textbook : callable
        Both take the inputs. `textbook` is the one that is trusted, such as
        one of `course_lib.evidence.textbook`.
    *inputs : array_like
    tolerance : float
        Largest difference, as a share of the largest entry of y.

    Returns
    -------
    Report
    """
    arrays = [np.array(x, dtype=np.float64) for x in inputs]
    came = forward(*[x.copy() for x in arrays])
    line = compare("y", came, textbook(*arrays), tolerance)
    return Report("Forward against the textbook", (line,), what="output")
