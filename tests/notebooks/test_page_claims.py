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

import numpy as np
import pytest
from test_glossary import WORDS
from test_numbers import joined, prose

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


@pytest.mark.parametrize("table", PAGES, ids=lambda path: path.stem)
def test_what_a_page_says_is_true(table):
    text = prose(table.stem)
    for words, true in runpy.run_path(table)["CLAIMS"].items():
        assert joined(words) in text, (
            f"no longer on the page: {words!r}. Change or delete this row of "
            f"{table.parent.name}/{table.name}"
        )
        assert isinstance(true, (bool, np.bool_)), (
            f"neither true nor false: {words}"
        )
        assert true, f"not true: {words}"


def uncovered(page):
    """List the sentences that compare something and are in no row."""
    text = re.sub(r"```.*?```|`[^`]*`|\]\([^)]*\)|<[^>]+>", " ", prose(page))
    held = runpy.run_path(CLAIMS / f"{page}.py")["CLAIMS"]
    numbers = CLAIMS.with_name("numbers") / f"{page}.py"
    pairs = runpy.run_path(numbers)["NUMBERS"] if numbers.exists() else []
    quoted = [joined(words) for words in (*held, *(w for w, _ in pairs))]
    quoted = [part for words in quoted for part in words.split("{}")]
    sentences = re.split(r"(?<=[.?!:|]) ", text)
    return [
        each
        for each in sentences
        if TURNED.search(each)
        and not any(q in each for q in quoted if len(q) > 9)
    ]


if __name__ == "__main__":
    for path in PAGES:
        left = uncovered(path.stem)
        print(f"{path.stem}: {len(left)} sentences that no row covers")
        if path.stem.startswith(tuple(sys.argv[1:])):
            print(*(f"    {sentence}" for sentence in left), sep="\n")
