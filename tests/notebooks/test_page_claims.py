"""What is said on a page in words or in a line of prose is computed.

``claims/glossary.py`` has every meaning of the glossary as it stands there,
with an example that is true by these words. So whoever changes a meaning has
to change its example. ``claims/<page>.py`` has words of the page that say
which of two things is larger, what comes first or how a formula in letters
reads, each with what computes whether that is true.
``python tests/notebooks/test_page_claims.py 05`` says how many statements of
the pages stand in rows, and lists those of lesson 05 that do not.
"""

import re
import runpy
import sys
from functools import cache
from pathlib import Path

import nbformat
import numpy as np
import pytest
from test_glossary import WORDS
from test_numbers import NOTEBOOKS, joined, prose

CLAIMS = Path(__file__).parent / "claims"
TURNED = re.compile(
    r"\b(larger|smaller|longer|shorter|greater|fewer|more|less|above|below"
    r"|rises?|falls?|grows?|shrinks?|wider|narrower|higher|lower|never|always"
    r"|twice|halve?s?|doubles?|faster|slower|largest|smallest|before|after"
    r"|first|last)\b|√"
)

# Words with which a sentence states something that could be false.
FACT = re.compile(
    TURNED.pattern.removesuffix(r")\b|√")
    + r"|no|not|none|nothing|neither|nor|only|every|each|all|both|same|equal"
    r"|equally|exactly|almost|nearly|zero|orthogonal|sums?|adds?|added"
    r"|divide[sd]?|multipl\w+|subtract\w*|means?|variances?|rows?|columns?"
    r"|tokens?|features?|forward|backward|inside|outside|positive|negative"
    r"|right|wrong|left|with|without|far|near|large|small|long|short|can"
    r"|cannot|because|one|two|three|four|five|six|seven|eight|ten|twelve"
    r"|half)\b|[√γβμσε]"
)
# Paragraphs that state nothing: what a page is about, and what to read next.
NO_STATEMENT = re.compile(
    r"#|\*The short way|\*\*(?:What you[’']ll|Time|Further|Next|Side|Back)"
    r"|.*```|.*\$\$"
    r"|<details>\s*<summary>[^<]*</summary>\Z",
    re.S,
)
LEAST = 0.85  # of the statements of each page stand in rows


def test_every_meaning_has_an_example_that_is_true():
    table = runpy.run_path(CLAIMS / "glossary.py")
    meanings, exempt = table["MEANINGS"], table["EXEMPT"]
    said = {meaning for _, meaning, _ in WORDS}
    listed = meanings.keys() | exempt
    assert said == listed, (
        "change tests/notebooks/claims/glossary.py: it lacks "
        f"{said - listed}, and {listed - said} is not in the glossary"
    )
    wrong = [words for words, true in meanings.items() if not true]
    assert not wrong


PAGES = sorted(set(CLAIMS.glob("*.py")) - {CLAIMS / "glossary.py"})

# What a reader may do; nothing is computed.
ADVICE = {
    "So before you compare two programs, look where ε stands in each.",
    "So fix the rules before the runs, use seeds as pairs, and say “open” "
    "where you do not know.",
    "Check that first.",
    "Before you call a printed number wrong, ask how far rounding may have "
    "moved it.",
    "And before you believe a formula, ask which of its readings the code "
    "computes.",
}


@pytest.mark.parametrize("table", PAGES, ids=lambda path: path.stem)
def test_what_a_page_says_is_true(table):
    text = prose(table.stem)
    claims = claims_of(table.stem)
    gone = [words for words in claims if joined(words) not in text]
    assert not gone, (
        f"no longer on the page: change or delete these rows of {table}:\n"
        + "\n".join(gone)
    )
    assert all(isinstance(v, (bool, np.bool_)) for v in claims.values())
    wrong = [words for words, true in claims.items() if not true]
    assert not wrong, "not true by what the row computes:\n" + "\n".join(wrong)


@cache
def claims_of(page):
    """Return the rows of a page: words, and whether they are true."""
    table = CLAIMS / f"{page}.py"
    return runpy.run_path(table)["CLAIMS"] if table.exists() else {}


@cache
def quoted(page):
    """Return the words of a page that rows of the tables hold."""
    numbers = CLAIMS.with_name("numbers") / f"{page}.py"
    held = [*claims_of(page)]
    if numbers.exists():
        pairs = runpy.run_path(numbers)["NUMBERS"]
        held += [part for words, _ in pairs for part in words.split("{}")]
    return [joined(words) for words in held if len(words) > 9]


def unquoted(page, text):
    """Return the text with only sentence ends where a row quotes it."""
    letters = [*text]
    for words in quoted(page):
        for found in re.finditer(re.escape(words), text):
            at = slice(*found.span())
            letters[at] = [c if c in ".?!:|" else " " for c in text[at]]
    return "".join(letters)


def uncovered(page, text):
    """List the sentences that compare something outside of a row's words."""
    text = re.sub(r"```.*?```|\$\$.*?\$\$", " ", text)
    left, found, start = unquoted(page, text), [], 0
    for end in [m.end() for m in re.finditer(r"[.?!:|](?: |$)", text)]:
        if TURNED.search(plain(left[start:end])):
            found.append(text[start:end].strip())
        start = end
    return found


def paragraphs(page):
    """Return the paragraphs of a page that may state something, joined."""
    cells = nbformat.read(NOTEBOOKS / f"{page}.ipynb", as_version=4).cells
    words = "\n\n".join(c.source for c in cells if c.cell_type == "markdown")
    parts = re.split(r"\n\s*\n", re.sub(r"^> ?", "", words, flags=re.M))
    return [joined(p) for p in parts if not NO_STATEMENT.match(p.strip())]


def statements(page):
    """List sentences that state something, each with what no row quotes."""
    text, at, found = prose(page), 0, []
    rest = unquoted(page, text)
    for paragraph in paragraphs(page):
        at = text.index(paragraph, at)
        for each in re.finditer(r".+?(?:[.?!:|]\S*(?= |$)|$)", paragraph):
            left = rest[at + each.start() : at + each.end()]
            words = each[0].strip()
            idle = words in ADVICE or words.endswith("?")
            if FACT.search(plain(words)) and not idle:
                found.append((words, FACT.search(plain(left))))
    return found


def plain(words):
    """Return words without code, addresses, tags and bold labels."""
    marks = r"`[^`]*`|\]\([^)]*\)|<[^>]+>|\*\*[A-Z][^*]*\.\*\*"
    return re.sub(marks, " ", words)


def closing(page):
    """Return the summary of a page: its last words before the questions."""
    cells = nbformat.read(NOTEBOOKS / f"{page}.ipynb", as_version=4).cells
    text = " ".join(c.source for c in cells if c.id == "closing")
    summary = re.search(
        r"(?:\*\*(?:Summary|What stays)|## What stays).+?"
        r"(?=\n\n\*\*(?:Two questions|One question|Further|Next)|\Z)",
        text,
        re.S,
    )
    return joined(summary[0]) if summary else ""


@pytest.mark.parametrize(
    "page", [path.stem for path in sorted(NOTEBOOKS.glob("[0-9s]*.ipynb"))]
)
def test_a_summary_says_nothing_larger_or_first_without_a_row(page):
    left = [s for s in uncovered(page, closing(page)) if s not in ADVICE]
    assert not left, (
        f"quote these words in tests/notebooks/claims/{page}.py, with what "
        "computes whether they are true:\n" + "\n".join(left)
    )


@pytest.mark.parametrize(
    "page", [path.stem for path in sorted(NOTEBOOKS.glob("[0-9s]*.ipynb"))]
)
def test_nearly_all_statements_of_a_page_stand_in_rows(page):
    found = statements(page)
    left = [words for words, rest in found if rest]
    assert len(left) < (1 - LEAST) * len(found), (
        f"quote some of these in tests/notebooks/claims/{page}.py, with what "
        "computes whether they are true:\n" + "\n".join(left)
    )


if __name__ == "__main__":
    for path in sorted(NOTEBOOKS.glob("[0-9s]*.ipynb")):
        found = statements(path.stem)
        left = [words for words, rest in found if rest]
        share = 1 - len(left) / len(found)
        print(f"{path.stem}: {share:.0%} of {len(found)} statements in rows")
        if path.stem.startswith(tuple(sys.argv[1:])):
            print(*(f"    {words}" for words in left), sep="\n")
