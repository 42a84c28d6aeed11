"""A paper is cited under its own number: references.md has a row for each."""

import re
from functools import cache
from pathlib import Path

import nbformat
import pytest

TOP = Path(__file__).parents[2]
TABLE = Path(__file__).with_name("references.md")
ROWS = {
    number: (author, title, other)
    for number, author, title, other in re.findall(
        r"^\| (\d+\.\d+) \| (.+?) \| (.+?) \| ?(.*?) ?\|$",
        TABLE.read_text("utf-8"), re.M,
    )
}  # fmt: skip
ROOMS = "course_lib", "notebooks", "tests"
FILES = [
    path
    for room in ROOMS
    for kind in ("*.ipynb", "*.md", "*.py")
    for path in sorted((TOP / room).rglob(kind))
    if path != TABLE and "arxiv" in path.read_text("utf-8").lower()
]


@cache
def text_of(path):
    """Return words on one line: of a notebook what a reader reads."""
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        cells = nbformat.reads(text, as_version=4).cells
        text = "\n".join(c.source for c in cells)
    return re.sub(r"\s*\n[>#\s]*", " ", text)


def citations(text):
    """Return the numbers that are cited, each with what is said of it.

    Of a link these are its words; of a bare number the title in front of it,
    or, where there is none, the words.
    """
    links = re.findall(r"\[([^\]]+)\]\([^)]*arxiv\.org/\w+/([\w.]+)\)", text)
    bare = re.findall(r"(.{,90})arXiv:(\d{4}\.\d{4,5})", text)
    bare = [((re.findall('"([^"]+)"', w) or [w])[-1], n) for w, n in bare]
    return [(number, words) for words, number in (*links, *bare)]


def plain(words):
    return re.sub(r"[^\w ]", "", words).lower().strip()


def tells(number, words):
    """Whether the words are the title, its beginning, or another name."""
    _, title, other = ROWS[number]
    said = plain(words)
    return (
        len(said) > 3 and said == plain(other) or plain(title).startswith(said)
    )


def is_by(number, words):
    """Whether a bare number stands behind its author and its year."""
    author, *_ = ROWS[number]
    return re.search(rf"\b{author}\b.+\b(?:19|20)\d\d\b", words)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_paper_is_cited_under_its_own_number(path):
    for number, words in citations(text_of(path)):
        assert number in ROWS, f"add {number} ({words}) to {TABLE.name}"
        assert tells(number, words) or is_by(number, words), (
            f"arXiv:{number} is {ROWS[number]}, and {path.name} cites it for "
            f"{words!r}: mend the number or the words"
        )


def test_every_row_is_cited():
    cited = {n for path in FILES for n, _ in citations(text_of(path))}
    assert cited == {*ROWS}, (
        f"nothing cites {set(ROWS) - cited} now: delete the rows from "
        f"{TABLE.name}"
    )
