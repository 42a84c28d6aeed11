"""How many sentences find their partner: stored, or measured just now."""

import json
from functools import cache
from types import SimpleNamespace

import numpy as np

from lesson_parts.real_model.measure import FILE
from lesson_parts.real_model.retrieval import share_and_error

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


def stored(name):
    """Return a stored change in the form of `judged`."""
    kept = measured()[name]
    return SimpleNamespace(
        found=by_pair(name), partners=kept["partners"], others=kept["others"]
    )


def table(rows):
    """Write changes one below the other.

    Rows are names of stored changes, or label and name, or label and what
    `judged` returned just now. Columns are the share found ± its standard
    error over pairs, the same of the difference from the whole model, and
    mean similarities of partners and of others.
    """
    rows = [(row, row) if isinstance(row, str) else row for row in rows]
    rows = [
        (label, stored(what) if isinstance(what, str) else what)
        for label, what in rows
    ]
    whole = dict(rows).get("whole") or stored("whole")
    width = max(len(label) for label, _ in rows)
    lines = [f"{'':{width}}  found        change        partners  others"]
    for label, now in rows:
        share, error = share_and_error(now.found)
        more, spread = share_and_error(now.found - whole.found)
        lines.append(
            f"{label:{width}}  {share:.2f} ± {error:.2f}"
            f"  {more:+.2f} ± {spread:.2f}"
            f"  {now.partners:.2f}      {now.others:.2f}"
        )
    return "\n".join(lines)
