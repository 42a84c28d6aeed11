"""A word of the glossary stands in the lesson that its row links to."""

import re
from functools import cache
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
ROW = re.compile(
    r"^\| \*\*(.+?)\*\* \| (.+?) \| .*\]\((\S+?)(?:#\S*)?\) \|$", re.M
)


@cache
def prose(path):
    cells = nbformat.read(path, as_version=4).cells
    text = "\n\n".join(c.source for c in cells if c.cell_type == "markdown")
    return re.sub(r"(?<!\n)\n(?![\n|])", " ", text)


def names(word):
    """Return the names in a heading such as "gamma and beta (γ, β)"."""
    return re.split(r", | and ", re.sub(r" \(.*\)", "", word).lower())


WORDS = ROW.findall(prose(NOTEBOOKS / "glossary.ipynb"))


def test_words_are_in_order():
    words = [word.lower() for word, *_ in WORDS]
    late = [b for a, b in zip(words, words[1:]) if b < a]
    assert not late, f"move these up, in the order of the alphabet: {late}"


@pytest.mark.parametrize("word, page", [(w, p) for w, _, p in WORDS])
def test_the_lesson_uses_the_word(word, page):
    text = prose(NOTEBOOKS / page).lower()
    sign = re.search(r"\((.+?)\)", word)
    known = [*names(word), *(sign[1].split(", ") if sign else ())]
    assert any(name in text for name in known), (
        f"{page} no longer has the word {word!r}, which its row in "
        "glossary.ipynb says it explains: change the row, or delete it"
    )
