"""Choose which word pieces are shipped, and write pieces.txt.

    python -m parts.real_model.choose_pieces FOLDER

FOLDER holds the published vocab.txt. The pieces most used in ordinary English
are taken, by the frequencies of words in the package wordfreq, which this
script alone needs; besides, letters, numbers of two digits, signs, and what
the lesson's own sentences need. A piece that is not shipped keeps its line,
after a blank: without it words would be split in another way.
"""

import re
import sys
from collections import Counter
from pathlib import Path

from parts.real_model.pairs import sentences
from parts.real_model.text import FILE, split, words

SHIPPED = 9_600
ALWAYS = re.compile(
    r"(##)?[a-z0-9]|[!-/:-@\[-`{-~‘’“”–—…°²³½€£]|\d\d|\[(CLS|SEP|UNK)\]"
)
PUBLISHED = (
    "The weather is lovely today.",
    "It's so sunny outside!",
    "He drove to the stadium.",
)


def main(folder):
    """Count, choose, write."""
    from wordfreq import get_frequency_dict

    text = (Path(folder) / "vocab.txt").read_text(encoding="utf-8")
    vocabulary = dict.fromkeys(text.splitlines())
    used = Counter()
    for word, share in get_frequency_dict("en", "best").items():
        for piece in words(word):
            for part in split(piece, vocabulary):
                used[part] += share
    chosen = {piece for piece in vocabulary if ALWAYS.fullmatch(piece)}
    for word in words(" ".join([*sentences(), *PUBLISHED])):
        chosen.update(split(word, vocabulary))
    for piece, _ in used.most_common():
        if len(chosen) == SHIPPED:
            break
        chosen.add(piece)
    lines = (("" if p in chosen else " ") + p + "\n" for p in vocabulary)
    FILE.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
