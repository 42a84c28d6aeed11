"""Text to word pieces, as BERT's uncased tokenizer does it.

Source: Wu et al., "Google's neural machine translation system" (2016),
arXiv:1609.08144, section 4.1, for word pieces.
"""

import re
import string
import unicodedata
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "stored" / "pieces.txt"
FIRST, LAST, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
SPECIAL = re.compile(r"(\[(?:CLS|SEP|UNK|PAD|MASK)\])")
CHINESE = (
    (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2A6DF),
    (0x2A700, 0x2B81F), (0x2B920, 0x2CEAF), (0x2F800, 0x2FA1F),
)  # fmt: skip
LONGEST = 256  # tokens; the published model cuts longer texts off
LONGEST_WORD = 100  # letters; a longer word is unknown


@cache
def vocabulary():
    """Return the row of each of the 30,522 pieces, the rare ones last.

    In the file the rare ones, whose vectors have a file of their own, stand
    behind a blank.
    """
    lines = FILE.read_text(encoding="utf-8").splitlines()
    common_first = sorted(lines, key=lambda line: line.startswith(" "))
    return {line.lstrip(" "): row for row, line in enumerate(common_first)}


def words(text):
    """Split text into lower-case words and signs, without accents.

    A Chinese character is a word. "[MASK]" and its like are kept whole.
    """
    found = []
    for part in SPECIAL.split(text):
        if SPECIAL.fullmatch(part):
            found.append(part)
        else:
            plain = unicodedata.normalize("NFD", "".join(map(_spaced, part)))
            kept = (c for c in plain if unicodedata.category(c) != "Mn")
            # Letter by letter: a Greek sigma is the same at a word's end.
            lower = "".join(c.lower() for c in kept)
            found += "".join(
                f" {c} " if _is_sign(c) else c for c in lower
            ).split()
    return found


def _spaced(character):
    """Put blanks around a Chinese character; drop what cannot be seen."""
    if character in "\t\n\r":
        return " "
    category = unicodedata.category(character)
    if character == "\ufffd" or category in ("Cc", "Cf", "Co"):
        return ""
    return f" {character} " if _is_chinese(character) else character


def _is_chinese(character):
    return any(first <= ord(character) <= last for first, last in CHINESE)


def _is_sign(character):
    """Whether it stands alone: all of ASCII's, "$" too, and punctuation."""
    return (
        character in string.punctuation
        or unicodedata.category(character)[0] == "P"
    )


def split(word):
    """Split a word into pieces of the vocabulary, the longest first."""
    found, start = [], 0
    while start < len(word) <= LONGEST_WORD:
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary():
                found.append(piece)
                start = end
                break
        else:
            return [UNKNOWN]
    return found or [UNKNOWN]


def unknown(text):
    """Return how many pieces of a text have no vector, and how many it has.

    An emoji, most Chinese characters and words of more than a hundred letters
    become [UNK], all with the same vector.
    """
    own = pieces(text)[1:-1]
    return own.count(UNKNOWN), len(own)


def pieces(text):
    """Return the word pieces of a text, with [CLS] and [SEP] around them.

    Raises
    ------
    ValueError
        If there are too many.
    """
    found = [FIRST, *(p for word in words(text) for p in split(word)), LAST]
    if len(found) > LONGEST:
        raise ValueError(
            f"The text has {len(found)} word pieces; the model takes at most "
            f"{LONGEST}. Give it a shorter one."
        )
    return found
