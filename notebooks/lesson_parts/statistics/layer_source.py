"""The lines of the course's layer that lesson 01 explains."""

import inspect
from textwrap import dedent

from course_lib.layers import LayerNorm


def lines_that_matter():
    """Return LayerNorm.compute without comments and without its rounding.

    Returns
    -------
    str
        From the mean to 1/std, in Python.
    """
    source = dedent(inspect.getsource(LayerNorm.compute))
    lines = source[source.index("    N =") : source.index("    y =")]
    kept = [each for each in lines.splitlines() if "mean_error" not in each]
    return dedent("\n".join(each.split("  #")[0] for each in kept))
