"""Text to word pieces, as BERT's uncased tokenizer does it.

Source: Wu et al., "Google's neural machine translation system" (2016),
arXiv:1609.08144, section 4.1, for word pieces.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "stored" / "pieces.txt"
FIRST, LAST, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
LONGEST = 256  # tokens; the published model cuts longer texts off


@cache
def whole_vocabulary():
    """Return the model's 30,522 pieces, each with whether it is shipped."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {line.lstrip(" "): not line.startswith(" ") for line in lines}


def words(text):
    """Split text into lower-case words and signs, without accents."""
    text = unicodedata.normalize("NFD", text.lower())
    text = "".join(c for c in text if unicodedata.category(c) != "Mn")
    return re.findall(r"[^\W_]+|[^\w\s]|_", text)


def split(word, vocabulary):
    """Split a word into pieces of the vocabulary, the longest first."""
    found, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                found.append(piece)
                start = end
                break
        else:
            return [UNKNOWN]
    return found


def pieces(text, shipped):
    """Return the word pieces of a text, with [CLS] and [SEP] around them.

    Each must be among those shipped.

    Raises
    ------
    ValueError
        If the course does not ship the vector of a piece, or if there are
        too many pieces; the words say which.
    """
    vocabulary = whole_vocabulary()
    by_word = {word: split(word, vocabulary) for word in words(text)}
    missing = [
        word
        for word, parts in by_word.items()
        if not shipped.keys() >= set(parts)
    ]
    if missing:
        raise ValueError(
            "The course ships the vectors of the "
            f"{len(shipped):,} most common of the model's "
            f"{len(vocabulary):,} word pieces, and these words need others: "
            f"{', '.join(missing)}. Say it in other words."
        )
    found = [FIRST, *(p for w in words(text) for p in by_word[w]), LAST]
    if len(found) > LONGEST:
        raise ValueError(
            f"The text has {len(found)} word pieces; the model takes at most "
            f"{LONGEST}. Give it a shorter one."
        )
    return found


def readable(texts, shipped):
    """Return the texts that can be encoded; print why others cannot."""
    kept = []
    for text in texts:
        try:
            pieces(text, shipped)
        except ValueError as error:
            print(f"“{text}” is left out. {error}")
        else:
            kept.append(text)
    return kept
