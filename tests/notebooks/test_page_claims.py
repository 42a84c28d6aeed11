"""What is said on a page in words or in a line of prose is computed.

``claims/glossary.py`` has every meaning of the glossary as it stands there,
with an example that is true by these words. So whoever changes a meaning has
to change its example. ``claims/<page>.py`` has words of the page that say
which of two things is larger, what comes first or how a formula in letters
reads, each with what computes whether that is true.
``python tests/notebooks/test_page_claims.py 05`` lists what no row covers.
"""

import re
import runpy
import sys
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
    "And before you believe a formula, ask which of its readings the code "
    "computes.",
}


@pytest.mark.parametrize("table", PAGES, ids=lambda path: path.stem)
def test_what_a_page_says_is_true(table):
    text = prose(table.stem)
    claims = runpy.run_path(table)["CLAIMS"]
    gone = [words for words in claims if joined(words) not in text]
    assert not gone, (
        f"no longer on the page: change or delete these rows of {table}:\n"
        + "\n".join(gone)
    )
    assert all(isinstance(v, (bool, np.bool_)) for v in claims.values())
    wrong = [words for words, true in claims.items() if not true]
    assert not wrong, "not true by what the row computes:\n" + "\n".join(wrong)


def quoted(page):
    """Return the words of a page that rows of the tables hold."""
    claims = CLAIMS / f"{page}.py"
    numbers = CLAIMS.with_name("numbers") / f"{page}.py"
    held = [*runpy.run_path(claims)["CLAIMS"]] if claims.exists() else []
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
    plain = re.sub(r"```.*?```|\$\$.*?\$\$", " ", text)
    left, found, start = unquoted(page, plain), [], 0
    for end in [m.end() for m in re.finditer(r"[.?!:|](?: |$)", plain)]:
        each = re.sub(r"`[^`]*`|\]\([^)]*\)|<[^>]+>", " ", left[start:end])
        if TURNED.search(each):
            found.append(plain[start:end].strip())
        start = end
    return found


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


if __name__ == "__main__":
    for path in sorted(NOTEBOOKS.glob("[0-9s]*.ipynb")):
        left = uncovered(path.stem, prose(path.stem))
        print(f"{path.stem}: {len(left)} sentences that no row covers")
        if path.stem.startswith(tuple(sys.argv[1:])):
            print(*(f"    {sentence}" for sentence in left), sep="\n")
