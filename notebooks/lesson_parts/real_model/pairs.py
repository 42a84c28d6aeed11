"""Sixty pairs of sentences that say nearly the same in other words.

The first twenty pairs are easy. The other forty come in twos: the left
sentences of two neighbours share words and say something else, so that each
has a tempting wrong partner. Nothing had been measured with them when they
were written and committed.

They are the second choice. In the first one the wrong partner differed in one
word alone, as in "The dog chased the cat" and "The cat chased the dog", and
the whole model nearly always took it: too often to see what a change does.
"""

from pathlib import Path

FILE = Path(__file__).parent / "stored" / "pairs.txt"
TEN = (0, 1, 2, 3, 12, 13, 40, 41, 42, 43)  # they stand in pictures
EASY = 20  # the first pairs; those behind come in twos


def sentences():
    """Return all sentences; those at 2n and 2n + 1 are partners."""
    lines = FILE.read_text(encoding="utf-8").replace(" | ", "\n").split("\n")
    return [line for line in lines if line]


def ten_sentences():
    """Return the sentences of the five pairs that pictures show."""
    found = sentences()
    return [found[i] for i in TEN]
