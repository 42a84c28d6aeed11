"""Sixty pairs of sentences that say nearly the same in other words.

They were written and committed before anything was measured with them. The
first twenty pairs are easy. The other forty come in twos: each has a tempting
wrong partner, which uses nearly the same words and says something else.
"""

from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "stored" / "pairs.txt"
EASY = 20


@cache
def pairs():
    """Return the pairs, a tuple of two sentences each."""
    lines = FILE.read_text(encoding="utf-8").split("\n")
    return [tuple(line.split(" | ")) for line in lines if line]


def sentences():
    """Return all sentences; those at 2n and 2n + 1 are partners."""
    return [sentence for pair in pairs() for sentence in pair]
