"""The glossary has the words that the lessons introduce, where they stand."""

import re
from functools import cache
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))
ROW = re.compile(
    r"^\| \*\*(.+?)\*\* \| (.+?) \| .*\]\((\S+?)(?:#\S*)?\) \|$", re.M
)
# Bold, but no word of the subject: a remark, or known from school.
NO_TERM = {
    "centred part", "centres twice", "column", "derived by hand",
    "five texts", "forward", "imaginary part", "lever arm", "logarithmic",
    "mean part", "one pass", "orthogonal projection", "ray",
    "right-aligned", "two",
}  # fmt: skip


@cache
def prose(path):
    cells = nbformat.read(path, as_version=4).cells
    text = "\n\n".join(c.source for c in cells if c.cell_type == "markdown")
    return re.sub(r"(?<!\n)\n(?![\n|])", " ", text)


def names(word):
    """Return the names in a heading such as "gamma and beta (γ, β)"."""
    return re.split(r", | and ", re.sub(r" \(.*\)", "", word).lower())


WORDS = ROW.findall(prose(NOTEBOOKS / "glossary.ipynb"))
TEXT = " ".join(f"{word} {meaning}" for word, meaning, _ in WORDS).lower()


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


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_word_that_a_lesson_introduces_is_in_the_glossary(path):
    bold = re.findall(r"\*\*([a-z-]+(?:\s[a-z-]+){0,2})\*\*", prose(path))
    bold = {" ".join(word.split()) for word in bold}
    missing = {
        word for word in bold - NO_TERM if word.removesuffix("s") not in TEXT
    }
    assert not missing, (
        f"a term in bold is new: give {missing} a row in glossary.ipynb; if "
        "it is bold for another reason, put it into NO_TERM"
    )
