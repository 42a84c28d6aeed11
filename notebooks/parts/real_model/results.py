"""The stored measurements: how many sentences find their partner."""

import json
from functools import cache

import numpy as np

from parts.real_model.measure import FILE
from parts.real_model.trials import share_and_error

FLOORS = "random token vectors", "token vectors", "no block"


@cache
def measured():
    """Return what `measure` stored, by the names of changes."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def by_pair(name):
    """Return, for each pair, the share of its two that find the other."""
    return np.array([int(each) / 2 for each in measured()[name]["found"]])


def found(name):
    """Return the share of sentences found, and its standard error."""
    return share_and_error(by_pair(name))


def gained(name):
    """Return the difference from the whole model, pair by pair, as above."""
    return share_and_error(by_pair(name) - by_pair("whole"))


def table(rows):
    """Write changes one below the other.

    Rows are names of changes, or label and name; columns are the share
    found ± its standard error over pairs, the same of the difference from
    the whole model, and mean similarities of partners and of others.
    """
    rows = [(row, row) if isinstance(row, str) else row for row in rows]
    width = max(len(label) for label, _ in rows)
    lines = [f"{'':{width}}  found        change        partners  others"]
    for label, name in rows:
        (share, error), (more, spread) = found(name), gained(name)
        kept = measured()[name]
        lines.append(
            f"{label:{width}}  {share:.2f} ± {error:.2f}"
            f"  {more:+.2f} ± {spread:.2f}"
            f"  {kept['partners']:.2f}      {kept['others']:.2f}"
        )
    return "\n".join(lines)
